// Properties of any text: no exception, finite and few numbers, the valid prefix draws the same, normalising is
// idempotent, and the parser reads each character a bounded number of times.

import test from 'ava';
import fc from 'fast-check';
import { parsePath, parsePathOnce } from '../../../../firmware/extension-runtime/path/parse-path.ts';
import { pathProblem } from '../../../support/extension/fuzz-checks.ts';
import { hostilePaths, validPaths } from '../../../support/extension/path-data.ts';

const RUNS = { seed: 120, numRuns: 600 } as const;
const pathOf = (text: string) => {
  const parse = parsePath(text);
  return parse.ok ? parse.path : null;
};

test('[R120] any text gives finite numbers within limits and an idempotent normal form, or a sentence', (t) => {
  fc.assert(
    fc.property(fc.oneof(hostilePaths, validPaths()), (text) => t.is(pathProblem(text), '', text)),
    RUNS,
  );
});

test('[path] the generator of valid paths produces every command', (t) => {
  const texts = fc.sample(validPaths(), { seed: 1, numRuns: 300 });
  for (const text of texts) t.is(pathOf(text)?.flaw, null, text);
  for (const letter of 'MmLlHhVvCcSsQqTtAaZz')
    t.true(
      texts.some((text) => text.includes(letter)),
      letter,
    );
  t.true(fc.sample(hostilePaths, { seed: 1, numRuns: 300 }).some((text) => (pathOf(text)?.commands.length ?? 0) > 3));
});

test('[C42] text after an error changes nothing', (t) => {
  fc.assert(
    fc.property(
      validPaths(),
      fc.constantFrom('?', '\u000b', 'L', 'l7', 'a5 5 0 2 1 9 9', 'C1 1 2 2 60. 1'),
      hostilePaths,
      (d, error, rest) => {
        const [whole, cut] = [pathOf(d), pathOf(`${d}${error}?${rest}`)];
        t.deepEqual({ ...cut, flaw: null }, { ...whole, flaw: null });
        t.true((cut?.flaw?.position ?? 0) > d.length);
      },
    ),
    RUNS,
  );
});

test('[C42] a text cut at its error draws like the whole text', (t) => {
  fc.assert(
    fc.property(hostilePaths, (text) => {
      const path = pathOf(text);
      if (!path?.flaw) return;
      t.is(pathOf(text.slice(0, path.flaw.position - 1))?.d, path.d);
    }),
    RUNS,
  );
});

/** Wraps a text and counts how many of its characters the parser reads. */
function counted(text: string): { readonly text: string; reads(): number } {
  let reads = 0;
  const counting = {
    length: text.length,
    charCodeAt: (at: number) => (reads++, text.charCodeAt(at)),
    codePointAt: (at: number) => (reads++, text.codePointAt(at)),
    slice: (from: number, end: number) => ((reads += end - from), text.slice(from, end)),
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- implements every string method that the parser calls
  return { text: counting as unknown as string, reads: () => reads };
}

test('[R120] reads each character a few times at most regardless of the text', (t) => {
  const long = 60_000;
  for (const part of [
    'z5',
    '5',
    ' ',
    ',',
    '1e',
    '.',
    '-',
    'M',
    'z',
    '\n,',
    'a0 0 0 0 0 0 0 ',
    'l0 0z',
    'e5',
    '.5',
    '9e9',
    'L1 1 2',
  ])
    for (const beginning of ['', 'M0 0', 'M0 0z', 'M0 0L1', 'M0 0L0.', 'M0 0a5 5 0 1 1']) {
      const { text, reads } = counted(beginning + part.repeat(long / part.length));
      parsePath(text);
      t.true(reads() <= 12 * text.length, `${beginning}${part}…: ${reads()}`);
    }
});

test('[path] a text drawn again is not parsed again, and the cache is bounded', (t) => {
  const parses = new Map(Array.from({ length: 40 }, (_, n) => [`M${n} 1L2 2`, parsePathOnce(`M${n} 1L2 2`)]));
  for (const [text, parse] of parses) {
    t.is(parsePathOnce(text), parse, text);
    t.deepEqual(parsePath(text), parse);
  }
  for (let n = 0; n < 20; n++) parsePathOnce(`M0 0${' '.repeat(60_000)}${n}`);
  for (const [text, parse] of parses) {
    t.not(parsePathOnce(text), parse, text);
    t.deepEqual(parsePathOnce(text), parse);
  }
});
