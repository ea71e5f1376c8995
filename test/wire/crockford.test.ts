// Codes that players read out to each other: generation, and every spelling that is accepted.

import test from 'ava';
import fc from 'fast-check';
import { codeOf, readCode } from '../../wire/crockford.ts';
import { createSystemRandom } from '../../hal/random/random-system.ts';

/** Crockford's 32 symbols as in C2. */
const SYMBOLS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'.split('');
const written = (symbols: number) =>
  fc.string({ unit: fc.constantFrom(...SYMBOLS), minLength: symbols, maxLength: symbols });

test('[C2] maps 8 of the 256 bytes to each symbol, so uniform bytes give uniform codes', (t) => {
  const counts = new Map<string, number>();
  for (const symbol of codeOf(Uint8Array.from({ length: 256 }, (_, byte) => byte)))
    counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
  t.is([...counts.keys()].sort().join(''), SYMBOLS.join(''));
  t.deepEqual([...new Set(counts.values())], [8]);
});

test('[C2] uses all symbols about equally often with the system’s random generator', (t) => {
  const draws = 64_000;
  const counts = new Map<string, number>();
  for (const symbol of codeOf(createSystemRandom().bytes(draws))) counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
  const expected = draws / 32;
  const chi2 = SYMBOLS.reduce((sum, symbol) => sum + ((counts.get(symbol) ?? 0) - expected) ** 2 / expected, 0);
  // 31 degrees of freedom: exceeds 100 once in 10^9 runs.
  t.true(chi2 < 100, `chi² ${chi2}`);
});

test('[C2] writes one symbol per byte, in order', (t) => {
  t.is(codeOf(Uint8Array.of(0, 1, 9, 10, 17, 18)), '019AHJ');
  t.is(codeOf(Uint8Array.of(31, 32, 255, 30, 27, 26)), 'Z0ZYVT');
  t.is(codeOf(new Uint8Array()), '');
});

test('[C2] reads back every written code', (t) => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 6, maxLength: 6 }), (bytes) => {
      const code = codeOf(bytes);
      return readCode(code, 6) === code;
    }),
    { seed: 2 },
  );
  t.is(readCode('4XY9Z', 5), '4XY9Z');
});

test('[C2] accepts any case, O, I and L, and spaces and hyphens anywhere', (t) => {
  const typed = written(6).chain((code) =>
    fc
      .tuple(
        ...Array.from(code, (symbol) => {
          const spellings = symbol === '0' ? ['0', 'O', 'o'] : symbol === '1' ? ['1', 'I', 'i', 'L', 'l'] : [symbol];
          return fc.tuple(fc.constantFrom('', ' ', '-', ' - '), fc.constantFrom(...spellings, symbol.toLowerCase()));
        }),
      )
      .map((parts) => [code, `${parts.flat().join('')} -`] as const),
  );
  fc.assert(
    fc.property(typed, ([code, text]) => readCode(text, 6) === code),
    { numRuns: 500, seed: 3 },
  );
  t.is(readCode('oil-oil', 6), '011011');
  t.is(readCode(' a-b c-1 2 3 ', 6), 'ABC123');
});

test('[C2] rejects U in either case at any position', (t) => {
  for (const at of [0, 1, 2, 3, 4, 5])
    for (const u of ['U', 'u']) t.is(readCode('ABC123'.slice(0, at) + u + 'ABC123'.slice(at + 1), 6), null);
});

test('[C2] rejects a wrong number of symbols', (t) => {
  for (const text of ['', '-', '      ', 'ABC12', 'ABC1234', 'ABC 12', 'ABC-1234', 'A'.repeat(1000)])
    t.is(readCode(text, 6), null, text.slice(0, 20));
  t.is(readCode('ABC12', 5), 'ABC12');
  t.is(readCode('ABC123', 5), null);
});

test('[C2] rejects any other character', (t) => {
  const others = ['_', '.', '!', '*', '$', '\n', '\t', '\u00a0', '–', 'é', '０', 'Ａ', 'А', '\0', '🏌', '%'];
  for (const other of others) {
    t.is(readCode(`ABC12${other}`, 6), null, JSON.stringify(other));
    t.is(readCode(`ABC123${other}`, 6), null, JSON.stringify(other));
    t.is(readCode(`${other}ABC123`, 6), null, JSON.stringify(other));
  }
});

// toUpperCase turns these into plain letters: ß becomes SS, ı becomes I, ſ becomes S, ﬁ becomes FI.
test('[C2] rejects a letter outside the alphabet even if its upper case is in it', (t) => {
  for (const text of ['ABCDß', 'ABCDEı', 'ABCDEſ', 'ABCDﬁ', 'ABCDﬀ', 'ABCﬃ']) t.is(readCode(text, 6), null, text);
});

test('[C2] reads any text as null or as a canonical code', (t) => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...SYMBOLS, ...'oilOIL -u_b'.split('')), maxLength: 12 }), (text) => {
      const code = readCode(text, 6);
      return code === null || (/^[0-9A-HJKMNP-TV-Z]{6}$/.test(code) && readCode(code, 6) === code);
    }),
    { numRuns: 500, seed: 4 },
  );
  t.pass();
});
