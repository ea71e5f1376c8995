// GET …/wait: answers once a device shows the state that the caller expects.

import test, { type ExecutionContext } from 'ava';
import { createVirtualClock, type VirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { deviceFixture } from '../../support/device/device-fixture.ts';
import type { HttpAnswer } from '../../support/process/http-call.ts';
import { httpCall } from '../../support/process/http-call.ts';
import { listenedTo, type Listened } from '../../support/device/listened.ts';
import { panelFixture, type PanelFixture } from '../../support/panel/panel-fixture.ts';
import { fieldsOf } from '../../support/read-json.ts';

const WAIT = '/api/devices/0/wait';
/** Listeners per wait: device, screen, LEDs and speaker. */
const LISTENS = 4;

interface WaitFixture extends PanelFixture {
  readonly wall: VirtualClock;
  readonly listened: Listened;
  wait(query: string): Promise<HttpAnswer>;
  /** Sends the request, and returns the pending answer once the panel waits. */
  begin(query: string): Promise<{ readonly answer: Promise<HttpAnswer> }>;
}

async function waitFixture(t: ExecutionContext): Promise<WaitFixture> {
  const wall = createVirtualClock();
  const fixture = await deviceFixture();
  const listened = listenedTo(fixture);
  const panel = await panelFixture(t, { dress: () => listened.device, switchOn: async () => fixture, wall });
  const wait = (query: string): Promise<HttpAnswer> => panel.call(`${WAIT}?${query}`);
  return {
    ...panel,
    wall,
    listened,
    wait,
    async begin(query) {
      const before = listened.listeners();
      const answer = wait(query);
      await listened.until(before + LISTENS);
      return { answer };
    },
  };
}

const linesOf = ({ json }: HttpAnswer): unknown => fieldsOf(json())['lines'];
const messageOf = ({ status, json }: HttpAnswer): unknown[] => [
  status,
  fieldsOf(json())['error'],
  fieldsOf(json())['message'],
];

test('[panel] answers immediately with the snapshot if the condition already holds', async (t) => {
  const { wait, fixture, call, listened } = await waitFixture(t);
  await fixture.press('down', 'ok', 'ok');
  for (const query of [
    'text=Putt%201',
    'text=Putt%201&text=of%2010',
    'page=playing&state=sensor:ready&state=navigation:playing',
    'led=1:orange&led=2:off',
    'sound=click&sounds_after=0',
    'figure=player_1:0%20pts',
  ]) {
    const answer = await wait(`${query}&within=1ms`);
    t.is(answer.status, 200, query + answer.text);
    t.deepEqual(answer.json(), (await call('/api/devices/0/sight')).json());
  }
  t.is(listened.listeners(), 0);
});

test('[panel] answers a wait when its condition becomes true, and leaves no listeners', async (t) => {
  const { begin, fixture, listened } = await waitFixture(t);
  const idle = fixture.clock.pending();
  const { answer } = await begin('page=setup&line=%3E%20Start&within=10min');
  t.is(fixture.clock.pending(), idle + 1, 'only the alarm of the limit');
  await fixture.press('down');
  t.is(listened.listeners(), LISTENS, 'only half of the condition holds');
  await fixture.press('ok');
  const response = await answer;
  t.is(response.status, 200, response.text);
  t.like(response.json(), { states: { navigation: 'setup' } });
  t.is(listened.listeners(), 0);
});

test('[panel] checks a time-based change only at the time that the scene announces', async (t) => {
  const { begin, fixture } = await waitFixture(t);
  const change_ms = fixture.clock.now_ms() + 20_000;
  let reads = 0;
  fixture.screen.show({
    at(now_ms) {
      reads++;
      return { list: [], lines: [now_ms < change_ms ? 'early' : 'late'] };
    },
    animates_until_ms: 0,
    changesAfter: (now_ms) => (now_ms < change_ms ? change_ms : Number.POSITIVE_INFINITY),
  });
  const { answer } = await begin('line=late');
  reads = 0;
  await fixture.clock.advance(19_999);
  t.is(reads, 0);
  await fixture.clock.advance(1);
  t.deepEqual(linesOf(await answer), ['late']);
});

test('[panel] checks the condition for a rolling ball when the ball comes to rest', async (t) => {
  const { begin, fixture } = await waitFixture(t);
  await fixture.press('down', 'ok', 'ok');
  await fixture.strike({ club_speed_mps: 1.5 });
  t.true(fixture.screen.animates());
  const { answer } = await begin('text=Verdict');
  await fixture.untilAtRest();
  await fixture.clock.advance(1);
  t.regex(String(linesOf(await answer)), /Verdict: Short/);
});

test('[panel] rejects an unmet wait after its timeout, and names the missing conditions', async (t) => {
  const { begin, fixture, listened } = await waitFixture(t);
  const idle = fixture.clock.pending();
  const { answer } = await begin('text=Hole&page=playing&led=1:red&within=2%20s');
  await fixture.clock.advance(1999);
  t.is(listened.listeners(), LISTENS);
  await fixture.clock.advance(1);
  t.deepEqual(messageOf(await answer), [
    409,
    'not_seen',
    'After 2 s: no screen line contains "Hole", and the page is menu, not playing, and LED 1 is off, not red.',
  ]);
  t.is(fixture.clock.pending(), idle);
});

test('[panel] a wait takes 30 s by default, and never more than ten minutes of the caller', async (t) => {
  const { begin, fixture, wall, listened } = await waitFixture(t);
  const short = await begin('text=Hole');
  await fixture.clock.advance(29_999);
  t.is(listened.listeners(), LISTENS);
  await fixture.clock.advance(1);
  t.regex(String(messageOf(await short.answer)), /After 30 s: no screen line/);
  // The device's time may be paused.
  const long = await begin('text=Hole&within=600000ms');
  await wall.advance(599_999);
  t.is(listened.listeners(), LISTENS);
  await wall.advance(1);
  t.regex(String(messageOf(await long.answer)), /After 600 s: no screen line/);
  t.is(wall.pending(), 1, 'only the alarm of the pings');
});

test('[panel] rejects an invalid wait, each limit one step beyond', async (t) => {
  const { wait, listened } = await waitFixture(t);
  const times = (count: number): string => Array.from({ length: count }, () => 'text=Metrics').join('&');
  const within = 'within must be a time such as 5 s, 200 ms or 2 min, at most 10 min.';
  for (const [query, message] of [
    ['', 'wait needs a condition: text, line, page, state, led, figure or sound.'],
    ['within=5s', 'wait needs a condition: text, line, page, state, led, figure or sound.'],
    ['text=a&within=600001ms', within],
    ['text=a&within=5', within],
    ['text=a&within=-1s', within],
    ['text=a&within=1s&within=2s', 'within may occur only once.'],
    ['text=a&page=menu&page=menu', 'page may occur only once.'],
    [times(17), 'text may occur at most 16 times.'],
    ['state=ready', 'state must be a machine and its state, such as sensor:ready.'],
    ['led=0:red', 'led must be a number from 1 and a colour, such as 1:orange or 2:off.'],
    ['figure=club_speed:fast', 'figure must be a label and a value, such as club_speed:5.7 ± 0.1 mph.'],
    ['sound=click&sounds_after=-1', 'sounds_after must be a whole number: the number of earlier sounds.'],
    [
      'txt=a',
      'Unknown parameter "txt" of wait (did you mean text?); allowed: text, line, page, state, led, figure, sound, sounds_after, within.',
    ],
    [
      'text=a&__proto__=1',
      'Unknown parameter "__proto__" of wait; allowed: text, line, page, state, led, figure, sound, sounds_after, within.',
    ],
  ] as const)
    t.deepEqual(messageOf(await wait(query)), [400, 'bad_value', message], query);
  t.is((await wait(times(16))).status, 200);
  t.is((await wait('text=Metrics&within=10min')).status, 200);
  t.is((await wait('text=Metrics&within=0s')).status, 200);
  t.is(listened.listeners(), 0);
});

test('[panel] a caller that hangs up ends the wait and frees its slot', async (t) => {
  const { panel, fixture, listened, begin, wait } = await waitFixture(t);
  const idle = fixture.clock.pending();
  const callers = Array.from({ length: 64 }, () => new AbortController());
  const requests = callers.map(({ signal }) =>
    fetch(`${panel.origin}${WAIT}?token=${panel.token}&text=Hole`, { signal }).catch(() => null),
  );
  await listened.until(64 * LISTENS);
  t.deepEqual(messageOf(await wait('text=Hole')), [429, 'too_many', '64 calls are already waiting: try again later.']);
  t.is((await wait('text=Metrics')).status, 200, 'a condition that already holds needs no slot');
  callers[0]?.abort();
  await listened.until(63 * LISTENS);
  const last = await begin('page=setup');
  for (const caller of callers) caller.abort();
  await Promise.all(requests);
  await listened.until(LISTENS);
  t.is(fixture.clock.pending(), idle + 1);
  await fixture.press('ok');
  t.is((await last.answer).status, 200);
});

test('[panel] counts sounds since the call, or since a given number of them', async (t) => {
  const { begin, wait, fixture } = await waitFixture(t);
  fixture.speaker.play('holed', 50);
  const { answer } = await begin('sound=holed');
  fixture.speaker.play('holed', 50);
  t.like((await answer).json(), { sounds_count: 2 });
  for (const [after, status] of [
    [0, 200],
    [1, 200],
    [2, 409],
  ] as const)
    t.is((await wait(`sound=holed&sounds_after=${after}&within=0s`)).status, status);
  for (let n = 0; n < 100; n++) fixture.speaker.play('click', 50);
  t.is((await wait('sound=holed&sounds_after=0&within=0s')).status, 409, 'forgotten');
  t.is((await wait('sound=click&sounds_after=101')).status, 200);
  t.is((await wait('sound=click&sounds_after=102&within=0s')).status, 409);
});

test('[panel] requires the token for a wait, which lasts while the device is off', async (t) => {
  const { begin, origin, post, fixture } = await waitFixture(t);
  t.is((await httpCall(origin, `${WAIT}?text=a`)).status, 401);
  await post('/api/devices/0/power', { action: 'off' });
  const { answer } = await begin('page=menu');
  await post('/api/devices/0/power', { action: 'on' });
  await fixture.clock.advance(3000);
  t.is((await answer).status, 200);
});
