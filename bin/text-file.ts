// The text of a file that somebody has named.

import { readFileSync } from 'node:fs';
import { fail, messageOf, ok, type Result } from '../wire/errors.ts';

/** Errors: `bad_value`. */
export function textOf(file: string): Result<string> {
  try {
    return ok(readFileSync(file, 'utf8'));
  } catch (thrown) {
    return fail('bad_value', `${file} can't be read: ${messageOf(thrown)}.`);
  }
}
