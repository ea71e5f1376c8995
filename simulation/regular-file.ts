// Reads a file that a person has named, as far as it may go: a device or a pipe has no end.

import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from 'node:fs';
import { fail, messageOf, ok, systemCodeOf, type Result } from '../wire/errors.ts';
import { DANGLING, whyNotRegular } from '../wire/regular-file.ts';
import { oneLine } from '../wire/visible.ts';

const PIECE_BYTES = 2 ** 16;

/** Its bytes. Errors: `bad_value`, a sentence that begins with the path. */
export function readRegularFile(path: string, bytes_max: number): Result<Buffer> {
  const refused = (reason: string): Result<never> => fail('bad_value', oneLine(`${path} can't be read: ${reason}.`));
  try {
    // Without O_NONBLOCK a pipe without a writer would be waited for.
    const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const stats = fstatSync(file);
      const reason = whyNotRegular(stats);
      if (reason !== '') return refused(reason);
      const bytes = readUpTo(file, bytes_max + 1);
      return bytes.length <= bytes_max ? ok(bytes) : refused(`it has more than ${bytes_max} bytes`);
    } finally {
      closeSync(file);
    }
  } catch (thrown) {
    const dangling = systemCodeOf(thrown) === 'ENOENT' && lstatSync(path, { throwIfNoEntry: false }) !== undefined;
    return refused(dangling ? DANGLING : messageOf(thrown));
  }
}

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
