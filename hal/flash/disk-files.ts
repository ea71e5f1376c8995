// A disk that is one folder of the real file system. The folder must be there.

import { open as openFile, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type ErrorCode, fail, messageOf, ok, type Result } from '../../wire/errors.ts';
import { isFields } from '../../wire/json-fields.ts';
import type { Disk } from './disk.ts';

/** `open` is node's own; a test may hand in one that keeps a record or fails. */
export function createFileDisk(folder: string, open: typeof openFile = openFile): Disk {
  const at = (file: string): string => join(folder, file);
  return {
    read: (file) =>
      attempt(
        async () => {
          const bytes = await readWhole(at(file), open);
          // A missing file is an answer, a missing folder is trouble, and both are ENOENT.
          if (bytes === null) await stat(folder);
          return bytes;
        },
        { EIO: 'flash_damaged' },
      ),
    write: (file, bytes) => attempt(() => writeWhole(at(file), bytes, open)),
    rename: (from, to) => attempt(() => rename(at(from), at(to))),
    syncFolder: () => attempt(() => syncFolder(folder, open)),
    remove: (file) => attempt(() => rm(at(file), { force: true })),
    list: () =>
      attempt(async () => {
        const entries = await readdir(folder, { withFileTypes: true });
        return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
      }),
  };
}

async function readWhole(path: string, open: typeof openFile): Promise<Uint8Array | null> {
  try {
    await using handle = await open(path, 'r');
    return new Uint8Array(await handle.readFile());
  } catch (thrown) {
    if (errnoOf(thrown) === 'ENOENT') return null;
    throw thrown;
  }
}

/** Records hold keys, so the file is its owner's alone. */
async function writeWhole(path: string, bytes: Uint8Array, open: typeof openFile): Promise<void> {
  await using handle = await open(path, 'w', 0o600);
  await handle.writeFile(bytes);
  await handle.sync();
}

/** Waits until the names in a folder are on the medium. Throws as node does. */
export async function syncFolder(folder: string, open: typeof openFile = openFile): Promise<void> {
  // Windows has no such call: NTFS keeps names in its own journal.
  if (process.platform === 'win32') return;
  await using handle = await open(folder, 'r');
  await handle.sync();
}

/** `ENOENT` and the like; '' for what is no error of the system. */
export const errnoOf = (thrown: unknown): string =>
  isFields(thrown) && typeof thrown['code'] === 'string' ? thrown['code'] : '';

/** Why a file system that can be read takes nothing new. One that met errors is often made read-only by the system. */
const NO_WRITING: Readonly<Record<string, ErrorCode>> = {
  ENOSPC: 'flash_full',
  EDQUOT: 'flash_full',
  EROFS: 'flash_read_only',
};

async function attempt<T>(work: () => Promise<T>, codes: Readonly<Record<string, ErrorCode>> = {}): Promise<Result<T>> {
  try {
    return ok(await work());
  } catch (thrown) {
    const errno = errnoOf(thrown);
    return fail({ ...NO_WRITING, ...codes }[errno] ?? 'flash_failed', messageOf(thrown));
  }
}
