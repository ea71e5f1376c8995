// Numbers that every device derives from the same text.

import { blake2b } from 'blakejs';

const DIGEST_BYTES = 64;

/** Returns 32 numbers, uniform in [0, 1) in steps of 2^-16: the BLAKE2b digest of the text, two bytes each. */
export function fractionsOf(text: string): readonly number[] {
  const digest = blake2b(new TextEncoder().encode(text), undefined, DIGEST_BYTES);
  return Array.from(
    { length: DIGEST_BYTES / 2 },
    (_, i) => ((digest[2 * i] ?? 0) * 256 + (digest[2 * i + 1] ?? 0)) / 65536,
  );
}
