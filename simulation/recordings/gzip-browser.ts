// Compression of recordings in browsers, whose own is asynchronous and refuses concatenated members. Has the same
// exports as gzip-node.ts.

import { Gunzip, gzipSync } from 'fflate';
import { concatBytes } from '../../wire/bytes.ts';
import { fail, ok, type Result } from '../../wire/errors.ts';

/** Bytes unpacked at a time, so that the limit also ends a file that unpacks to much more. */
const PIECE_BYTES = 16_384;

const HEADER_BYTES = 10;
const DAMAGED = fail('bad_value', 'The bytes are not gzip, or are damaged.');

export const gzip = (bytes: Uint8Array): Uint8Array => gzipSync(bytes);

export function gunzip(packed: Uint8Array, bytes_max: number): Result<Uint8Array> {
  if (packed.length < HEADER_BYTES || packed[0] !== 0x1f || packed[1] !== 0x8b) return DAMAGED;
  const parts: Uint8Array[] = [];
  let bytes = 0;
  const stream = new Gunzip((part) => {
    bytes += part.length;
    parts.push(part);
  });
  try {
    for (let at = 0; at < packed.length; at += PIECE_BYTES) {
      stream.push(packed.subarray(at, at + PIECE_BYTES));
      if (bytes > bytes_max) return fail('too_large', 'The contents are too large.');
    }
  } catch {
    return DAMAGED;
  }
  return ok(concatBytes(parts));
}
