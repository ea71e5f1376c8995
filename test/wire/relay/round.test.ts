// A round as our device publishes it, with limits on both sides, and a round as the relay carries it for any host.

import test, { type ExecutionContext } from 'ava';
import { readRequest } from '../../../wire/relay/requests.ts';
import { readRound } from '../../../wire/relay/round.ts';
import { fieldsOf } from '../../support/read-json.ts';
import { ROUND, withField } from '../../support/relay/wire-samples.ts';

/** Returns a round of n seats and nh holes before its first putt. */
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

const isOurs = (t: ExecutionContext, round: unknown) => t.deepEqual(readRound(round) as unknown, round);
const isNotOurs = (t: ExecutionContext, round: unknown, why?: string) => t.is(readRound(round), null, why);

test('[C4] limits our own rounds to 1 to 4 seats and 1 to 18 holes', (t) => {
  for (const [n, nh] of [
    [1, 1],
    [4, 18],
    [1, 18],
    [4, 1],
  ] as const)
    isOurs(t, roundOf(n, nh));
  for (const [n, nh] of [
    [0, 9],
    [5, 9],
    [2, 0],
    [2, 19],
  ] as const)
    isNotOurs(t, roundOf(n, nh));
});

test('[R82] requires one entry per seat or hole in every list of our own rounds', (t) => {
  for (const name of ['ro', 'sc', 'rem', 'hd', 'td', 'ord'] as const) {
    const list: readonly unknown[] = ROUND[name];
    for (const other of [list.slice(1), [...list, list[0]], []]) isNotOurs(t, { ...ROUND, [name]: other }, name);
  }
  for (const ho of [[], [10.5, 22], [10.5, 22, 8.1, 1]]) isNotOurs(t, { ...ROUND, ho });
  for (const row of [[], [2, 1], [2, 1, 0, 0]]) isNotOurs(t, { ...ROUND, sc: [row, [3, 0, 0]] });
});

test('[R82] requires a hole, turn and order within our own round', (t) => {
  for (const hole of [1, 3]) isOurs(t, { ...ROUND, hole });
  for (const hole of [0, 4]) isNotOurs(t, { ...ROUND, hole });
  isOurs(t, { ...ROUND, turn: 0 });
  for (const turn of [2, -1]) isNotOurs(t, { ...ROUND, turn });
  for (const ord of [
    [0, 2],
    [0, -1],
  ])
    isNotOurs(t, { ...ROUND, ord });
});

/** Valid and invalid values of each field of our own rounds. */
const FIELDS: readonly (readonly [string, readonly unknown[], readonly unknown[]])[] = [
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

for (const [field, good, bad] of FIELDS)
  test(`[C4] checks the type and limits of ${field} in our own rounds`, (t) => {
    for (const value of good) isOurs(t, withField(ROUND, field, value));
    for (const value of bad) isNotOurs(t, withField(ROUND, field, value), JSON.stringify(value));
    const absent = withField(ROUND, field, undefined);
    if (field === 'shot' || field === 'note') t.is(readRound(absent)?.[field], null);
    else isNotOurs(t, absent);
  });

const publish = (round: unknown) => readRequest('host', { action: 'round', round });

/** Returns the round as the relay stores it. */
function carried(round: unknown): Readonly<Record<string, unknown>> {
  const read = publish(round);
  if (!read.ok) throw new Error(read.error.message);
  return fieldsOf(fieldsOf(read.value.body)['round']);
}

function refused(t: ExecutionContext, round: unknown, names: RegExp): void {
  const read = publish(round);
  if (read.ok) return void t.fail(`accepted, expected ${String(names)}`);
  t.is(read.error.code, 'bad_value');
  t.regex(read.error.message, names);
  t.regex(read.error.message, /^round[.\w]* [^\n]*[^.]\.$/);
}

/** Rounds of third-party hosts where the spec sets no limits. */
const FOREIGN: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ['with one list shorter and one longer than its seats', { ord: [1], td: [0, 0, 0], sc: [] }],
  ['with a hole object in place of a distance', { ho: [{ ft: 10.5, par: 2 }, null, '8 ft'] }],
  ['with true and false in place of 1 and 0', { hd: [true, false], td: [false, false] }],
  ['with names in place of seats', { ord: ['Bob', 'Ann'] }],
  ['with a long name and a handicap of minus two', { ro: [{ n: 'x'.repeat(60), d: 'Silver Violin', c: -1, h: -2.5 }] }],
  ['with entries that lack fields and have others', { ro: [{}, { n: 'Ann', club: 'Acorn' }] }],
  ['without seats or holes', { n: 0, nh: 0, hole: 0, turn: -1, ro: [], ho: [], sc: [] }],
  ['of 27 holes and eight seats', { n: 8, nh: 27, hole: 27, turn: 7 }],
  ['with another verdict', { shot: { ...ROUND.shot, v: 'gimme', holed: 1, rem: null } }],
  ['with a shot and a note in its own format', { shot: { by: 'Ann' }, note: { t: ['a', 'b'], level: 'info' } }],
  ['with fields of its own', { weather: 'rain', greens: { stimp: 11 } }],
  ['with numbers below zero', { id: -7, turn: -1 }],
];

