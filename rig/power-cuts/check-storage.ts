// Checks the storage after a power cut against the promises of the flash: every value confirmed as stored, or a newer
// one, is there and whole.

import { createFileFlash } from '../../hal/flash/flash-files.ts';
import { createFolderImageSlots } from '../../hal/images/image-slots-folder.ts';
import { FIRMWARE, RECORDS, numberOf } from '../guest/stored-values.ts';

/** Newest value confirmed before the cut, by name. */
export type Safe = ReadonlyMap<string, number>;

/** Returns the problem as one sentence; '' if none. */
export async function storageProblem(folder: string, safe: Safe): Promise<string> {
  const flash = createFileFlash(folder);
  for (const [name, bytes] of Object.entries(RECORDS)) {
    const wanted = safe.get(name) ?? 0;
    const read = await flash.read(name);
    if (!read.ok) return `${name} can't be read: ${read.error.message}`;
    const { value } = read.value;
    const found = value === null ? 0 : numberOf(Buffer.from(value).toString(), bytes);
    if (found === null) return `${name} is neither the old value nor the new one`;
    if (found < wanted) return `${name} is value ${found}, but ${wanted} had been stored`;
  }
  const wanted = safe.get(FIRMWARE) ?? 0;
  const newest = await newestRelease(folder);
  return newest >= wanted ? '' : `the newest whole firmware is ${newest}, but ${wanted} had been stored`;
}

/** Returns the sequence number of the newest whole release; 0 if none. */
async function newestRelease(folder: string): Promise<number> {
  const slots = createFolderImageSlots(folder);
  const seqs = await Promise.all(
    (['a', 'b'] as const).map(async (slot) =>
      (await slots.isWhole(slot)) ? ((await slots.inspect(slot))?.seq ?? 0) : 0,
    ),
  );
  return Math.max(...seqs);
}
