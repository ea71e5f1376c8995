// Requests of the four routes: required fields, each limit on both sides, and one-line refusals that name the field.

import test, { type ExecutionContext } from 'ava';
import fc from 'fast-check';
import { readRequest, ROUTES, type RelayRoute } from '../../../wire/relay/requests.ts';
import { mutations } from '../../support/device/spoilt-data.ts';
import { valueOf } from '../../support/results.ts';
import { nameOf, requestNamed, REQUESTS, withField } from '../../support/relay/wire-samples.ts';
import { fieldsOf } from '../../support/read-json.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Asserts that the body is refused with one sentence that starts with the field. */
function refused(t: ExecutionContext, route: RelayRoute, body: unknown, field: string): void {
  const read = readRequest(route, body);
  if (read.ok) return void t.fail(`${field} of ${JSON.stringify(body)} was accepted`);
  t.is(read.error.code, 'bad_value');
  const { message } = read.error;
  t.true(message.startsWith(`${field} `), `${message} – does not start with ${field}`);
  t.regex(message, /^[^\n]+[^.]\.$/);
  t.notRegex(message, /\. /, 'one sentence');
}

const taken = (t: ExecutionContext, route: RelayRoute, body: unknown): Fields =>
  valueOf(t, readRequest(route, body)).body;

for (const request of REQUESTS)
  test(`[C22] reads ${nameOf(request)} as it was written`, (t) => {
    t.deepEqual(taken(t, request.route, request.body), request.body);
  });

const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  'host start': ['action'],
  'host stop': ['action'],
  'host regenerate': ['action'],
  'host experience': ['action', 'exp'],
  'host round': ['action', 'round'],
  poll: ['code', 'since'],
  'join join': ['action', 'code'],
  'join heartbeat': ['action', 'code'],
  'join leave': ['action', 'code'],
  'input aim': ['kind', 'code', 'steps'],
  'input club': ['kind', 'code', 'club'],
  'input putt': ['kind', 'code', 'putt'],
  'input repeat': ['kind', 'code'],
  'input repeat_aim': ['kind', 'code'],
  'input reset': ['kind', 'code'],
  'input mulligan': ['kind', 'code'],
};

for (const request of REQUESTS) {
  const name = nameOf(request);
  test(`[C9] refuses ${name} only without a required field`, (t) => {
    const required = REQUIRED[name] ?? [];
    t.true(required.length > 0);
    for (const field of Object.keys(request.body)) {
      const body = withField(request.body, field, undefined);
      if (!required.includes(field)) t.true(readRequest(request.route, body).ok, `${field} is optional`);
      else refused(t, request.route, body, field);
    }
  });
}

test('[C29] applies the documented defaults to omitted fields', (t) => {
  t.deepEqual(taken(t, 'host', { action: 'start' }), { action: 'start', keep_guests: true });
  t.deepEqual(taken(t, 'join', { action: 'join', code: 'A' }), {
    action: 'join',
    code: 'A',
    wait_ms: 0,
    st: '',
  });
  const poll = taken(t, 'poll', { code: 'A', since: 3 });
  t.deepEqual([poll['wait_ms'], poll['st'], poll['replay']], [0, '', false]);
});

test('[R71] accepts only action and exp in the selection form of experience', (t) => {
  const body = { action: 'experience', exp: { mode: 11, gen: 1, cfg: {} } };
  t.deepEqual(taken(t, 'host', body), { ...body, keep_guests: true });
});

// Values are JSON texts as a caller would send them: 1e309 is read as infinity, -0 as minus zero.
const NO_TEXT = ['null', '0', 'true', '[]', '{}', '["a"]'];
const NO_FLAG = ['null', '0', '1', '"true"', '""', '[]', '{}'];
const NO_NUMBER = ['null', '"1"', '""', 'true', '[]', '[1]', '{}', '1e309', '-1e309'];
const NO_WHOLE = [...NO_NUMBER, '0.5', '1.0000001', '9007199254740992', '-9007199254740992', '1e300'];
const NO_OBJECT = ['0', '"a"', 'true', '""'];
const NO_LIST = ['null', '0', '"a"', 'true', '{}', '{"length":0}'];

const textOf = (count: number, symbol = 'x'): string => JSON.stringify(symbol.repeat(count));