for (const [what, fields] of FOREIGN)
  test(`[C4] relays a round ${what} unchanged`, (t) => {
    const round = { ...ROUND, ...fields };
    t.deepEqual(carried(round), round);
  });

test('[C4] requires each documented field of a round with its documented type', (t) => {
  for (const name of ['id', 'hole', 'turn', 'n', 'nh']) {
    for (const value of [0, -3, 9_007_199_254_740_991]) t.is(carried({ ...ROUND, [name]: value })[name], value);
    for (const value of [0.5, '1', null, true, [], 2 ** 53])
      refused(t, { ...ROUND, [name]: value }, new RegExp(`^round\\.${name} `));
  }
  for (const ph of ['lobby', 'play', 'done']) t.is(carried({ ...ROUND, ph })['ph'], ph);
  for (const ph of ['', 'Play', 'over', 'toString', null, 1]) refused(t, { ...ROUND, ph }, /^round\.ph /);
  for (const name of ['ro', 'ho', 'sc', 'rem', 'hd', 'td', 'ord'])
    for (const value of [null, {}, 'Ann', { length: 2 }, 1])
      refused(t, { ...ROUND, [name]: value }, new RegExp(`^round\\.${name} must be a list\\.$`));
  for (const value of [null, 'Ann', 1]) refused(t, { ...ROUND, ro: [value] }, /^round\.ro\.0 must be an object\.$/);
  for (const name of ['shot', 'note'])
    for (const value of [0, '', true]) refused(t, { ...ROUND, [name]: value }, new RegExp(`^round\\.${name} `));
  for (const round of [null, 7, 'play']) refused(t, round, /^round must be an object\.$/);
});

test('[C4] refuses a round without a documented field, except shot and note, which become null', (t) => {
  for (const name of Object.keys(ROUND)) {
    const { [name]: _, ...rest } = fieldsOf(ROUND);
    if (name === 'shot' || name === 'note') t.deepEqual(carried(rest), { ...rest, [name]: null });
    else refused(t, rest, new RegExp(`^round\\.${name} is missing\\.$`));
  }
});

/**
 * Length of the sample without its note's text, counted by Python: len(json.dumps(…, separators=(',', ':'),
 * ensure_ascii=False)).
 */
const CHARS_WITHOUT_NOTE = 382;
const noteOf = (t: string) => withField(ROUND, 'note.t', t);

test('[R79] limits a round to 1600 characters of canonical JSON', (t) => {
  const longest = noteOf('x'.repeat(1600 - CHARS_WITHOUT_NOTE));
  const too_long = noteOf('x'.repeat(1601 - CHARS_WITHOUT_NOTE));
  t.deepEqual(carried(longest), longest);
  refused(t, too_long, /^round .*1600 characters/);
  isOurs(t, longest);
  isNotOurs(t, too_long);
});

test('[R79] counts characters of the JSON: one for an emoji, two for an escaped quote', (t) => {
  carried(noteOf('🏌'.repeat(1600 - CHARS_WITHOUT_NOTE)));
  refused(t, noteOf('🏌'.repeat(1601 - CHARS_WITHOUT_NOTE)), /^round .*1600 characters/);
  const quotes = '"'.repeat((1600 - CHARS_WITHOUT_NOTE) / 2);
  carried(noteOf(quotes));
  refused(t, noteOf(`${quotes}x`), /^round .*1600 characters/);
});

test('[C4] [R79] counts unknown fields, but not white space or the spelling of numbers', (t) => {
  const room = 1600 - CHARS_WITHOUT_NOTE - '"odd":"",'.length;
  const spacious = (odd: string): unknown =>
    JSON.parse(
      `{ "odd": "${odd}", ${JSON.stringify(noteOf(''))
        .slice(1)
        .replace('10.5', `10.5${'0'.repeat(50)}`)}`,
    );
  t.is(carried(spacious('x'.repeat(room)))['odd'], 'x'.repeat(room));
  refused(t, spacious('x'.repeat(room + 1)), /^round .*1600 characters/);
});

test('[R79] refuses a deeply nested list as too long without failing', (t) => {
  const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));
  const room = (1600 - CHARS_WITHOUT_NOTE - '"odd":,'.length) / 2;
  t.truthy(carried({ ...noteOf(''), odd: nested(Math.floor(room)) }));
  for (const depth of [Math.floor(room) + 1, 801, 8000])
    refused(t, { ...noteOf(''), odd: nested(depth) }, /^round .*1600 characters/);
});

test('[C22] stores a round in documented field order, whatever order it arrived in', (t) => {
  const reversed = (data: unknown): unknown => {
    if (Array.isArray(data)) return data.map(reversed);
    if (typeof data !== 'object' || data === null) return data;
    return Object.fromEntries(
      Object.entries(data)
        .map(([key, value]): [string, unknown] => [key, reversed(value)])
        .toReversed(),
    );
  };
  const round = carried(reversed(ROUND));
  t.is(JSON.stringify(round), JSON.stringify(ROUND));
  t.is(Object.keys(round).join(' '), 'id ph hole turn n nh ro ho sc rem hd td ord shot note');
  t.is(Object.keys(fieldsOf(round['shot'])).join(' '), 'seq p hole mps face aoa ratio v holed x y rem');
});
