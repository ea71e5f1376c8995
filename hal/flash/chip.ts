// Storage as seen with the chip on a workbench: lists each record with its copies, damages a copy, and reads or writes
// a whole image.

import { fail, ok, type Result } from '../../wire/errors.ts';
import { withoutSpaces } from '../../wire/flash-block.ts';
import type { Disk } from './disk.ts';
import { createFlashStore } from './flash-store.ts';
import { nameOfSlot, newestOf, readSlots, type Slots } from './slots.ts';

interface LyingCopy {
  readonly file: string;
  /** Counts up with each write; null if the copy is damaged. */
  readonly version: number | null;
  readonly bytes: number;
  /** Reason why the copy is damaged; '' if it is good. */
  readonly damage: string;
}

export interface LyingRecord {
  readonly name: string;
  /** One or two copies. */
  readonly copies: readonly LyingCopy[];
}

/** Values by record name. */
export type MemoryImage = ReadonlyMap<string, Uint8Array>;

/** Returns all records, sorted by name. Errors: `flash_failed`. */
export async function lyingRecords(disk: Disk): Promise<Result<readonly LyingRecord[]>> {
  const found = await eachRecord(disk);
  if (!found.ok) return found;
  const records: LyingRecord[] = [];
  for (const { name, slots } of found.value) {
    const copies: LyingCopy[] = [];
    for (const { file, record, stored, damage } of slots)
      if (record || damage !== '')
        copies.push({ file, version: record?.sequence ?? null, bytes: stored?.length ?? 0, damage });
    records.push({ name, copies });
  }
  return ok(records);
}

/**
 * Inverts the bits of the middle byte of the newest good copy. Errors: `not_found` if there is none; `flash_failed`.
 */
export async function damageNewest(disk: Disk, name: string): Promise<Result<void>> {
  const found = await eachRecord(disk);
  if (!found.ok) return found;
  const slots = found.value.find((each) => each.name === name)?.slots;
  const newest = slots && newestOf(slots);
  if (!newest?.stored) return fail('not_found', `No good copy of ${JSON.stringify(name)}.`);
  const middle = newest.stored.length >> 1;
  const written = await disk.write(
    newest.file,
    newest.stored.map((byte, at) => (at === middle ? byte ^ 0xff : byte)),
  );
  return written.ok ? disk.syncFolder() : written;
}

/** Reads the newest good copy of each record, without the spaces that fill its blocks. Errors: `flash_failed`. */
export async function readImage(disk: Disk): Promise<Result<MemoryImage>> {
  const found = await eachRecord(disk);
  if (!found.ok) return found;
  return ok(
    new Map(
      found.value.flatMap(({ name, slots }) => {
        const record = newestOf(slots)?.record;
        return record ? [[name, withoutSpaces(record.value)] as const] : [];
      }),
    ),
  );
}

/**
 * Replaces all records except those to `keep`. No powered device may use the disk during the call. Errors: as for a
 * write.
 */
export async function writeImage(
  disk: Disk,
  image: MemoryImage,
  keep: (name: string) => boolean,
): Promise<Result<void>> {
  const store = createFlashStore(disk);
  const names = await store.list();
  if (!names.ok) return names;
  for (const name of names.value.filter((each) => !keep(each) && !image.has(each))) {
    const removed = await store.remove(name);
    if (!removed.ok) return removed;
  }
  for (const [name, value] of image) {
    const written = keep(name) ? ok(undefined) : await store.write(name, value);
    if (!written.ok) return written;
  }
  return ok(undefined);
}

async function eachRecord(disk: Disk): Promise<Result<readonly { readonly name: string; readonly slots: Slots }[]>> {
  const files = await disk.list();
  if (!files.ok) return files;
  const names = [...new Set(files.value.map(nameOfSlot).filter((name) => name !== null))].toSorted();
  const records = [];
  for (const name of names) {
    const slots = await readSlots(disk, name);
    if (!slots.ok) return slots;
    records.push({ name, slots: slots.value });
  }
  return ok(records);
}
