// Parses the JSON body of a request.

import { strictTextOf } from '../../wire/bytes.ts';
import { fail, ok, type Result } from '../../wire/errors.ts';

/** Errors: `bad_value` if the bytes are not UTF-8, or not JSON. */
export function readJsonBody(body: Uint8Array): Result<unknown> {
  const text = strictTextOf(body);
  if (text === null) return fail('bad_value', 'The body is not UTF-8.');
  try {
    return ok(JSON.parse(text));
  } catch {
    return fail('bad_value', 'The body is not JSON.');
  }
}
