// The round and the settings of an experience: lengths, ranges and sizes on both sides, and their canonical form.

import test, { type ExecutionContext } from 'ava';
import fc from 'fast-check';
import { readRequest } from '../../../wire/relay/requests.ts';
import { ROUND, withField } from '../../support/wire-samples.ts';
import { fieldsOf } from '../../support/read-json.ts';

const publish = (round: unknown) => readRequest('host', { action: 'round', round });
const choose = (cfg: unknown) => readRequest('host', { action: 'experience', exp: { mode: 9, gen: 1, cfg } });

/** The round or the settings as they are kept. */
function kept(t: ExecutionContext, read: ReturnType<typeof publish>): Readonly<Record<string, unknown>> {
  if (!read.ok) throw new Error(read.error.message);
  const { round, exp } = fieldsOf(read.value.body);
  t.truthy(round ?? exp);
  return fieldsOf(round ?? fieldsOf(exp)['cfg']);
}

function refused(t: ExecutionContext, read: ReturnType<typeof publish>, names: RegExp): void {
  if (read.ok) return void t.fail(`taken, but ${String(names)}`);
  t.is(read.error.code, 'bad_value');
  t.regex(read.error.message, names);
  t.regex(read.error.message, /^(round|exp)[.\w]* [^\n]*[^.]\.$/);
}

/** A round of n seats and nh holes before its first putt. */
const roundOf = (n: number, nh: number) => ({
  ...ROUND,
  hole: 1,
  turn: 0,
  n,
  nh,
  ro: Array.from({ length: n }, (_, seat) => ({ n: `P${seat}`, d: seat ? 'Silver Violin' : '', c: seat, h: 0 })),
  ho: Array.from({ length: nh }, () => 12.5),
  sc: Array.from({ length: n }, () => Array.from({ length: nh }, () => 0)),
  rem: Array.from({ length: n }, () => 12.5),
  hd: Array.from({ length: n }, () => 0),
  td: Array.from({ length: n }, () => 0),
  ord: Array.from({ length: n }, (_, seat) => seat),
  shot: null,
  note: null,
});

test('[C4] a round has 1 to 4 seats and 1 to 18 holes', (t) => {
  for (const [n, nh] of [
    [1, 1],
    [4, 18],
    [1, 18],
    [4, 1],
  ] as const)
    t.deepEqual(kept(t, publish(roundOf(n, nh))), roundOf(n, nh));
  refused(t, publish(roundOf(0, 9)), /^round\.n is a whole number from 1 to 4\.$/);
  refused(t, publish(roundOf(5, 9)), /^round\.n /);
  refused(t, publish(roundOf(2, 0)), /^round\.(nh|hole) /);
  refused(t, publish(roundOf(2, 19)), /^round\.nh is a whole number from 1 to 18\.$/);
});

test('[R82] every list has one entry for each seat, or for each hole', (t) => {
  for (const name of ['ro', 'sc', 'rem', 'hd', 'td', 'ord'] as const) {
    const list: readonly unknown[] = ROUND[name];
    refused(t, publish({ ...ROUND, [name]: list.slice(1) }), new RegExp(`^round .*\\b${name}\\b`));
    refused(t, publish({ ...ROUND, [name]: [...list, list[0]] }), new RegExp(`^round .*\\b${name}\\b`));
    refused(t, publish({ ...ROUND, [name]: [] }), new RegExp(`^round .*\\b${name}\\b`));
  }
  for (const ho of [[], [10.5, 22], [10.5, 22, 8.1, 1]]) refused(t, publish({ ...ROUND, ho }), /^round .*\bho\b/);
  for (const row of [[], [2, 1], [2, 1, 0, 0]])
    refused(t, publish({ ...ROUND, sc: [row, [3, 0, 0]] }), /^round .*\bsc\b/);
});

test('[R82] the hole is one of the round, the turn and the order are of its seats', (t) => {
  kept(t, publish({ ...ROUND, hole: 1 }));
  kept(t, publish({ ...ROUND, hole: 3 }));
  refused(t, publish({ ...ROUND, hole: 0 }), /^round\.hole /);
  refused(t, publish({ ...ROUND, hole: 4 }), /^round .*\bhole\b/);
  kept(t, publish({ ...ROUND, turn: 0 }));
  refused(t, publish({ ...ROUND, turn: 2 }), /^round .*\bturn\b/);
  refused(t, publish({ ...ROUND, turn: -1 }), /^round\.turn /);
  refused(t, publish({ ...ROUND, ord: [0, 2] }), /^round .*\bord\b/);
  refused(t, publish({ ...ROUND, ord: [0, -1] }), /^round\.ord\.1 /);
});

