// Creates a folder completely or not at all: writes it next to its target, syncs it to disk, then renames it.

import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { syncFolder } from '../../hal/flash/disk-files.ts';
import { fail, messageOf, type Result } from '../../wire/errors.ts';

/** True if the path is a non-empty folder or not a folder. */
export const isTaken = async (path: string): Promise<boolean> =>
  existsSync(path) && (await readdir(path).catch(() => ['a file'])).length > 0;

/**
 * Creates the folder.
 * @param fill Writes to the given folder; if it fails, nothing is left. Errors: any error of `fill`; `data_unusable` if
 * the path is taken or can't be written.
 */
export async function makeWhole<T>(path: string, fill: (folder: string) => Promise<Result<T>>): Promise<Result<T>> {
  const place = resolve(path);
  if (await isTaken(place)) return fail('data_unusable', `The folder ${path} is not empty; choose another one.`);
  let partial: string | null = null;
  try {
    await mkdir(dirname(place), { recursive: true });
    partial = await mkdtemp(`${place}.partial-`); // readable by its owner only
    const filled = await fill(partial);
    if (!filled.ok) return filled;
    await syncAll(partial);
    await rename(partial, place); // fails if the path has been taken in the meantime
    await syncFolder(dirname(place));
    return filled;
  } catch (thrown) {
    return fail('data_unusable', `The folder ${path} can't be written: ${messageOf(thrown)}.`);
  } finally {
    if (partial) await rm(partial, { recursive: true, force: true });
  }
}

async function syncAll(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await syncAll(path);
    else {
      await using file = await open(path, 'r');
      await file.sync();
    }
  }
  await syncFolder(folder);
}
