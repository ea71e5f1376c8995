// Settings of an experience: lengths, ranges and sizes on both sides, and their canonical form.

import test, { type ExecutionContext } from 'ava';
import fc from 'fast-check';
import { readRequest } from '../../../wire/relay/requests.ts';
import { fieldsOf } from '../../support/read-json.ts';

const choose = (cfg: unknown) => readRequest('host', { action: 'experience', exp: { mode: 9, gen: 1, cfg } });

/** Returns the settings as the relay stores them. */
function kept(t: ExecutionContext, read: ReturnType<typeof choose>): Readonly<Record<string, unknown>> {
  if (!read.ok) throw new Error(read.error.message);
  const { exp } = fieldsOf(read.value.body);
  t.truthy(exp);
  return fieldsOf(fieldsOf(exp)['cfg']);
}

function refused(t: ExecutionContext, read: ReturnType<typeof choose>, names: RegExp): void {
  if (read.ok) return void t.fail(`accepted, expected ${String(names)}`);
  t.is(read.error.code, 'bad_value');
  t.regex(read.error.message, names);
  t.regex(read.error.message, /^exp[.\w]* [^\n]*[^.]\.$/);
}

const entries = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`key${i}`, i]));

test('[R71] limits cfg to 24 entries', (t) => {
  t.is(Object.keys(kept(t, choose(entries(24)))).length, 24);
  t.deepEqual(kept(t, choose({})), {});
  refused(t, choose(entries(25)), /^exp\.cfg .*24 entries/);
});

test('[R71] limits a key of cfg to 12 characters', (t) => {
  for (const key of ['', 'x', 'x'.repeat(12), 'é'.repeat(12), '🏌'.repeat(12)])
    t.deepEqual(kept(t, choose({ [key]: 1 })), { [key]: 1 });
  for (const key of ['x'.repeat(13), '🏌'.repeat(13)]) refused(t, choose({ ok: 1, [key]: 1 }), /^exp\.cfg .*12/);
});

test('[R71] requires whole numbers as values of cfg', (t) => {
  for (const value of [-9_007_199_254_740_991, -1, 0, 1, 9_007_199_254_740_991])
    t.deepEqual(kept(t, choose({ stimp: value })), { stimp: value });
  for (const json of ['0.5', '1e309', '-1e309', '9007199254740992', 'null', '"1"', 'true', '[]', '[1]', '{}'])
    refused(t, choose({ ok: 1, stimp: JSON.parse(json) as unknown }), /^exp\.cfg .*whole numbers/);
});

test('[R71] requires an object as cfg', (t) => {
  for (const json of ['null', '[]', '[1]', '0', '"stimp"', 'true']) refused(t, choose(JSON.parse(json)), /^exp\.cfg /);
});

test('[R71] [C22] treats names of Object.prototype like any other in cfg', (t) => {
  const json = '{"__proto__":5,"constructor":6,"hasOwnProperty":7,"toString":8,"valueOf":9}';
  refused(t, choose(JSON.parse(json)), /^exp\.cfg .*12/); // hasOwnProperty has 14 characters
  const text = json.replace('"hasOwnProperty":7,', '');
  const cfg = kept(t, choose(JSON.parse(text)));
  t.is(JSON.stringify(cfg), text);
  t.is(Object.getPrototypeOf(cfg), Object.prototype);
  t.is(typeof {}.toString, 'function');
  t.deepEqual(Object.keys(Object.prototype), []);
  refused(t, choose(JSON.parse('{"__proto__":{"polluted":1}}')), /^exp\.cfg .*whole numbers/);
});

test('[R71] [C22] counts __proto__ as one of the 24 entries', (t) => {
  const text = (count: number): string => `{"__proto__":1,${JSON.stringify(entries(count)).slice(1)}`;
  t.is(Object.keys(kept(t, choose(JSON.parse(text(23))))).length, 24);
  refused(t, choose(JSON.parse(text(24))), /^exp\.cfg .*24 entries/);
});

test('[C22] keeps every name and value of cfg in any order of arrival', (t) => {
  const name = fc.string({ maxLength: 12, unit: 'grapheme-ascii' });
  fc.assert(
    fc.property(fc.dictionary(name, fc.maxSafeInteger(), { maxKeys: 24 }), (cfg) => {
      const sorted = (from: object): unknown => Object.entries(from).sort(([a], [b]) => (a < b ? -1 : 1));
      t.deepEqual(sorted(kept(t, choose(cfg))), sorted(cfg));
    }),
    { numRuns: 200, seed: 5 },
  );
});