const TEXTS: readonly (readonly [string, readonly unknown[], readonly unknown[]])[] = [
  ['id', [0, 9_007_199_254_740_991], [-1, 0.5, '7', null, 2 ** 53, Infinity]],
  ['ph', ['lobby', 'play', 'done'], ['', 'Play', 'over', 'toString', null, 1]],
  ['hole', [1, 3], [0, 19, 1.5, '1', null]],
  ['turn', [0, 1], [-1, 0.5, 4, '0', null]],
  ['n', [2], [0, 5, 1.5, '2', null]],
  ['nh', [3], [0, 19, 2.5, '3', null]],
  ['ro.0.n', ['', 'x'.repeat(16), '🏌'.repeat(16)], ['x'.repeat(17), '🏌'.repeat(17), null, 1]],
  ['ro.1.d', ['', 'Silver Violin', 'x'.repeat(32)], ['x'.repeat(33), null, 1]],
  ['ro.0.c', [0, 7], [-1, 0.5, '0', null]],
  ['ro.0.h', [0, 54], [-1, 55, 3.5, '3', null]],
  ['ro.0', [], [null, 'Ann', 1]],
  ['ro', [], [null, {}, 'Ann', { length: 2 }]],
  ['ho.0', [0, 10.5, -0.5], [null, '10.5', Infinity, true]],
  ['sc.1.0', [0, 9], [-1, 0.5, '3', null, Infinity]],
  ['sc.1', [], [null, 3, {}]],
  ['rem.0', [0, 4.25], [null, '0', Infinity]],
  ['hd.1', [0, 1], [2, -1, 0.5, true, false, null]],
  ['td.1', [0, 1], [2, -1, 0.5, true, false, null]],
  ['ord.0', [0, 1], [4, 0.5, '1', null]],
  ['shot', [null], [0, '', true]],
  ['shot.seq', [0, 5], [-1, 0.5, null]],
  ['shot.p', [0, 3], [-1, 4, null]],
  ['shot.hole', [1, 18], [0, 19, null]],
  ...['mps', 'face', 'aoa', 'ratio', 'x', 'y', 'rem'].map(
    (name) => [`shot.${name}`, [0, -1.5], [null, '1', Infinity, -Infinity, true]] as const,
  ),
  ['shot.v', ['', 'holed', 'lip', 'miss', 'short'], ['Holed', 'long', 'constructor', null, 0]],
  ['shot.holed', [true, false], [0, 1, 'true', null]],
  ['note', [null], [0, '', true]],
  ['note.seq', [0, 2], [-1, 0.5, null]],
  ['note.t', ['', 'x'.repeat(400)], [null, 1, []]],
];

for (const [field, good, bad] of TEXTS)
  test(`[C4] ${field} of a round has its type and its limits`, (t) => {
    for (const value of good) kept(t, publish(withField(ROUND, field, value)));
    for (const value of bad)
      refused(t, publish(withField(ROUND, field, value)), new RegExp(`^round\\.${field.replaceAll('.', '\\.')} `));
    const may_be_absent = field === 'shot' || field === 'note';
    if (may_be_absent) t.is(kept(t, publish(withField(ROUND, field, undefined)))[field], null);
    else if (!/\.\d$/.test(field))
      refused(t, publish(withField(ROUND, field, undefined)), new RegExp(`^round\\.${field} is missing\\.$`));
  });

/** The length of the sample without its note's text, counted by Python: len(json.dumps(…, separators=(',', ':'), ensure_ascii=False)). */
const CHARS_WITHOUT_NOTE = 382;
const noteOf = (t: string) => withField(ROUND, 'note.t', t);

test('[R79] a round has at most 1600 characters of its canonical JSON', (t) => {
  kept(t, publish(noteOf('x'.repeat(1600 - CHARS_WITHOUT_NOTE))));
  refused(t, publish(noteOf('x'.repeat(1601 - CHARS_WITHOUT_NOTE))), /^round .*1600 characters/);
  refused(t, publish(noteOf('x'.repeat(1601))), /^round\.note\.t .*1600 characters/);
});

