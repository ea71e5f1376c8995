// Relay answers as a device reads them: the state nested or merged, missing fields, and every kind of garbage.

import test, { type ExecutionContext } from 'ava';
import fc from 'fast-check';
import { readAnswer, readExperience, type RelayAnswer } from '../../../wire/relay/answers.ts';
import { readRound } from '../../../wire/relay/round.ts';
import { mutations } from '../../support/device/spoilt-data.ts';
import { valueOf } from '../../support/results.ts';
import { PUTT, ROUND, withField } from '../../support/relay/wire-samples.ts';
import { fieldsOf } from '../../support/read-json.ts';

type Fields = Readonly<Record<string, unknown>>;

const STATE = {
  players: [
    { name: 'Stout Parrot', host: true, players: [{ n: 'Ann', h: 3 }] },
    { name: 'Silver Violin', host: false, fol: true, players: [{ n: 'Bob', h: 54 }] },
  ],
  ev: { seq: 5, kind: 'aim', name: 'Silver Violin', steps: -3 },
  replay: false,
  replay_by: '',
  host_online: true,
  exp: { mode: 11, gen: 4, cfg: { holes: 3, stimp: 10 } },
  round: ROUND,
  sim: 'none',
  st: 'd61c5930',
};

const ITEMS = [
  { seq: 8, kind: 'aim', name: 'Silver Violin', steps: -3 },
  { seq: 9, kind: 'club', name: 'Silver Violin', club: 31 },
  { seq: 12, kind: 'putt', name: 'Bold Acorn', putt: PUTT, ms: 140 },
  { seq: 13, kind: 'mulligan', name: 'Bold Acorn' },
];

/** An answer of each route with every field that it may have. */
const ANSWERS: Readonly<Record<string, Fields>> = {
  host: { status: 'ok', code: 'ABC123', next_seq: 4 },
  poll: { status: 'ok', items: ITEMS, next_seq: 14, code: 'ABC123', away: ['Zesty Zebra'] },
  join: { status: 'offline', code: 'ABC123', label: 'Silver Violin', host_label: 'Stout Parrot', host_name: 'Studio', host_stopped: true }, // oxfmt-ignore
  input: { status: 'busy', seq: 0 },
};

const read = (t: ExecutionContext, answer: unknown): RelayAnswer => valueOf(t, readAnswer(JSON.stringify(answer)));

/** Fields of an answer without content. */
const NOTHING = {
  code: '',
  next_seq: 0,
  seq: 0,
  items: [],
  label: '',
  host_label: '',
  host_name: '',
  host_stopped: false,
  away: null,
  server_time: 0,
  state: null,
};

/** Asserts that the text is refused with a single sentence. */
function refused(t: ExecutionContext, text: string, expected = /./): void {
  const answer = readAnswer(text);
  if (answer.ok) return void t.fail(`${text} was accepted`);
  t.is(answer.error.code, 'bad_value');
  t.regex(answer.error.message, expected);
  t.regex(answer.error.message, /^[\w.]+ [^\n]*[^.]\.$|^the body must be an object\.$/);
}

for (const [route, answer] of Object.entries(ANSWERS)) {
  test(`[C1] reads an answer of ${route} the same with its state nested or merged`, (t) => {
    const nested = read(t, { ...answer, state: STATE });
    t.deepEqual(nested.state as unknown, STATE);
    t.deepEqual(read(t, { ...answer, ...STATE }), nested);
    t.deepEqual(read(t, { ...answer }), { ...nested, state: null });
  });

  test(`[C3] reads each field of an answer of ${route}`, (t) => {
    for (const [field, value] of Object.entries(answer))
      if (field !== 'items') t.deepEqual(fieldsOf(read(t, answer))[field], value, field);
  });
}

test('[C4] accepts an answer whose round cannot be shown', (t) => {
  for (const round of [{}, 7, { ...ROUND, n: 5 }]) {
    const { state } = read(t, { status: 'ok', state: { ...STATE, round } });
    t.deepEqual(state as unknown, { ...STATE, round: null });
  }
});

test('[C1] ignores other state fields in an answer with a nested state', (t) => {
  const merged = { ...STATE, st: '00000000', replay: true };
  t.is(read(t, { status: 'ok', ...merged, state: STATE }).state?.st, 'd61c5930');
  t.is(read(t, { status: 'ok', state: STATE, players: 'nonsense', st: 7 }).state?.st, 'd61c5930');
});

test('[R4] accepts an answer with only a status', (t) => {
  t.deepEqual(read(t, { status: 'ok' }), { status: 'ok', ...NOTHING });
  t.deepEqual(read(t, { status: 'ok', st: 'd61c5930' }).state, null, 'a tag alone gives no state');
});

