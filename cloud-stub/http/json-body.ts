// The JSON of a request's body.

import { isUtf8 } from 'node:buffer';
import { fail, ok, type Result } from '../../wire/errors.ts';

/** Errors: `bad_value` for bytes that are no UTF-8, or no JSON. */
export function readJsonBody(body: Uint8Array): Result<unknown> {
  if (!isUtf8(body)) return fail('bad_value', 'The body is not UTF-8.');
  try {
    return ok(JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.length).toString()));
  } catch {
    return fail('bad_value', 'The body is not JSON.');
  }
}
