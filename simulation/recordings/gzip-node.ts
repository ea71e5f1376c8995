// Compression of recordings in Node. Has the same exports as gzip-browser.ts; `#gzip` in package.json selects one of
// them.

import { constants, gunzipSync, gzipSync } from 'node:zlib';
import { fail, ok, systemCodeOf, type Result } from '../../wire/errors.ts';

const HEADER_BYTES = 10;
const DAMAGED = fail('bad_value', 'The bytes are not gzip, or are damaged.');

export const gzip = (bytes: Uint8Array): Uint8Array => gzipSync(bytes);

/**
 * Unpacks concatenated gzip members, and as much as possible of an incomplete one. Errors: `too_large` for more than
 * `bytes_max`, `bad_value` for bytes that are not gzip or are damaged.
 */
export function gunzip(packed: Uint8Array, bytes_max: number): Result<Uint8Array> {
  if (packed.length < HEADER_BYTES) return DAMAGED;
  try {
    return ok(gunzipSync(packed, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: bytes_max }));
  } catch (thrown) {
    return systemCodeOf(thrown) === 'ERR_BUFFER_TOO_LARGE' ? fail('too_large', 'The contents are too large.') : DAMAGED;
  }
}
