// Which image starts: the boot record and the rules by which it changes at a start (R146). Pure. The record is one of the flash, so it is
// kept twice, each copy with its sequence number and a checksum.

import type { ImageManifest } from '../../wire/firmware/image.ts';
import { isFields, readFields } from '../../wire/json-fields.ts';

export type ImageSlot = 'a' | 'b';
const IMAGE_SLOTS: readonly ImageSlot[] = ['a', 'b'];

export interface BootRecord {
  /** The confirmed one; null for the firmware that the board came with. */
  readonly active: ImageSlot | null;
  /** An image on trial: `new` until it has been started once, then `pending`. */
  readonly trial: { readonly slot: ImageSlot; readonly state: 'new' | 'pending' } | null;
  /** The version that was on trial last and did not come up; ''. */
  readonly rolled_back: string;
}

export const FIRST_BOOT: BootRecord = { active: null, trial: null, rolled_back: '' };

/** What is in each slot; null where nothing is, or what is not whole. */
type SlotContents = Readonly<Record<ImageSlot, ImageManifest | null>>;

export interface Boot {
  /** The record as it must be stored before anything starts. */
  readonly record: BootRecord;
  /** What starts; null for what the board came with. */
  readonly slot: ImageSlot | null;
}

/** An image on trial starts once. One that was started and not confirmed, or is not whole, is given up. */
export function bootFrom(record: BootRecord, slots: SlotContents): Boot {
  const { trial } = record;
  if (trial?.state === 'new' && slots[trial.slot])
    return { record: { ...record, trial: { ...trial, state: 'pending' }, rolled_back: '' }, slot: trial.slot };
  // What was rolled back is told at one start.
  const rolled_back = trial ? (slots[trial.slot]?.version ?? 'damaged') : '';
  const settled: BootRecord = { ...record, trial: null, rolled_back };
  const { active } = settled;
  if (active === null || slots[active]) return { record: settled, slot: active };
  // The confirmed one was lost: the other one where it was not given up just now, else what the board came with.
  const other = IMAGE_SLOTS.find((slot) => slot !== active && slots[slot] && slot !== trial?.slot) ?? null;
  return { record: { ...settled, active: other }, slot: other };
}

/** Where the next image goes: not over the one that runs. */
export const spareSlot = (running: ImageSlot | null): ImageSlot => (running === 'a' ? 'b' : 'a');

export const withArmed = (record: BootRecord, slot: ImageSlot): BootRecord => ({
  ...record,
  trial: { slot, state: 'new' },
  rolled_back: '',
});

/** What was started on trial and has not come to its end counts as not started. */
export const withTrialAgain = (record: BootRecord): BootRecord =>
  record.trial ? { ...record, trial: { ...record.trial, state: 'new' } } : record;

export const withConfirmed = (record: BootRecord, running: ImageSlot | null): BootRecord => ({
  ...record,
  active: running,
  trial: null,
});

/** The record out of stored bytes; null for what is none. */
export function readBootRecord(bytes: Uint8Array): BootRecord | null {
  const { active, trial, rolled_back } = readFields(new TextDecoder().decode(bytes)) ?? {};
  if (!(active === null || isSlot(active)) || typeof rolled_back !== 'string') return null;
  if (trial === null) return { active, trial, rolled_back };
  const { slot, state } = isFields(trial) ? trial : {};
  if (!isSlot(slot) || (state !== 'new' && state !== 'pending')) return null;
  return { active, trial: { slot, state }, rolled_back };
}

export const bootRecordBytes = (record: BootRecord): Uint8Array => new TextEncoder().encode(JSON.stringify(record));

const isSlot = (data: unknown): data is ImageSlot => data === 'a' || data === 'b';
