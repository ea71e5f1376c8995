// Random numbers from the operating system's cryptographic generator.

import { randomBytes } from 'node:crypto';
import { randomFrom, type Random } from './random.ts';

export function createSystemRandom(): Random {
  const random: Random = {
    ...randomFrom(
      () => randomBytes(4).readUInt32LE(),
      () => random,
    ),
    bytes: (count) => new Uint8Array(randomBytes(count)),
  };
  return random;
}
