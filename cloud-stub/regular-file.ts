// Reads a regular file at once, without waiting: `readFileSync` alone waits for the writer of a pipe, for ever. The cloud, the command line
// and the simulation read by it; the storage of a device by hal/flash/regular-file.ts.

import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, statSync, type Stats } from 'node:fs';
import { systemCodeOf } from '../wire/errors.ts';
import { DANGLING, notRegular, tooLong, whyNotRegular } from '../wire/regular-file.ts';

// Windows has no O_NONBLOCK, and no pipes among its files.
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
/** The registry of 100,000 devices has 11 MB. */
const TEXT_BYTES_MAX = 64 * 2 ** 20;
const PIECE_BYTES = 2 ** 16;

/** Null for a missing file. Throws as `readRegularFile` does. */
export const readRegularText = (path: string): string | null =>
  readRegularFile(path, TEXT_BYTES_MAX)?.toString() ?? null;

/** Null for a missing file. Throws as node does, and `NOT_REGULAR` for what is no regular file or longer than `bytes_max`. */
export function readRegularFile(path: string, bytes_max: number): Buffer | null {
  if (statRegular(path) === null) return null;
  const file = openSync(path, READ);
  try {
    // The path may lead elsewhere by now.
    const reason = whyNotRegular(fstatSync(file));
    if (reason !== '') throw notRegular(reason);
    const bytes = readUpTo(file, bytes_max + 1);
    if (bytes.length > bytes_max) throw notRegular(tooLong(bytes_max));
    return bytes;
  } finally {
    closeSync(file);
  }
}

/** A file may grow while it is read. */
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

/** Null for a missing file. Throws for what is no regular file. It opens nothing. */
export function statRegular(path: string): Stats | null {
  const found = ifThere(() => statSync(path));
  const reason = found ? whyNotRegular(found) : ifThere(() => lstatSync(path)) ? DANGLING : '';
  if (reason !== '') throw notRegular(reason);
  return found;
}

function ifThere(look: () => Stats): Stats | null {
  try {
    return look();
  } catch (thrown) {
    if (systemCodeOf(thrown) === 'ENOENT') return null;
    throw thrown;
  }
}
