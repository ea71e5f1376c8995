// The update job's rules: the four rows of the store's table, slots, and the conditions for installing a script.

import test from 'ava';
import fc from 'fast-check';
import {
  changeOf,
  checkOf,
  failureOf,
  newsFrom,
  planOf,
  textFrom,
  type FetchStep,
  type UpdateStep,
} from '../../../firmware/extension/update.ts';
import type { Installed } from '../../../firmware/persisted/extensions.ts';
import { sha256Of } from '../../../wire/signing.ts';
import type { UpdateNews } from '../../../wire/store/messages.ts';

const SHA = 'a'.repeat(64);
const OTHER = 'b'.repeat(64);
const local = (code: string, more: Partial<Installed> = {}): Installed => ({
  code,
  version: 3,
  name: `Drill ${code}`,
  kind: 'drill',
  sha256: SHA,
  default: false,
  about: '',
  settings: [],
  trend: [],
  ...more,
});
const now = (c: string, more: Partial<{ v: number; default: boolean; sha256: string }> = {}) => ({
  c,
  v: 3,
  name: `Drill ${c}`,
  sha256: SHA,
  default: false,
  ...more,
});
const stepsOf = (installed: readonly Installed[], news: UpdateNews): readonly string[] =>
  planOf(installed, news).steps.map((step) => [step.kind, 'code' in step ? step.code : ''].join(' '));

test('[R107] plans each of the four rows, and nothing for an unchanged extension', (t) => {
  const rows: readonly [string, UpdateNews, readonly UpdateStep[]][] = [
    ['the same', { installed: [now('AAAAA')], defaults: [] }, []],
    ['gone', { installed: [{ c: 'AAAAA', gone: true }], defaults: [] }, [{ kind: 'remove', code: 'AAAAA', name: 'Drill AAAAA' }]],
    [
      'a newer version',
      { installed: [now('AAAAA', { v: 4, sha256: OTHER })], defaults: [] },
      [{ kind: 'fetch', code: 'AAAAA', name: 'Drill AAAAA', default: false, again: true, announced: { version: 4, sha256: OTHER } }],
    ],
    [
      'an older version, which support has approved',
      { installed: [now('AAAAA', { v: 1, sha256: OTHER, default: true })], defaults: [{ c: 'AAAAA', name: '' }] },
      [{ kind: 'fetch', code: 'AAAAA', name: 'Drill AAAAA', default: true, again: true, announced: { version: 1, sha256: OTHER } }],
    ],
    ['the flag', { installed: [now('AAAAA', { default: true })], defaults: [{ c: 'AAAAA', name: '' }] }, [{ kind: 'flag', code: 'AAAAA', default: true }]],
    [
      'a missing default',
      { installed: [now('AAAAA')], defaults: [{ c: 'BBBBB', name: 'Putts' }] },
      [{ kind: 'fetch', code: 'BBBBB', name: 'Putts', default: true, again: false, announced: null }],
    ],
    ['no news', { installed: [], defaults: [] }, []],
    ['unrelated news', { installed: [now('CCCCC', { v: 9 }), { c: 'DDDDD', gone: true }], defaults: [] }, []],
  ]; // oxfmt-ignore
  for (const [what, news, steps] of rows) t.deepEqual(planOf([local('AAAAA')], news), { steps, failures: [] }, what);
});

test('[R107] clears a flag that support cleared, without a download', (t) => {
  const news = { installed: [now('AAAAA')], defaults: [] };
  t.deepEqual(planOf([local('AAAAA', { default: true })], news).steps, [
    { kind: 'flag', code: 'AAAAA', default: false },
  ]);
});

