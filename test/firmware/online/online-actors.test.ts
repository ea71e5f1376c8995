// A single relay request: signed as it is sent, timed out, and the message for every HTTP answer.

import test, { type ExecutionContext } from 'ava';
import { assertDefined } from '../../../wire/errors.ts';
import { createActor, createMachine, type AnyActorLogic, type AnyEventObject } from 'xstate';
import { askFrom, clockSyncFrom } from '../../../firmware/online/online.actors.ts';
import type { AskEvent, AskInput, RelayCall } from '../../../firmware/online/relay-call.ts';
import { createVirtualClock, type VirtualClock } from '../../../hal/clock/clock-virtual.ts';
import type { HttpAnswer } from '../../../hal/http/http.ts';
import { verify } from '../../../wire/signing.ts';
import { stateOf } from '../../support/relay/relay-loop.ts';
import { createStubHttp } from '../../support/device/stub-http.ts';
import { keyOf } from '../../support/device/device-key.ts';

const KEY = keyOf('5a'.repeat(32));
const CONTROL: RelayCall = { route: 'host', body: { action: 'regenerate', rid: 'b7-Grün', name: 'Studio' } };
const HELD: RelayCall = { route: 'poll', held: true, body: { code: 'ABC123', since: 0 } };

const isAnswer = (event: AnyEventObject): event is AskEvent =>
  event.type === 'relay.answered' || event.type === 'relay.failed';

/** Sends one request and collects the events it emits. */
function ask(call: RelayCall = CONTROL, clock: VirtualClock = createVirtualClock()) {
  const http = createStubHttp(clock);
  const events: AskEvent[] = [];
  const record = (event: AnyEventObject): void => {
    if (!isAnswer(event)) throw new Error(`unexpected event ${event.type}`);
    events.push(event);
  };
  const input: AskInput = { identity: { id: 'TP-0123456789AB', key: KEY }, call };
  const parent = createMachine({
    initial: 'asking',
    on: { '*': { actions: ({ event }) => record(event) } },
    states: {
      asking: { invoke: { src: askFrom(http, clock, 'http://relay:8322'), input }, on: { stop: 'stopped' } },
      stopped: {},
    },
  });
  const actor = createActor(parent, { clock }).start();
  const [request] = http.requests;
  return {
    clock,
    http,
    events,
    request: assertDefined(request, 'request'),
    stop: () => actor.send({ type: 'stop' }),
  };
}

