// Reads a file named by a user; each error is a sentence that starts with the file's name.

import { readRegularFile } from '../../cloud-stub/regular-file.ts';
import { fail, ok, type Result } from '../../wire/errors.ts';
import { MISSING, whyUnread } from '../../wire/regular-file.ts';
import { oneLine } from '../../wire/visible.ts';

/** Reads the file. Errors: `bad_value`. */
export function readNamedFile(path: string, bytes_max: number): Result<Buffer> {
  const unread = (reason: string): Result<never> => fail('bad_value', oneLine(`${path} can't be read: ${reason}.`));
  try {
    const bytes = readRegularFile(path, bytes_max);
    return bytes ? ok(bytes) : unread(MISSING);
  } catch (thrown) {
    return unread(whyUnread(thrown));
  }
}
