// Reproducible random numbers: one seed, one stream per concern. The generator is Chris Doty-Humphrey's sfc32
// (PractRand), seeded by an FNV-1a hash of the seed's text and the concern's name.

import { randomFrom, type Random } from './random.ts';

/** Creates the stream for `seed` (any number). Streams of different concerns are forked from it by name. */
export const createSeededRandom = (seed: number, concern = ''): Random =>
  randomFrom(sfc32(`${seed}/${concern}`), (inner) => createSeededRandom(seed, `${concern}/${inner}`));

function sfc32(text: string): () => number {
  let [a, b, c, counter] = [fnv1a(text, 1), fnv1a(text, 2), fnv1a(text, 3), 1];
  const next = (): number => {
    const sum = (a + b + counter++) >>> 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) >>> 0;
    c = (((c << 21) | (c >>> 11)) + sum) >>> 0;
    return sum;
  };
  for (let warm = 0; warm < 12; warm++) next();
  return next;
}

function fnv1a(text: string, basis: number): number {
  let hash = 0x811c9dc5 ^ basis;
  for (const unit of text) hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash;
}