test('[R111] frees slots first, then reports and skips defaults beyond the sixth slot', (t) => {
  const codes = ['AAAAA', 'BBBBB', 'CCCCC', 'DDDDD', 'EEEEE'];
  const installed = codes.map((code) => local(code));
  const news: UpdateNews = {
    installed: [now('AAAAA', { v: 4 }), { c: 'BBBBB', gone: true }],
    defaults: ['FFFFF', 'AAAAA', 'FFFFF', 'GGGGG', 'HHHHH'].map((c) => ({ c, name: c === 'HHHHH' ? 'Clock' : '' })),
  };
  t.deepEqual(stepsOf(installed, news), ['remove BBBBB', 'fetch AAAAA', 'fetch FFFFF', 'fetch GGGGG']);
  t.deepEqual(planOf(installed, news).failures, [{ of: 'HHHHH', sentence: 'No slot for Clock: remove an extension.' }]);
});

/**
 * Returns the extensions of a device after every step of a plan has succeeded; `served` lists the extensions that the
 * store serves.
 */
function carriedOut(installed: readonly Installed[], news: UpdateNews, served: readonly ReturnType<typeof now>[]) {
  let list = installed;
  for (const step of planOf(installed, news).steps) {
    const is = 'code' in step ? served.find(({ c }) => c === step.code) : undefined;
    const fetched =
      is && step.kind === 'fetch' ? local(is.c, { version: is.v, sha256: is.sha256, default: step.default }) : null;
    list = changeOf(step, fetched, list)?.installed ?? list;
  }
  return list;
}

test('[R108] a completed plan leaves no steps for the same store, except defaults without a slot', (t) => {
  const CODES = ['AAAAA', 'BBBBB', 'CCCCC', 'DDDDD', 'EEEEE', 'FFFFF', 'GGGGG', 'HHHHH', 'JJJJJ'];
  const entry = fc.record({ v: fc.integer({ min: 1, max: 3 }), default: fc.boolean(), here: fc.boolean(), version: fc.integer({ min: 1, max: 3 }), flag: fc.boolean(), gone: fc.boolean() }); // oxfmt-ignore
  fc.assert(
    fc.property(fc.array(entry, { minLength: 9, maxLength: 9 }), (entries) => {
      const all = entries.map((each, i) => ({ ...each, c: CODES[i] ?? '' }));
      const served = all.filter(({ gone }) => !gone).map(({ c, v, default: flag }) => now(c, { v, default: flag }));
      const defaults = served.filter((each) => each.default).map(({ c, name }) => ({ c, name }));
      const installed = all
        .filter(({ here }) => here)
        .slice(0, 6)
        .map(({ c, version, flag }) => local(c, { version, default: flag }));
      const newsFor = (list: readonly Installed[]): UpdateNews => ({
        installed: list.map(({ code }) => served.find(({ c }) => c === code) ?? { c: code, gone: true as const }),
        defaults,
      });
      const after = carriedOut(installed, newsFor(installed), served);
      t.deepEqual(planOf(after, newsFor(after)).steps, []);
      t.true(after.length <= 6);
      t.is(new Set(after.map(({ code }) => code)).size, after.length);
      const wanted = installed.filter(({ code }) => served.some(({ c }) => c === code)).map(({ code }) => code);
      t.deepEqual(after.map(({ code }) => code).slice(0, wanted.length), wanted, 'no other extension loses its slot');
    }),
    { seed: 5, numRuns: 500 },
  );
});

test('[R107] a check sends each installed extension with its version, the firmware and the device', (t) => {
  const { fw, ...rest } = checkOf([local('AAAAA'), local('BBBBB', { version: 7 })], 'TP-0123456789AB', '0.9.0');
  t.deepEqual(rest, { installed: [{ c: 'AAAAA', v: 3 }, { c: 'BBBBB', v: 7 }], dev: 'TP-0123456789AB' }); // oxfmt-ignore
  t.is(fw, '0.9.0');
});

const BYTES = new TextEncoder().encode('manifest { name = "A", kind = "drill" }');
const GOOD = { 'x-extension-id': 'AAAAA', 'x-extension-version': '4', 'x-extension-sha256': sha256Of(BYTES) };
const STEP: FetchStep = { kind: 'fetch', code: 'AAAAA', name: 'A', default: false, again: true, announced: { version: 4, sha256: sha256Of(BYTES) } }; // oxfmt-ignore

