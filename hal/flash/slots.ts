// The two slots of a record on disk: the valid copies, the latest one, and any damage.

import { ok, type Result } from '../../wire/errors.ts';
import type { Disk } from './disk.ts';
import { FLASH_NAME } from './flash.ts';
import { decodeRecord, type StoredRecord } from './record.ts';

export interface Slot {
  readonly file: string;
  readonly record: StoredRecord | null;
  /** Bytes of the file; null if there is none, or if the medium can't return them. */
  readonly stored: Uint8Array | null;
  /** Reason why the copy is damaged; '' if it is good or there is none. */
  readonly damage: string;
}

export type Slots = readonly [Slot, Slot];

export const temporaryOf = (slot_file: string): string => `${slot_file}.tmp`;

/** Returns the record that a slot's file belongs to; null for any other file. */
export const nameOfSlot = (file: string): string | null => nameBefore(file, /\.[01]$/);

export const isTemporary = (file: string): boolean => nameBefore(file, /\.[01]\.tmp$/) !== null;

function nameBefore(file: string, ending: RegExp): string | null {
  const name = file.replace(ending, '');
  return name !== file && FLASH_NAME.test(name) ? name : null;
}

export async function readSlots(disk: Disk, name: string): Promise<Result<Slots>> {
  const first = await readSlot(disk, `${name}.0`);
  if (!first.ok) return first;
  const second = await readSlot(disk, `${name}.1`);
  return second.ok ? ok([first.value, second.value]) : second;
}

async function readSlot(disk: Disk, file: string): Promise<Result<Slot>> {
  const bytes = await disk.read(file);
  if (!bytes.ok) {
    // Only a medium that can't return the bytes counts as damage; after any other error the content of the copy is unknown.
    return bytes.error.code === 'flash_damaged'
      ? ok({ file, record: null, stored: null, damage: bytes.error.message })
      : bytes;
  }
  const stored = bytes.value;
  if (stored === null) return ok({ file, record: null, stored, damage: '' });
  const record = decodeRecord(stored);
  return ok(
    record.ok
      ? { file, record: record.value, stored, damage: '' }
      : { file, record: null, stored, damage: record.error.message },
  );
}

/** Returns the slot of the good copy with the highest sequence number. */
export function newestOf([first, second]: Slots): Slot | null {
  if (!first.record || !second.record) return [first, second].find((slot) => slot.record) ?? null;
  return second.record.sequence > first.record.sequence ? second : first;
}

/** Returns a one-sentence description of the damaged copies; '' if there are none. */
export function damageSentence(slots: Slots): string {
  const damaged = slots.filter((slot) => slot.damage !== '');
  if (damaged.length === 0) return '';
  const what = damaged.map((slot) => `the copy ${slot.file} is damaged: ${slot.damage}`).join(', and ');
  const used = newestOf(slots);
  const instead = used ? `the copy ${used.file} is used instead` : 'no good copy is left';
  return `${what.charAt(0).toUpperCase()}${what.slice(1)}; ${instead}.`;
}

/**
 * Returns the order in which to remove a record's copies, so that a power cut in between never leaves an older value
 * that looks whole: good copies from oldest to newest, then damaged ones, which show that there was more.
 */
export function removalOrder(slots: Slots): readonly string[] {
  const [first, second] = slots;
  const order = rank(second) < rank(first) ? [second, first] : [first, second];
  return order.map((slot) => slot.file);
}

const rank = (slot: Slot): number => slot.record?.sequence ?? (slot.damage === '' ? -1 : Number.POSITIVE_INFINITY);
