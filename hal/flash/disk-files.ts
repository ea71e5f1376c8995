// A disk that is one folder of the real file system. The folder must be there.

import { constants } from 'node:fs';
import { lstat, open as openFile, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type ErrorCode, fail, messageOf, ok, type Result } from '../../wire/errors.ts';
import { isFields } from '../../wire/json-fields.ts';
import { NOT_REGULAR } from '../../wire/regular-file.ts';
import type { Disk } from './disk.ts';
import { FLASH_VALUE_BYTES_MAX } from './flash.ts';
import { RECORD_HEADER_BYTES } from './record.ts';
import { readRegularFile } from './regular-file.ts';

/** Largest stored copy. */
const COPY_BYTES_MAX = RECORD_HEADER_BYTES + FLASH_VALUE_BYTES_MAX;

/** `open` is node's own; a test may hand in one that keeps a record or fails. */
export function createFileDisk(folder: string, open: typeof openFile = openFile): Disk {
  const at = (file: string): string => join(folder, file);
  return {
    read: (file) =>
      attempt(
        async () => {
          const bytes = await readRegularFile(at(file), COPY_BYTES_MAX, open);
          // A missing file is an answer, a missing folder is trouble, and both are ENOENT.
          if (bytes === null) await stat(folder);
          return bytes;
        },
        { EIO: 'flash_damaged', ELOOP: 'flash_damaged', [NOT_REGULAR]: 'flash_damaged' },
      ),
    write: (file, bytes) => attempt(() => writeWhole(at(file), bytes, open)),
    rename: (from, to) => attempt(() => rename(at(from), at(to))),
    syncFolder: () => attempt(() => syncFolder(folder, open)),
    remove: (file) => attempt(() => removeFile(at(file))),
    list: () =>
      attempt(async () => {
        const entries = await readdir(folder, { withFileTypes: true });
        return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
      }),
  };
}

/** Opening a pipe fails at once, where it would wait for a reader; Windows has no such flag. */
const REPLACE = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | (constants.O_NONBLOCK ?? 0);

/** Records hold keys, so the file is its owner's alone. */
async function writeWhole(path: string, bytes: Uint8Array, open: typeof openFile): Promise<void> {
  await using handle = await open(path, REPLACE, 0o600);
  await handle.writeFile(bytes);
  await handle.sync();
}

/** An empty folder in the place of a file too. */
async function removeFile(path: string): Promise<void> {
  const found = await lstat(path).catch(() => null);
  await (found?.isDirectory() ? rmdir(path) : rm(path, { force: true }));
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
