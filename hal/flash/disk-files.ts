// Disk in one folder of the real file system. The folder must exist.

import { constants } from 'node:fs';
import { lstat, open as openFile, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type ErrorCode, fail, messageOf, ok, type Result } from '../../wire/errors.ts';
import { isFields } from '../../wire/json-fields.ts';
import { FLASH_HEADER_BYTES } from '../../wire/flash-block.ts';
import { NOT_REGULAR } from '../../wire/regular-file.ts';
import type { Block, Disk } from './disk.ts';
import { FLASH_VALUE_BYTES_MAX } from './flash.ts';
import { readRegularFile } from './regular-file.ts';

/** Maximum size of a stored copy, in bytes. */
const COPY_BYTES_MAX = FLASH_HEADER_BYTES + FLASH_VALUE_BYTES_MAX;

/** @param open Node's `open`; a test may pass one that records or fails. */
export function createFileDisk(folder: string, open: typeof openFile = openFile): Disk {
  const at = (file: string): string => join(folder, file);
  return {
    read: (file) =>
      attempt(
        async () => {
          const bytes = await readRegularFile(at(file), COPY_BYTES_MAX, open);
          // A missing file is a valid result, a missing folder is an error; both are ENOENT.
          if (bytes === null) await stat(folder);
          return bytes;
        },
        { EIO: 'flash_damaged', ELOOP: 'flash_damaged', [NOT_REGULAR]: 'flash_damaged' },
      ),
    write: (file, bytes) => attempt(() => writeWhole(at(file), bytes, open)),
    overwrite: (file, blocks) => attempt(() => overwriteBlocks(at(file), blocks, open)),
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

/**
 * Flags for replacing a file. With O_NONBLOCK, opening a pipe fails immediately instead of waiting for a reader;
 * Windows lacks the flag.
 */
const REPLACE = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | (constants.O_NONBLOCK ?? 0);

/** Writes a file that only its owner can read, because records hold keys. */
async function writeWhole(path: string, bytes: Uint8Array, open: typeof openFile): Promise<void> {
  await using handle = await open(path, REPLACE, 0o600);
  await handle.writeFile(bytes);
  await handle.sync();
}

/** Flags for a file that exists and is no link; Windows has no links to follow. */
const EXISTING = constants.O_WRONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** `datasync` leaves out the time of the change, which would cost the file system three more blocks. */
async function overwriteBlocks(path: string, blocks: readonly Block[], open: typeof openFile): Promise<void> {
  await using handle = await open(path, EXISTING);
  for (const { at, bytes } of blocks) await handle.write(bytes, 0, bytes.length, at);
  await handle.datasync();
}

/** Removes a file, or an empty folder in its place. */
async function removeFile(path: string): Promise<void> {
  const found = await lstat(path).catch(() => null);
  await (found?.isDirectory() ? rmdir(path) : rm(path, { force: true }));
}

/** Waits until the names in a folder are on the medium. Throws node's errors. */
export async function syncFolder(folder: string, open: typeof openFile = openFile): Promise<void> {
  // Windows has no such call; NTFS journals names itself.
  if (process.platform === 'win32') return;
  await using handle = await open(folder, 'r');
  await handle.sync();
}

/** Returns the error code, such as `ENOENT`; '' if it is not a system error. */
export const errnoOf = (thrown: unknown): string =>
  isFields(thrown) && typeof thrown['code'] === 'string' ? thrown['code'] : '';

/** Error codes of a file system that can only be read. Systems often remount one read-only after I/O errors. */
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