test('[R79] characters are counted as they stand in the JSON: an emoji is one, an escaped quote is two', (t) => {
  kept(t, publish(noteOf('🏌'.repeat(1600 - CHARS_WITHOUT_NOTE))));
  refused(t, publish(noteOf('🏌'.repeat(1601 - CHARS_WITHOUT_NOTE))), /^round .*1600 characters/);
  const quotes = '"'.repeat((1600 - CHARS_WITHOUT_NOTE) / 2);
  kept(t, publish(noteOf(quotes)));
  refused(t, publish(noteOf(`${quotes}x`)), /^round .*1600 characters/);
});

test('[C22] [R79] what is not kept does not count: unknown fields, white space, the spelling of a number', (t) => {
  const spacious = `{"extra": ${JSON.stringify('x'.repeat(1600))}, ${JSON.stringify(noteOf('x'.repeat(1600 - CHARS_WITHOUT_NOTE))).slice(1)}`;
  kept(t, publish(JSON.parse(spacious.replace('10.5', `10.5${'0'.repeat(50)}`))));
});

test('[C22] a round is kept in the order of the documents, whatever order it came in', (t) => {
  const reversed = (data: unknown): unknown => {
    if (Array.isArray(data)) return data.map(reversed);
    if (typeof data !== 'object' || data === null) return data;
    return Object.fromEntries(
      Object.entries(data)
        .map(([key, value]): [string, unknown] => [key, reversed(value)])
        .toReversed(),
    );
  };
  const round = kept(t, publish(reversed(ROUND)));
  t.is(JSON.stringify(round), JSON.stringify(ROUND));
  t.is(Object.keys(round).join(' '), 'id ph hole turn n nh ro ho sc rem hd td ord shot note');
  t.is(Object.keys(fieldsOf(round['shot'])).join(' '), 'seq p hole mps face aoa ratio v holed x y rem');
});

const entries = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`key${i}`, i]));

test('[R71] cfg has at most 24 entries', (t) => {
  t.is(Object.keys(kept(t, choose(entries(24)))).length, 24);
  t.deepEqual(kept(t, choose({})), {});
  refused(t, choose(entries(25)), /^exp\.cfg .*24 entries/);
});

test('[R71] a key of cfg has at most 12 characters', (t) => {
  for (const key of ['', 'x', 'x'.repeat(12), 'é'.repeat(12), '🏌'.repeat(12)])
    t.deepEqual(kept(t, choose({ [key]: 1 })), { [key]: 1 });
  for (const key of ['x'.repeat(13), '🏌'.repeat(13)]) refused(t, choose({ ok: 1, [key]: 1 }), /^exp\.cfg .*12/);
});

test('[R71] a value of cfg is a whole number', (t) => {
  for (const value of [-9_007_199_254_740_991, -1, 0, 1, 9_007_199_254_740_991])
    t.deepEqual(kept(t, choose({ stimp: value })), { stimp: value });
  for (const json of ['0.5', '1e309', '-1e309', '9007199254740992', 'null', '"1"', 'true', '[]', '[1]', '{}'])
    refused(t, choose({ ok: 1, stimp: JSON.parse(json) as unknown }), /^exp\.cfg .*whole numbers/);
});

test('[R71] cfg is an object', (t) => {
  for (const json of ['null', '[]', '[1]', '0', '"stimp"', 'true']) refused(t, choose(JSON.parse(json)), /^exp\.cfg /);
});

test('[R71] [C22] names that every object has are names like any other in cfg', (t) => {
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

test('[R71] [C22] __proto__ counts as one of the 24 entries', (t) => {
  const text = (count: number): string => `{"__proto__":1,${JSON.stringify(entries(count)).slice(1)}`;
  t.is(Object.keys(kept(t, choose(JSON.parse(text(23))))).length, 24);
  refused(t, choose(JSON.parse(text(24))), /^exp\.cfg .*24 entries/);
});

test('[C22] cfg keeps every name and value, whatever order they come in', (t) => {
  const name = fc.string({ maxLength: 12, unit: 'grapheme-ascii' });
  fc.assert(
    fc.property(fc.dictionary(name, fc.maxSafeInteger(), { maxKeys: 24 }), (cfg) => {
      const sorted = (from: object): unknown => Object.entries(from).sort(([a], [b]) => (a < b ? -1 : 1));
      t.deepEqual(sorted(kept(t, choose(cfg))), sorted(cfg));
    }),
    { numRuns: 200, seed: 5 },
  );
});