test('[R103] accepts a script only if its bytes, code and version match the announcement', (t) => {
  const read = (headers: Readonly<Record<string, string>>, bytes = BYTES, step = STEP) =>
    textFrom({ status: 200, headers, bytes }, step);
  t.true(read(GOOD).ok);
  t.true(read(GOOD, BYTES, { ...STEP, announced: null }).ok);
  const refused: readonly [string, ReturnType<typeof read>, RegExp][] = [
    ['half a text', read(GOOD, BYTES.subarray(0, 20)), /damaged/],
    ['no text', read(GOOD, new Uint8Array()), /damaged/],
    ['another text', read(GOOD, BYTES.map((byte, i) => (i === 12 ? byte ^ 1 : byte))), /damaged/],
    ['another code', read({ ...GOOD, 'x-extension-id': 'BBBBB' }), /something else/],
    ['a version other than the check announced', read({ ...GOOD, 'x-extension-version': '5' }), /something else/],
    ['a hash other than the check announced', read({ ...GOOD, 'x-extension-sha256': SHA }), /something else/],
    ['a wrong hash that was not announced', read({ ...GOOD, 'x-extension-sha256': SHA }, BYTES, { ...STEP, announced: null }), /damaged/],
    ['no headers', read({}), /no compatible extension store/],
    ['a hash in capitals', read({ ...GOOD, 'x-extension-sha256': sha256Of(BYTES).toUpperCase() }), /no compatible extension store/],
    ['version 0', read({ ...GOOD, 'x-extension-version': '0' }), /no compatible extension store/],
    ['version 2.5', read({ ...GOOD, 'x-extension-version': '2.5' }), /no compatible extension store/],
  ]; // oxfmt-ignore
  for (const [what, result, message] of refused) t.regex(result.ok ? 'taken' : result.error.message, message, what);
});

test('[R116] every other answer yields a reason that can end a sentence', (t) => {
  for (const status of [201, 204, 301, 302, 400, 401, 404, 410, 418, 429, 500, 502, 503]) {
    const check = newsFrom({ status, text: '{"installed":[],"defaults":[]}' });
    const text = textFrom({ status, headers: GOOD, bytes: BYTES }, STEP);
    for (const answer of [check, text]) {
      const sentence = answer.ok ? '' : failureOf(STEP, answer.error.message).sentence;
      t.regex(sentence, /^A was not updated: [a-z][^\n.]+\.$/, `${status}`);
    }
  }
});

test('[R116] rejects an invalid check answer as a whole', (t) => {
  const good = { installed: [now('AAAAA')], defaults: [] };
  t.true(newsFrom({ status: 200, text: JSON.stringify(good) }).ok);
  const bad: readonly string[] = [
    '',
    '<html><body>Sign in to the hotel</body></html>',
    'null',
    '[]',
    '{}',
    '{"installed":[]}',
    ...[
      { ...good, installed: [{ c: 'AAAAA' }] },
      { ...good, installed: [{ c: 'AAAAA', gone: false }] },
      { ...good, installed: [now('aaaaa')] },
      { ...good, installed: [now('AAAAAA')] },
      { ...good, installed: [now('AAAAA', { v: 0 })] },
      { ...good, installed: [now('AAAAA', { v: 2_147_483_648 })] },
      { ...good, installed: [now('AAAAA', { sha256: 'x' })] },
      { ...good, installed: [{ ...now('AAAAA'), default: 1 }] },
      { ...good, installed: Array.from({ length: 65 }, () => now('AAAAA')) },
      { ...good, defaults: [{ c: 'U2345' }] },
      { ...good, defaults: {} },
    ].map((each) => JSON.stringify(each)),
  ];
  for (const text of bad) t.false(newsFrom({ status: 200, text }).ok, text);
});