/** Request, field, valid values, invalid values. */
const FIELDS: readonly (readonly [string, string, readonly string[], readonly string[]])[] = [
  ['host start', 'action', [], [...NO_TEXT, '""', '"heartbeat"', '"START"', '" start"', '"__proto__"', '"toString"']],
  ['host start', 'sim', ['"none"', '"simdirect"', '"simport"'], [...NO_TEXT, '""', '"None"', '"toString"']],
  [
    'host start',
    'name',
    ['""', textOf(32), textOf(32, '⛳'), textOf(32, '🏌')],
    [...NO_TEXT, textOf(33), textOf(33, '🏌')],
  ],
  ['host start', 'keep_guests', ['true', 'false'], NO_FLAG],
  ['host regenerate', 'rid', [textOf(1), textOf(36), textOf(36, '🏌')], [...NO_TEXT, '""', textOf(37), textOf(37, '🏌')]],
  ['input aim', 'name', ['""', textOf(32)], NO_TEXT],
  ['input aim', 'rid', [textOf(1), textOf(36)], [...NO_TEXT, '""', textOf(37)]],
  ['host start', 'exp', [], ['null', ...NO_OBJECT]],
  ['host experience', 'exp', [], ['null', ...NO_OBJECT]],
  ['host experience', 'exp.mode', ['0', '-0', '20', '255'], [...NO_WHOLE, '-1', '256']],
  ['host experience', 'exp.gen', ['0', '1e3', '9007199254740991'], [...NO_WHOLE, '-1']],
  ['host round', 'round', [], ['null', ...NO_OBJECT]],
  ['poll', 'code', [textOf(1), textOf(32), '"abc-123"', '"????"'], [...NO_TEXT, '""', textOf(33)]],
  ['poll', 'since', ['0', '-0', '1', '9007199254740991'], [...NO_WHOLE, '-1']],
  ['poll', 'wait_ms', ['0', '-0', '20000', '20001', '9007199254740991'], [...NO_WHOLE, '-1', '19999.5']],
  ['poll', 'st', ['""', '"0011aaff"', '"not a tag"', textOf(32)], [...NO_TEXT, textOf(33)]],
  ['poll', 'replay', ['true', 'false'], NO_FLAG],
  ['poll', 'players', ['[]'], NO_LIST],
  ['poll', 'players.0', [], ['null', ...NO_OBJECT]],
  [
    'poll',
    'players.0.n',
    ['""', textOf(16), textOf(16, 'é'), textOf(16, '🏌')],
    [...NO_TEXT, textOf(17), textOf(17, '🏌')],
  ],
  ['poll', 'players.0.h', ['0', '-0', '54'], [...NO_WHOLE, '-1', '55']],
  ['poll', 'ev', ['null'], NO_OBJECT],
  ['poll', 'ev.seq', ['0', '9007199254740991'], [...NO_WHOLE, '-1']],
  [
    'poll',
    'ev.kind',
    ['"aim"', '"putt"', '"club"', '"repeat"'],
    [...NO_TEXT, '"reset"', '"mulligan"', '"constructor"'],
  ],
  ['poll', 'ev.name', ['""', textOf(32)], [...NO_TEXT, textOf(33)]],
  ['poll', 'ev.steps', ['-50', '0', '50'], [...NO_WHOLE, '-51', '51']],
  ['join join', 'action', [], [...NO_TEXT, '""', '"Join"', '"start"']],
  ['join join', 'code', [textOf(1), textOf(32)], [...NO_TEXT, '""', textOf(33)]],
  ['join leave', 'code', [textOf(1), textOf(32)], [...NO_TEXT, '""', textOf(33)]],
  ['join heartbeat', 'wait_ms', ['0', '20000', '20001'], [...NO_WHOLE, '-1', '0.1']],
  ['join heartbeat', 'fol', ['true', 'false'], NO_FLAG],
  ['join heartbeat', 'players', ['[]'], NO_LIST],
  ['join join', 'players.0.n', [textOf(16, '🏌')], [...NO_TEXT, textOf(17, '🏌')]],
  ['join join', 'players.0.h', ['0', '54'], [...NO_WHOLE, '-1', '55']],
  ['join join', 'name', [textOf(32)], [...NO_TEXT, textOf(33)]],
  ['input aim', 'kind', [], [...NO_TEXT, '""', '"Aim"', '"aim "', '"hasOwnProperty"', '"__proto__"']],
  ['input aim', 'code', [textOf(1), textOf(32)], [...NO_TEXT, '""', textOf(33)]],
  ['input aim', 'steps', ['-50', '-1', '-0', '0', '50', '5e1'], [...NO_WHOLE, '-51', '51', '-50.5']],
  ['input club', 'club', ['0', '-0', '31'], [...NO_WHOLE, '-1', '32', '31.5']],
  ['input putt', 'putt', [], ['null', ...NO_OBJECT]],
  ...['mps', 'face', 'aoa', 'ratio'].map(
    (field) => ['input putt', `putt.${field}`, ['0', '-0', '-1.5', '1e300'], NO_NUMBER] as const,
  ),
  ['input putt', 'putt.p', ['0', '3', '4'], [...NO_WHOLE, '-1']],
  ['input putt', 'putt.hole', ['0', '18', '19'], [...NO_WHOLE, '-1']],
];

for (const [name, field, good, bad] of FIELDS)
  test(`[R38] [C9] checks the type and limits of ${field} of ${name}`, (t) => {
    const { route, body } = requestNamed(name);
    for (const json of good) taken(t, route, withField(body, field, JSON.parse(json)));
    for (const json of bad) refused(t, route, withField(body, field, JSON.parse(json)), field);
  });

