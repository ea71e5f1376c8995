// Path data by chance: valid ones in many ways of writing, and texts made of what a parser stumbles over.

import fc from 'fast-check';
import { keysOf } from '../../../wire/keys-of.ts';

/** What each command takes: c a coordinate, r a radius, d degrees, f a flag. */
const SIGNATURES = {
  M: ['c', 'c'],
  L: ['c', 'c'],
  H: ['c'],
  V: ['c'],
  C: ['c', 'c', 'c', 'c', 'c', 'c'],
  S: ['c', 'c', 'c', 'c'],
  Q: ['c', 'c', 'c', 'c'],
  T: ['c', 'c'],
  A: ['r', 'r', 'd', 'f', 'f', 'c', 'c'],
  Z: [],
} as const;
type Letter = keyof typeof SIGNATURES;

/** Coordinates to ±most in hundredths. */
const hundredths = (most: number): fc.Arbitrary<string> =>
  fc.integer({ min: -100 * most, max: 100 * most }).map((value) => String(value / 100));

const WORDS = {
  c: hundredths(40),
  r: fc.integer({ min: 100, max: 4000 }).map((value) => String(value / 100)),
  d: hundredths(180),
  f: fc.constantFrom('0', '1'),
} as const;

/** The words of one command, its letter first; sometimes a second set of them without a letter. */
const command = (letters: readonly Letter[]): fc.Arbitrary<readonly string[]> =>
  fc.tuple(fc.constantFrom(...letters), fc.boolean(), fc.boolean()).chain(([letter, relative, twice]) => {
    const words = SIGNATURES[letter].map((kind) => WORDS[kind]);
    const sets = twice && letter !== 'Z' ? [...words, ...words] : words;
    return fc.tuple(...sets).map((values) => [relative ? letter.toLowerCase() : letter, ...values]);
  });

/** Between two words: anything that separates, or nothing where the second tells itself apart. */
const joined = (words: readonly string[], separators: readonly string[]): string =>
  words.reduce((text, word, n) => {
    const separator = separators[n % separators.length] ?? ' ';
    const apart = /^[-a-zA-Z]/.test(word) || /[a-zA-Z]$/.test(text);
    return text + (apart ? separator.replace(',', '').trim() : separator) + word;
  });

/** Valid path data of a few commands; `commands`: which, all if nothing is said. */
export const validPaths = (commands: readonly Letter[] = keysOf(SIGNATURES)): fc.Arbitrary<string> =>
  fc
    .tuple(
      command(['M']),
      fc.array(command(commands), { maxLength: 12 }),
      fc.array(fc.constantFrom(' ', ',', ' , ', '\n', '\t', '  '), { minLength: 1, maxLength: 7 }),
    )
    .map(([first, rest, separators]) => joined([...first, ...rest.flat()], separators));

/** Letters, numbers and scraps of them, in any order. */
const scraps = fc.oneof(
  fc.constantFrom(...'MmLlHhVvCcSsQqTtAaZz'.split('')),
  fc.constantFrom(...'019.,-+eE \n\u000b\u00a0ſ'.split('')),
  fc.constantFrom('😀', '60.', '1e400', '1e-400', '1e308', '.5.5', '-1e9', '7'),
);
export const hostilePaths: fc.Arbitrary<string> = fc.oneof(
  fc.array(scraps, { maxLength: 60 }).map((parts) => parts.join('')),
  fc.array(scraps, { maxLength: 60 }).map((parts) => `M1 2${parts.join(' ')}`),
  fc.tuple(validPaths(), scraps, validPaths()).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 40 }),
);
