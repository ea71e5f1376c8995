// Random path data: valid paths in many notations, and texts made of tokens that confuse a parser.

import fc from 'fast-check';
import { keysOf } from '../../../wire/keys-of.ts';

/** Parameters of each command: c a coordinate, r a radius, d degrees, f a flag. */
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

/** Coordinates from -most to +most in steps of 0.01. */
const hundredths = (most: number): fc.Arbitrary<string> =>
  fc.integer({ min: -100 * most, max: 100 * most }).map((value) => String(value / 100));

const WORDS = {
  c: hundredths(40),
  r: fc.integer({ min: 100, max: 4000 }).map((value) => String(value / 100)),
  d: hundredths(180),
  f: fc.constantFrom('0', '1'),
} as const;

/** Arbitrary of the tokens of one command, letter first; sometimes with a second set of parameters and no letter. */
const command = (letters: readonly Letter[]): fc.Arbitrary<readonly string[]> =>
  fc.tuple(fc.constantFrom(...letters), fc.boolean(), fc.boolean()).chain(([letter, relative, twice]) => {
    const words = SIGNATURES[letter].map((kind) => WORDS[kind]);
    const sets = twice && letter !== 'Z' ? [...words, ...words] : words;
    return fc.tuple(...sets).map((values) => [relative ? letter.toLowerCase() : letter, ...values]);
  });

/** Joins tokens with separators, or with none if the next token does not need one. */
const joined = (words: readonly string[], separators: readonly string[]): string =>
  words.reduce((text, word, n) => {
    const separator = separators[n % separators.length] ?? ' ';
    const apart = /^[-a-zA-Z]/.test(word) || /[a-zA-Z]$/.test(text);
    return text + (apart ? separator.replace(',', '').trim() : separator) + word;
  });

/** Arbitrary of valid path data. `commands`: the commands to use. Default: all. */
export const validPaths = (commands: readonly Letter[] = keysOf(SIGNATURES)): fc.Arbitrary<string> =>
  fc
    .tuple(
      command(['M']),
      fc.array(command(commands), { maxLength: 12 }),
      fc.array(fc.constantFrom(' ', ',', ' , ', '\n', '\t', '  '), { minLength: 1, maxLength: 7 }),
    )
    .map(([first, rest, separators]) => joined([...first, ...rest.flat()], separators));

/** Letters, numbers and fragments of them, in any order. */
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