test('[R38] requires four figures of a putt; seat and hole are optional', (t) => {
  const { route, body } = requestNamed('input putt');
  for (const field of ['mps', 'face', 'aoa', 'ratio'])
    refused(t, route, withField(body, `putt.${field}`, undefined), `putt.${field}`);
  const { putt } = taken(t, route, withField(withField(body, 'putt.p', undefined), 'putt.hole', undefined));
  t.deepEqual(Object.keys(fieldsOf(putt)), ['mps', 'face', 'aoa', 'ratio']);
});

test('[R38] takes numbers as sent, without clamping', (t) => {
  for (const steps of [-50, -49, 0, 49, 50]) t.is(taken(t, 'input', { kind: 'aim', code: 'A', steps })['steps'], steps);
  for (const club of [0, 31]) t.is(taken(t, 'input', { kind: 'club', code: 'A', club })['club'], club);
});

test('[C22] reads minus zero as zero everywhere, since JSON writes it so', (t) => {
  t.is(taken(t, 'input', { kind: 'aim', code: 'A', steps: -0 })['steps'], 0);
  t.is(taken(t, 'poll', { code: 'A', since: -0, wait_ms: -0 })['since'], 0);
  const { putt } = taken(t, 'input', withField(requestNamed('input putt').body, 'putt.face', -0));
  t.is(fieldsOf(putt)['face'], 0);
  const exp = { mode: -0, gen: -0, cfg: { a: -0 } };
  t.deepEqual(taken(t, 'host', { action: 'experience', exp })['exp'], { mode: 0, gen: 0, cfg: { a: 0 } });
});

test('[C9] refuses a body that is not an object on every route', (t) => {
  for (const route of ['host', 'poll', 'join', 'input'] as const)
    for (const json of ['null', '[]', '[{}]', '0', '"start"', 'true', '1e309']) {
      const read = readRequest(route, JSON.parse(json));
      if (read.ok) t.fail(`${route} ${json}`);
      else t.is(read.error.message, 'The body must be a JSON object.');
    }
});

test('[C9] refuses a request on any other route than its own', (t) => {
  const routes: readonly RelayRoute[] = ['host', 'poll', 'join', 'input'];
  for (const { route, body } of REQUESTS)
    for (const other of routes.filter((candidate) => candidate !== route))
      t.false(readRequest(other, body).ok, `${JSON.stringify(body)} on ${other}`);
});

const FOREIGN = '"extra":1,"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":null,"":[]';

/** Unknown fields of a round stay (C4). */
const isRound = ({ body }: (typeof REQUESTS)[number]): boolean => 'round' in body;

for (const request of REQUESTS.filter((each) => !isRound(each)))
  test(`[C22] drops unknown fields of ${nameOf(request)} at every depth, without prototype pollution`, (t) => {
    const open = JSON.stringify(request.body).replaceAll(/\{(?!"stimp")/g, `{${FOREIGN},`);
    t.deepEqual(taken(t, request.route, JSON.parse(open)), request.body);
    t.notRegex(JSON.stringify(taken(t, request.route, JSON.parse(open))), /extra|__proto__|constructor|toString|"":\[/);
    t.false('polluted' in {});
    t.is(typeof {}.toString, 'function');
  });

test('[C9] treats a field that exists only in a __proto__ key as missing', (t) => {
  for (const { route, body } of REQUESTS)
    t.false(readRequest(route, JSON.parse(`{"__proto__":${JSON.stringify(body)}}`)).ok);
  const { body } = requestNamed('input putt');
  const putt: unknown = JSON.parse(`{"__proto__":${JSON.stringify(body['putt'])}}`);
  refused(t, 'input', { ...body, putt }, 'putt.mps');
});

test('[C9] reads any mutated body in canonical form or refuses it with one sentence', (t) => {
  const names = new Set(REQUESTS.flatMap(({ body }) => Object.keys(body)));
  for (const { route, body } of REQUESTS)
    fc.assert(
      fc.property(mutations(body), (spoilt) => {
        const read = readRequest(route, spoilt);
        if (read.ok) {
          const again = readRequest(route, JSON.parse(JSON.stringify(read.value.body)));
          return again.ok && JSON.stringify(again.value) === JSON.stringify(read.value);
        }
        const { message } = read.error;
        const [, field = ''] = /^(\w+)[\w.]* [^\n]*[^.]\.$/.exec(message) ?? [];
        return names.has(field) || message === 'The body must be a JSON object.';
      }),
      { numRuns: 400, seed: 11 },
    );
  t.pass();
});

test('[C9] prevents replay of a signed body on another route, as it fits only its own', (t) => {
  for (const { route, body } of REQUESTS)
    for (const other of ROUTES) t.is(readRequest(other, body).ok, other === route, `${route} as ${other}`);
});
