// Parses the JSON body of a request.

import { isUtf8 } from 'node:buffer';
import { fail, ok, type Result } from '../../wire/errors.ts';

/** Errors: `bad_value` if the bytes are not UTF-8, or not JSON. */
export function readJsonBody(body: Uint8Array): Result<unknown> {
  if (!isUtf8(body)) return fail('bad_value', 'The body is not UTF-8.');
  try {
    return ok(JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.length).toString()));
  } catch {
    return fail('bad_value', 'The body is not JSON.');
  }
}
