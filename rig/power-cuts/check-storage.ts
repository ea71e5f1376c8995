// Whether a storage that a power cut has left is as the flash promises: what was said to be safe is there, or something newer, and whole.

import { createFileFlash } from '../../hal/flash/flash-files.ts';
import { createFolderImageSlots } from '../../hal/images/image-slots-folder.ts';
import { FIRMWARE, RECORDS, numberOf } from '../guest/stored-values.ts';

/** What had been said to be safe before the cut, by its name. */
export type Safe = ReadonlyMap<string, number>;

/** A sentence; '' where all is well. */
export async function storageProblem(folder: string, safe: Safe): Promise<string> {
  const flash = createFileFlash(folder);
  for (const [name, bytes] of Object.entries(RECORDS)) {
    const wanted = safe.get(name) ?? 0;
    const read = await flash.read(name);
    if (!read.ok) return `${name} can't be read: ${read.error.message}`;
    const { value } = read.value;
    const found = value === null ? 0 : numberOf(Buffer.from(value).toString(), bytes);
    if (found === null) return `${name} is neither the old value nor the new one`;
    if (found < wanted) return `${name} is value ${found}, and ${wanted} had been stored`;
  }
  const wanted = safe.get(FIRMWARE) ?? 0;
  const newest = await newestRelease(folder);
  return newest >= wanted ? '' : `the newest whole firmware is ${newest}, and ${wanted} had been stored`;
}

/** 0 where there is none. */
async function newestRelease(folder: string): Promise<number> {
  const slots = createFolderImageSlots(folder);
  const seqs = await Promise.all(
    (['a', 'b'] as const).map(async (slot) =>
      (await slots.isWhole(slot)) ? ((await slots.inspect(slot))?.seq ?? 0) : 0,
    ),
  );
  return Math.max(...seqs);
}