test('[C1] reads a null state as no state', (t) => {
  t.deepEqual(read(t, { status: 'ok', state: null }), { status: 'ok', ...NOTHING });
});

test('[R29] keeps the order of items and fills in the fields that their kind lacks', (t) => {
  t.deepEqual(read(t, { status: 'ok', items: ITEMS }).items as unknown, [
    { seq: 8, kind: 'aim', name: 'Silver Violin', steps: -3, club: 0, ms: null },
    { seq: 9, kind: 'club', name: 'Silver Violin', steps: 0, club: 31, ms: null },
    { seq: 12, kind: 'putt', name: 'Bold Acorn', steps: 0, club: 0, putt: PUTT, ms: 140 },
    { seq: 13, kind: 'mulligan', name: 'Bold Acorn', steps: 0, club: 0, ms: null },
  ]);
});

test('[C3] ignores an `ms` that cannot be the age of a live input', (t) => {
  const agesOf = (ms: unknown): readonly (number | null)[] =>
    read(t, { status: 'ok', items: [{ ...ITEMS[2], ms }] }).items.map((item) => item.ms);
  t.deepEqual(agesOf(120_000), [120_000]);
  for (const ms of [120_001, 1_800_000_000_000, -1, 140.5, '2026-01-01T00:00:00Z', null, {}])
    t.deepEqual(agesOf(ms), [null]);
});

test('[C9] reads a refusal of the relay', (t) => {
  const refusal = { status: 'unauthorized', error: 'The timestamp is stale.', server_time: 1_800_000_000 };
  t.deepEqual(read(t, refusal), { ...NOTHING, status: 'unauthorized', server_time: 1_800_000_000 });
  t.is(read(t, { status: 'malformed', error: 'x' }).status, 'malformed');
  t.is(read(t, { status: 'limited' }).status, 'limited');
});

test('[C22] drops unknown fields at every depth', (t) => {
  const plain = { ...ANSWERS['poll'], state: STATE };
  const odd = { odd: 1, toString: 2 };
  const strange = {
    ...STATE,
    ...odd,
    ev: { ...STATE.ev, ...odd },
    exp: { ...STATE.exp, ...odd },
    round: { ...ROUND, ...odd, shot: { ...ROUND.shot, ...odd } },
    players: STATE.players.map((device) => ({ ...device, ...odd, players: [{ ...device.players[0], ...odd }] })),
  };
  const items = ITEMS.map((item) => ({ ...item, ...odd }));
  const more = { ...odd, ...ANSWERS['poll'], items, state: strange };
  t.deepEqual(read(t, more), read(t, plain));
  t.deepEqual(read(t, { ...ANSWERS['poll'], ...strange }).state, read(t, plain).state);
  const own = '{"status":"ok","__proto__":{"state":{}},"constructor":1}';
  t.deepEqual(valueOf(t, readAnswer(own)), { status: 'ok', ...NOTHING });
});

for (const [text, what] of [
  ['', 'nothing'],
  ['null', 'null'],
  ['7', 'a number'],
  ['"ok"', 'a text'],
  ['[]', 'a list'],
  ['{}', 'an object without a status'],
  ['<!doctype html><title>502 Bad Gateway</title>', 'a page'],
  ['{"status":"ok"', 'half an answer'],
  ['{"status":"ok"}{"status":"ok"}', 'two answers'],
  ['\ufeff{"status":"ok"}', 'a byte order mark'],
  [`${'['.repeat(30_000)}${']'.repeat(30_000)}`, 'a deep list'],
  [`{"status":"ok","state":${'{"state":'.repeat(5000)}1${'}'.repeat(5000)}}`, 'a deep state'],
] as const)
  test(`[C1] rejects ${what} as an answer with a one-line error`, (t) => {
    refused(t, text);
  });

