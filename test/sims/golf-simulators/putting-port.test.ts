// The stand-in for the port that receives putts for connectors (docs/simulators.md).

import test from 'ava';
import { createPuttingPort, type PuttingAnswer } from '../../../sims/golf-simulators/putting-port.ts';
import { PUTTING_MODES, type PuttingMode } from '../../../sims/golf-simulators/putting-ways.ts';
import { describeEvent } from '../../../sims/golf-simulators/simulator.ts';
import { eventsOf, dropReasons, shotsIn } from '../../support/simulator/golf-messages.ts';
import { failsWith, valueOf } from '../../support/results.ts';
import { fieldsIn } from '../../support/read-json.ts';

const PUTT = { ballData: { BallSpeed: 4.2, TotalSpin: 0, LaunchDirection: -1.3 } };
const post = (body: unknown, path = '/putting', method = 'POST') => ({
  method,
  path,
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

const newPort = (mode?: PuttingMode) => {
  const port = createPuttingPort(mode ? { mode } : {});
  return { port, events: eventsOf(port) };
};

const resultOf = (answer: PuttingAnswer): unknown =>
  answer.kind === 'http' && answer.status === 200 ? fieldsIn(answer.body)['result'] : answer;

test('[putting-port] plays a putt with the putter, whether its numbers are numbers or text', (t) => {
  const { port, events } = newPort();
  const as_text = { ballData: { BallSpeed: '4.20', TotalSpin: 0, LaunchDirection: '-1.30' } };
  for (const putt of [PUTT, as_text]) t.is(resultOf(port.request(post(putt))), 'Success');
  const expected = {
    shot_number: null,
    speed_mph: 4.2,
    hla_deg: -1.3,
    vla_deg: 0,
    total_spin_rpm: 0,
    club_data: null,
  };
  t.deepEqual(shotsIn(events).map(({ shot }) => shot), [expected, expected]); // oxfmt-ignore
  t.deepEqual(dropReasons(events), [null, null]);
});

test('[putting-port] drops a putt with another club, and reports it in the answer', (t) => {
  const { port, events } = newPort();
  valueOf(t, port.command('club i7'));
  t.is(resultOf(port.request(post(PUTT))), 'Putter not selected in GSPro, ignoring.');
  valueOf(t, port.command('club pt'));
  t.is(resultOf(port.request(post(PUTT))), 'Success');
  t.deepEqual(dropReasons(events), ['the club is I7', null]);
});

const success = '{"result":"Success"}';
const json = 'application/json';
const ANSWERS: Readonly<Record<PuttingMode, readonly [answer: object, played: boolean]>> = {
  result: [{ kind: 'http', status: 200, type: json, body: success }, true],
  empty: [{ kind: 'http', status: 200, type: null, body: '' }, true],
  bare: [{ kind: 'bare', text: `HTTP/1.0 200 OK\r\n\r\n${success}` }, true],
  double: [{ kind: 'http', status: 200, type: json, body: String.raw`"{\"result\":\"Success\"}"` }, true],
  'bare-double': [{ kind: 'bare', text: `HTTP/1.0 200 OK\r\n\r\n${JSON.stringify('{"result":"OK"}')}` }, true],
  received: [{ kind: 'http', status: 200, type: json, body: '{"result":"Data Received "}' }, true],
  busy: [
    { kind: 'http', status: 200, type: json, body: '{"result":"Putter not selected in GSPro, ignoring."}' },
    false,
  ],
  html: [{ kind: 'http', status: 404, type: 'text/html; charset=utf-8' }, false],
  error: [{ kind: 'http', status: 500, type: 'text/html; charset=utf-8' }, false],
  slow: [{ kind: 'silent' }, true],
};
for (const mode of PUTTING_MODES)
  test(`[putting-port] answers as configured in answer mode ${mode}`, (t) => {
    for (const by_command of [false, true]) {
      const { port, events } = newPort(by_command ? 'empty' : mode);
      if (by_command) valueOf(t, port.command(`answer ${mode}`));
      const [expected, played] = ANSWERS[mode];
      t.like(port.request(post(PUTT)), expected);
      t.is(dropReasons(events)[0] === null, played);
      t.is(events.at(-1)?.kind, 'answered');
    }
  });

test('[putting-port] gives the same answer for a dropped putt in uninformative answer modes', (t) => {
  for (const mode of ['empty', 'received', 'slow'] as const) {
    const { port, events } = newPort(mode);
    const played = port.request(post(PUTT));
    valueOf(t, port.command('club DR'));
    t.deepEqual(port.request(post(PUTT)), played);
    t.deepEqual(dropReasons(events), [null, 'the club is DR']);
  }
});

test('[putting-port] bare-double answers a dropped putt 500 without headers, and its result is an error', (t) => {
  const { port, events } = newPort('bare-double');
  valueOf(t, port.command('club DR'));
  const text = `HTTP/1.0 500 Internal Server Error\r\n\r\n${JSON.stringify('{"result":"ERROR"}')}`;
  t.deepEqual(port.request(post(PUTT)), { kind: 'bare', text });
  t.deepEqual(dropReasons(events), ['the club is DR']);
  t.is(
    events.map(describeEvent).at(-1),
    `Answered client 1: 500 without headers, ${JSON.stringify('{"result":"ERROR"}')}.`,
  );
});

test('[putting-port] rejects an invalid putt as the connectors do', (t) => {
  const { port, events } = newPort();
  const status = (request: ReturnType<typeof post>): unknown => {
    const answer = port.request(request);
    return answer.kind === 'http' && answer.status !== 200 ? answer.status : resultOf(answer);
  };
  t.deepEqual(
    [
      status(post(PUTT, '/')),
      status(post(PUTT, '/putting/')),
      status(post('', '/putting', 'GET')),
      status(post('{')),
      status(post('[]')),
      status(post({})),
      status(post({ ballData: null })),
      status(post({ ballData: { ...PUTT.ballData, TotalSpin: undefined } })),
      status(post({ ballData: { ...PUTT.ballData, BallSpeed: 'fast' } })),
    ],
    [404, 404, 404, 400, 400, 500, 500, "'TotalSpin'", "'BallSpeed'"],
  );
  t.is(shotsIn(events).length, 0);
  t.is(events.filter(({ kind }) => kind === 'ignored').length, 9);
  const silent = newPort('slow').port;
  t.deepEqual(silent.request(post('{')), { kind: 'silent' });
});

test('[putting-port] runs commands, and writes readable lines', (t) => {
  const { port, events } = newPort();
  t.is(valueOf(t, port.command('club PT')), 'Done.');
  t.regex(valueOf(t, port.command('help')), /club PT, answer MODE, help\. MODE is one of result, .*slow\.$/);
  failsWith(t, port.command('distance 3'), 'bad_value', /"distance": use club, answer or help/);
  failsWith(
    t,
    port.command('answer often'),
    'bad_value',
    /result, empty, bare, double, bare-double, received, busy, html, error, slow/,
  );
  port.request(post(PUTT));
  port.request(post('{'));
  for (const mode of ['bare', 'empty', 'slow']) {
    valueOf(t, port.command(`answer ${mode}`));
    port.request(post(PUTT));
  }
  const played = (client: number): string => `Shot, 4.20 mph 1.30° left, from client ${client} with PT: played.`;
  t.deepEqual(events.map(describeEvent), [
    played(1),
    'Answered client 1: 200 {"result":"Success"}.',
    'Ignored input from client 2 (the body is not a JSON object): "POST /putting {".',
    'Answered client 2: 400 an HTML page.',
    played(3),
    'Answered client 3: 200 without headers, {"result":"Success"}.',
    played(4),
    'Answered client 4: 200 without a body.',
    played(5),
    'Answered client 5: nothing.',
  ]);
});