/** Returns the reason of a failed answer, which must be one sentence, or two if the second says what to do. */
function reasonOf(t: ExecutionContext, answer: HttpAnswer, clock?: VirtualClock): { reason: string; refused: boolean } {
  const { request, events } = ask(CONTROL, clock);
  request.answer(answer);
  const [event] = events;
  t.is(events.length, 1);
  if (event?.type !== 'relay.failed') throw new Error(`the answer was accepted: ${answer.text}`);
  t.regex(event.reason, /^[A-Z][^\n]*[^.]\.$/);
  t.notRegex(event.reason, /undefined|null|NaN|\[object|<|[{}"]/);
  return { reason: event.reason, refused: event.refused };
}

test('[R93] signs a request over the exact bytes sent, with the current time', async (t) => {
  const clock = createVirtualClock();
  clock.setWall({ synced: true, unix_s: 1_800_000_000 });
  await clock.advance(90_000);
  const { request } = ask(CONTROL, clock);
  t.is(request.url, 'http://relay:8322/sim/host');
  t.deepEqual(request.json, CONTROL.body);
  t.is(request.headers['x-device-id'], 'TP-0123456789AB');
  t.is(request.headers['x-timestamp'], '1800000090');
  t.is(request.headers['content-type'], 'application/json');
  const signature = request.headers['x-signature'] ?? '';
  t.regex(signature, /^[0-9a-f]{64}$/);
  t.true(verify(KEY, '1800000090', request.body, signature));
  t.false(verify(KEY, '1800000091', request.body, signature));
});

for (const [what, call, limit_ms] of [
  ['R96', CONTROL, 8000],
  ['R97', HELD, 28_000],
] as const)
  test(`[${what}] times out a request after ${limit_ms / 1000} s: closes it, reports once, ignores a later answer`, async (t) => {
    const { clock, request, events } = ask(call);
    await clock.advance(limit_ms - 1);
    t.deepEqual([request.cancelled(), events], [false, []]);
    await clock.advance(1);
    t.true(request.cancelled());
    const reason = 'No answer from the cloud. Trying again.';
    t.deepEqual(events, [{ type: 'relay.failed', reason, refused: false, at_ms: limit_ms, took_ms: limit_ms }]);
    request.answer({ status: 200, text: '{"status":"ok"}' });
    await clock.advance(600_000);
    t.deepEqual([events.length, clock.pending()], [1, 0]);
  });

test('[R97] an answer just before the deadline counts and cancels the timeout', async (t) => {
  const { clock, request, events } = ask(HELD);
  await clock.advance(27_999);
  request.answer({ status: 200, text: JSON.stringify({ status: 'ok', next_seq: 4, state: stateOf() }) });
  t.is(events[0]?.type, 'relay.answered');
  await clock.advance(60_000);
  t.deepEqual([events.length, clock.pending()], [1, 0]);
});

test('[R54] cancelling a request aborts it and emits nothing', async (t) => {
  const { clock, request, events, stop } = ask(HELD);
  stop();
  t.true(request.cancelled());
  await clock.advance(60_000);
  t.deepEqual([events, clock.pending()], [[], 0]);
});

test('[C1] emits an answer with its state and times', async (t) => {
  const { clock, request, events } = ask(HELD);
  await clock.advance(700);
  request.answer({ status: 200, text: JSON.stringify({ status: 'invalid', ...stateOf() }) });
  const [event] = events;
  if (event?.type !== 'relay.answered') return void t.fail();
  t.deepEqual([event.answer.status, event.answer.state?.st, event.at_ms, event.took_ms], ['invalid', '00000001', 700, 700]); // oxfmt-ignore
});

test('[R96] reports a missing connection in the port’s words, retryable', (t) => {
  const { request, events } = ask();
  request.lose('relay:8322 refuses the connection.');
  t.deepEqual(events, [{ type: 'relay.failed', reason: 'relay:8322 refuses the connection.', refused: false, at_ms: 0, took_ms: 0 }]); // oxfmt-ignore
});

const NOT_THE_CLOUD = 'Not the cloud, or another version: check its address.';

for (const [what, text] of [
  ['a page', '<!doctype html><title>Welcome to the hotel</title>'],
  ['half a body', '{"status":"ok","state":{"players":[{"na'],
  ['nothing', ''],
  ['another JSON', '{"hello":"world"}'],
  ['a list', '[]'],
  ['a malformed state', '{"status":"ok","state":{"players":7}}'],
] as const)
  test(`[C1] ${what} with HTTP status 200 is not accepted as the cloud, and the message says to check the address`, (t) => {
    t.deepEqual(reasonOf(t, { status: 200, text }), { reason: NOT_THE_CLOUD, refused: false });
  });

test('[C9] 401: reports that the device is unknown and what to do', (t) => {
  const clock = createVirtualClock();
  clock.setWall({ synced: true, unix_s: 1_800_000_000 });
  for (const text of [
    '{"status":"unauthorized","error":"x","server_time":1800000299}',
    '{"status":"unauthorized"}',
    '<html>',
    '',
  ])
    // oxfmt-ignore
    t.deepEqual(reasonOf(t, { status: 401, text }, clock), {
      reason: 'Unknown device: enrol it, then start it with its identity.',
      refused: false,
    });
});

test('[C9] 401 with a server_time far off: reports how far and in which direction the clock is off', (t) => {
  const clock = createVirtualClock();
  clock.setWall({ synced: true, unix_s: 1_800_000_000 });
  for (const [server_time, off] of [
    [1_800_000_301, '301 s slow'],
    [1_800_086_400, '86400 s slow'],
    [1_799_999_699, '301 s fast'],
  ] as const) {
    const text = JSON.stringify({ status: 'unauthorized', error: 'stale', server_time });
    const reason = `The clock is ${off}: set it to use the cloud.`;
    t.deepEqual(reasonOf(t, { status: 401, text }, clock), { reason, refused: false });
  }
});

test('[C9] reports 400 and 413 as not worth a retry', (t) => {
  for (const status of [400, 413]) {
    const text = '{"status":"malformed","error":"round.n must be a whole number from 1 to 4."}';
    t.deepEqual(reasonOf(t, { status, text }), { reason: 'The cloud does not understand this device.', refused: true });
  }
});

test('[C21] reports 429 as too many requests, and retries', (t) => {
  const reason = 'Too many requests to the cloud. Trying again.';
  t.deepEqual(reasonOf(t, { status: 429, text: '{"status":"limited"}' }), { reason, refused: false });
});

test('[C9] reports any other status as not the cloud, with its number', (t) => {
  for (const status of [201, 204, 301, 302, 307, 403, 404, 405, 500, 502])
    t.deepEqual(reasonOf(t, { status, text: '{"status":"ok"}' }), {
      reason: `Not the cloud (HTTP ${status}): check its address.`,
      refused: false,
    });
});

test('[C9] 503 is a cloud that is stopping, at the right address', (t) => {
  const { reason, refused } = reasonOf(t, { status: 503, text: '{"status":"stopping"}' });
  t.false(refused);
  t.notRegex(reason, /not the cloud|address/);
});

/** Returns when the virtual clock was reported as synced, and a stop function. */
function watch(clock: VirtualClock) {
  const synced_ms: number[] = [];
  const parent = createMachine({
    initial: 'waiting',
    states: {
      waiting: { invoke: { src: clockSyncFrom(clock) as AnyActorLogic }, on: { stop: 'stopped' } },
      stopped: {},
    },
    on: { 'clock.synced': { actions: () => void synced_ms.push(clock.now_ms()) } },
  });
  const actor = createActor(parent, { clock }).start();
  return { synced_ms, stop: () => actor.send({ type: 'stop' }) };
}

test('[R94] reports a synced clock immediately, and an unsynced clock once, when it is synced', async (t) => {
  t.deepEqual(watch(createVirtualClock()).synced_ms, [0]);
  const clock = createVirtualClock();
  clock.setWall({ synced: false, unix_s: 0 });
  const { synced_ms } = watch(clock);
  await clock.advance(3_600_500);
  t.deepEqual(synced_ms, []);
  clock.setWall({ synced: true, unix_s: 1_800_000_000 });
  await clock.advance(600_000);
  t.deepEqual([synced_ms, clock.pending()], [[3_601_000], 0]);
});

test('[R94] stopping the wait for the clock leaves no alarm', async (t) => {
  const clock = createVirtualClock();
  clock.setWall({ synced: false, unix_s: 0 });
  const { synced_ms, stop } = watch(clock);
  t.is(clock.pending(), 1);
  stop();
  t.is(clock.pending(), 0);
  clock.setWall({ synced: true, unix_s: 1_800_000_000 });
  await clock.advance(10_000);
  t.deepEqual(synced_ms, []);
});