/** Fields with invalid values. The state's own fields are in test/wire/relay/state.test.ts. */
const WRONG: readonly (readonly [field: string, values: readonly unknown[]])[] = [
  ['status', ['', null, 7, ['ok'], 'x'.repeat(65)]],
  ['code', [7, null, 'x'.repeat(65)]],
  ['next_seq', [-1, 0.5, '1', null, 2 ** 53]],
  ['seq', [-1, '1', null]],
  ['items', [{}, 'none', 7, null]],
  ['items.0', [null, 7, 'aim', {}]],
  ['items.0.seq', [-1, 1.5, '1', null, undefined]],
  ['items.0.kind', ['', 'fly', 'toString', 7, null, undefined]],
  ['items.0.name', [7, null, undefined]],
  ['items.0.steps', [51, -51, 0.5, '1', null]],
  ['items.1.club', [32, -1, '1', null]],
  ['items.2.putt', [7, null, {}, 'soft']],
  ['items.2.putt.mps', ['1', null, undefined]],
  ['items.2.putt.p', [0.5, -1, '0']],
  ['label', [7, null]],
  ['host_label', [7, null]],
  ['host_name', [7, null]],
  ['host_stopped', ['true', 1, null]],
  ['away', ['none', {}, [7], [null]]],
  ['server_time', [-1, '1', null]],
  ['state', [7, 'none', true, [], {}]],
  ['state.players', [undefined, null, {}, [null], [{ name: 'x' }]]],
  ['state.players.0.host', [undefined, 1]],
  ['state.ev', [undefined, null, {}]],
  ['state.exp', [undefined, null, { mode: 1 }]],
  ['state.round', [undefined]],
  ['state.sim', [undefined, 'golf']],
  ['state.st', [undefined, 7, 'x'.repeat(33)]],
];

/** Returns the text of an answer with its state merged in, including the two fields that identify a merged state. */
function merged(answer: Fields): string {
  const { state: nested, ...rest } = answer;
  const state = fieldsOf(nested);
  const { st = null, players = null } = state;
  return JSON.stringify({ ...rest, ...state, st, players });
}

for (const [field, values] of WRONG)
  test(`[C1] rejects an answer with a wrong ${field} with a one-line error that names it`, (t) => {
    const whole = { ...ANSWERS['poll'], ...ANSWERS['join'], seq: 1, server_time: 1, state: STATE };
    t.true(readAnswer(JSON.stringify(whole)).ok);
    const name = (field.startsWith('state.') ? field.slice('state.'.length) : field).replaceAll('.', String.raw`\.`);
    for (const value of values) {
      const expected = field === 'state' ? /^(the body|players) / : new RegExp(`^${name}[ .]`);
      refused(t, JSON.stringify(withField(whole, field, value)), expected);
      if (field.startsWith('state.')) refused(t, merged(withField(whole, field, value)), expected);
    }
  });

/** Returns whether the text is refused properly, or read with all fields of the right kinds. */
function sound(text: string): boolean {
  const answer = readAnswer(text);
  if (!answer.ok) return answer.error.code === 'bad_value' && /^[^\n]+\.$/.test(answer.error.message);
  const { status, code, next_seq, items, away, state } = answer.value;
  return (
    status.length > 0 &&
    typeof code === 'string' &&
    Number.isSafeInteger(next_seq) &&
    items.every(({ seq, steps, club, ms }) => [seq, steps, club, ms ?? 0].every((n) => Number.isSafeInteger(n))) &&
    (away === null || away.every((label) => typeof label === 'string')) &&
    (state === null || (Array.isArray(state.players) && Number.isSafeInteger(state.ev.seq)))
  );
}

test('[C1] reads or refuses any text and any JSON without throwing', (t) => {
  fc.assert(fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json(), fc.string()), sound), { numRuns: 2000 });
  t.pass();
});

test('[C1] reads or refuses an answer with up to three mutations without throwing', (t) => {
  const samples = Object.values(ANSWERS).flatMap((answer) => [
    { ...answer, state: STATE },
    { ...answer, ...STATE },
  ]);
  const spoilt = fc.constantFrom(...samples).chain((answer) => mutations(answer));
  let refusals = 0;
  fc.assert(
    fc.property(spoilt, (answer) => {
      const text = JSON.stringify(answer) as string | undefined;
      if (!readAnswer(text ?? '').ok) refusals++;
      return sound(text ?? '');
    }),
    { numRuns: 2000 },
  );
  t.true(refusals > 500, `${refusals} refused`);
});

test('[C1] refuses an answer that is cut off anywhere', (t) => {
  const text = JSON.stringify({ ...ANSWERS['poll'], state: STATE });
  for (let at = 0; at < text.length; at++) refused(t, text.slice(0, at));
  t.true(readAnswer(text).ok);
});

test('[C22] reads an experience or a round from any data, or returns null', (t) => {
  t.deepEqual(readExperience({ ...STATE.exp, odd: 1 }) as unknown, STATE.exp);
  t.deepEqual(readRound({ ...ROUND, odd: 1 }) as unknown, ROUND);
  for (const data of [null, undefined, 7, '', [], {}, { mode: 1, gen: -1, cfg: {} }, { ...ROUND, turn: 2 }])
    t.deepEqual([readExperience(data), readRound(data)], [null, null]);
  fc.assert(fc.property(mutations(ROUND), (data) => readRound(data) === null || typeof readRound(data) === 'object'));
  fc.assert(fc.property(fc.anything(), (data) => readExperience(data) === null || readRound(data) === null));
});
