// Reads regular files only: a plain `readFileSync` would block forever on a pipe without a writer. Used by the cloud,
// the command line and the simulation; device storage uses hal/flash/regular-file.ts.

import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, statSync, type Stats } from 'node:fs';
import { systemCodeOf } from '../wire/errors.ts';
import { DANGLING, notRegular, tooLong, whyNotRegular } from '../wire/regular-file.ts';

// Windows has no O_NONBLOCK, and no pipes in its file system.
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
/** A registry of 100,000 devices has 11 MB. */
const TEXT_BYTES_MAX = 64 * 2 ** 20;
const PIECE_BYTES = 2 ** 16;

/** Returns null for a missing file. Throws like `readRegularFile`. */
export const readRegularText = (path: string): string | null =>
  readRegularFile(path, TEXT_BYTES_MAX)?.toString() ?? null;

/**
 * Returns null for a missing file. Throws Node's errors, and `NOT_REGULAR` if the file is not regular or longer than
 * `bytes_max`.
 */
export function readRegularFile(path: string, bytes_max: number): Buffer | null {
  if (statRegular(path) === null) return null;
  const file = openSync(path, READ);
  try {
    // The path may have been replaced in the meantime.
    const reason = whyNotRegular(fstatSync(file));
    if (reason !== '') throw notRegular(reason);
    const bytes = readUpTo(file, bytes_max + 1);
    if (bytes.length > bytes_max) throw notRegular(tooLong(bytes_max));
    return bytes;
  } finally {
    closeSync(file);
  }
}

/** Reads with a limit, since the file may grow in the meantime. */
function readUpTo(file: number, bytes_max: number): Buffer {
  const pieces: Buffer[] = [];
  for (let left = bytes_max; left > 0;) {
    const piece = Buffer.alloc(Math.min(PIECE_BYTES, left));
    const read = readSync(file, piece);
    if (read === 0) break;
    pieces.push(piece.subarray(0, read));
    left -= read;
  }
  return Buffer.concat(pieces);
}

/** Returns null for a missing file. Throws if the file is not regular. Does not open it. */
export function statRegular(path: string): Stats | null {
  const found = ifThere(() => statSync(path));
  const reason = found ? whyNotRegular(found) : ifThere(() => lstatSync(path))?.isSymbolicLink() ? DANGLING : '';
  if (reason !== '') throw notRegular(reason);
  return found;
}

function ifThere(stat: () => Stats): Stats | null {
  try {
    return stat();
  } catch (thrown) {
    if (systemCodeOf(thrown) === 'ENOENT') return null;
    throw thrown;
  }
}
