// Boot record, which decides which image starts, and the rules for changing it at boot (R146). Pure. It is a flash
// record, so it is stored twice, each copy with a sequence number and a checksum.

import type { ImageManifest } from '../../wire/firmware/image.ts';
import { isFields, readFields } from '../../wire/json-fields.ts';

export type ImageSlot = 'a' | 'b';
const IMAGE_SLOTS: readonly ImageSlot[] = ['a', 'b'];

export interface BootRecord {
  /** Slot of the confirmed image; null for the factory firmware. */
  readonly active: ImageSlot | null;
  /** Image on trial: `new` until its first start, then `pending`. */
  readonly trial: { readonly slot: ImageSlot; readonly state: 'new' | 'pending' } | null;
  /** Version of the last trial if it failed to come up; '' otherwise. */
  readonly rolled_back: string;
}

export const FIRST_BOOT: BootRecord = { active: null, trial: null, rolled_back: '' };

/** Image in each slot; null if the slot is empty or its image is incomplete. */
type SlotContents = Readonly<Record<ImageSlot, ImageManifest | null>>;

export interface Boot {
  /** Record to store before anything starts. */
  readonly record: BootRecord;
  /** Slot to start; null for the factory firmware. */
  readonly slot: ImageSlot | null;
}

/**
 * Decides which image starts. An image on trial starts once; it is dropped if it was started and not confirmed, or is
 * incomplete.
 */
export function bootFrom(record: BootRecord, slots: SlotContents): Boot {
  const { trial } = record;
  if (trial?.state === 'new' && slots[trial.slot])
    return { record: { ...record, trial: { ...trial, state: 'pending' }, rolled_back: '' }, slot: trial.slot };
  // A rollback is reported at one start only.
  const rolled_back = trial ? (slots[trial.slot]?.version ?? 'damaged') : '';
  const settled: BootRecord = { ...record, trial: null, rolled_back };
  const { active } = settled;
  if (active === null || slots[active]) return { record: settled, slot: active };
  // The confirmed image is lost: use the other one unless it was dropped just now, else the factory firmware.
  const other = IMAGE_SLOTS.find((slot) => slot !== active && slots[slot] && slot !== trial?.slot) ?? null;
  return { record: { ...settled, active: other }, slot: other };
}

/** Returns the slot for the next image, never the running one. */
export const spareSlot = (running: ImageSlot | null): ImageSlot => (running === 'a' ? 'b' : 'a');

export const withArmed = (record: BootRecord, slot: ImageSlot): BootRecord => ({
  ...record,
  trial: { slot, state: 'new' },
  rolled_back: '',
});

/** Marks a started trial as not started, because it was interrupted. */
export const withTrialAgain = (record: BootRecord): BootRecord =>
  record.trial ? { ...record, trial: { ...record.trial, state: 'new' } } : record;

export const withConfirmed = (record: BootRecord, running: ImageSlot | null): BootRecord => ({
  ...record,
  active: running,
  trial: null,
});

/** Parses a stored record; null if it is invalid. */
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
