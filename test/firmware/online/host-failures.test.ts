// Failures of the host loop: silence, refusals, a second device with the same identity, an overfull queue.

import test from 'ava';
import { hostMachine } from '../../../firmware/online/host.machine.ts';
import { withRoundsSaved, type HostContext } from '../../../firmware/online/host.ts';
import { askFrom } from '../../../firmware/online/online.actors.ts';
import { DUPLICATE_IDENTITY } from '../../../firmware/online/relay-call.ts';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import type { RelayAnswer } from '../../../wire/relay/answers.ts';
import type { Round } from '../../../wire/relay/round.ts';
import {
  aRound,
  EXP,
  INPUT,
  openHost,
  pollingHost,
  STATE,
  started,
  problems,
  type Host,
} from '../../support/relay/host-loop.ts';
import { SELF, openLoop, stateOf, titleOf } from '../../support/relay/relay-loop.ts';
import { createStubHttp } from '../../support/device/stub-http.ts';
import { itemAt } from '../../support/items.ts';

/** Opens a host whose requests all go unanswered. */
function silentHost() {
  const clock = createVirtualClock();
  const http = createStubHttp(clock);
  const loop: Host = openLoop(INPUT, () => hostMachine.provide({ actors: { ask: askFrom(http, clock, 'http://relay') } }), clock); // oxfmt-ignore
  return { ...loop, http };
}

test('[R96] a silent relay: 8 s until the timeout, then pauses of 3 s, 3 s and 30 s', async (t) => {
  const { clock, http } = silentHost();
  await clock.advance(150_000);
  t.deepEqual(http.times(), [
    [0, 'host start'],
    [11, 'host start'],
    [22, 'host start'],
    [60, 'host start'],
    [98, 'host start'],
    [136, 'host start'],
  ]);
  t.true(
    http.requests.slice(0, -1).every(({ cancelled }) => cancelled()),
    'abandoned requests are cancelled',
  );
});

test('[R96] an answer resets the pauses to 3 s', async (t) => {
  const host = openHost();
  const assertRequestAfter = async (ms: number): Promise<void> => {
    host.open().fail();
    const count = host.bench.all.length;
    await host.clock.advance(ms - 1);
    t.is(host.bench.all.length, count, 'no request yet');
    await host.clock.advance(1);
    t.is(host.open().body['action'], 'start');
  };
  for (const pause_ms of [3000, 3000, 30_000, 30_000]) await assertRequestAfter(pause_ms);
  host.open().answer(started);
  for (const pause_ms of [3000, 3000, 30_000]) await assertRequestAfter(pause_ms);
  host.open().answer(started);
  host.open().answer({ next_seq: 8, state: stateOf({ exp: EXP, st: '00000002' }) });
  await assertRequestAfter(3000);
});

test('[R97] a poll times out after 28 s, and the host registers again 3 s later', async (t) => {
  const { clock, http } = silentHost();
  http.requests[0]?.answer({ status: 200, text: JSON.stringify({ status: 'ok', code: 'ABC123', next_seq: 1, state: STATE }) }); // oxfmt-ignore
  await clock.advance(27_999);
  t.false(http.requests[1]?.cancelled());
  await clock.advance(1);
  t.true(http.requests[1]?.cancelled());
  await clock.advance(3000);
  t.deepEqual(http.times(), [[0, 'host start'], [0, 'poll'], [31, 'host start']]); // oxfmt-ignore
});

test('[R97] does not time out a poll that a healthy relay holds for 20 s', async (t) => {
  const { clock, http, parent_events: events } = silentHost();
  const text = JSON.stringify({ status: 'ok', code: 'ABC123', next_seq: 1, items: [], state: STATE });
  http.requests[0]?.answer({ status: 200, text });
  for (let n = 1; n <= 20; n++) {
    await clock.advance(20_000);
    http.requests[n]?.answer({ status: 200, text });
  }
  t.deepEqual(http.times().slice(1), Array.from({ length: 21 }, (_, n) => [n * 20, 'poll'])); // oxfmt-ignore
  t.true(events.every(({ session }) => session.problem === ''));
});

test('[R98] a poll answered invalid makes the host register again immediately', (t) => {
  const host = pollingHost();
  host.open().answer({ status: 'invalid', next_seq: 8, state: stateOf({ players: [], host_online: false }) });
  t.deepEqual(host.fresh(), ['host start']);
  t.is(host.open().body['keep_guests'], true);
  host.open().answer(started);
  t.deepEqual([host.fresh(), host.clock.now_ms()], [['poll'], 0]);
});

test('[R96] a poll answered forbidden is a failure, although `start` succeeds: 3 s, 3 s, then 30 s', async (t) => {
  const host = pollingHost();
  for (const wait_ms of [3000, 3000, 30_000, 30_000]) {
    host.open().answer({ status: 'forbidden', state: stateOf({ players: [], host_online: false }) });
    t.is(problems(host).at(-1), 'The cloud answered forbidden. Trying again.');
    await host.clock.advance(wait_ms - 1);
    t.deepEqual(host.fresh(), []);
    await host.clock.advance(1);
    host.open().answer(started);
    t.deepEqual(host.fresh(), ['host start', 'poll']);
  }
  host.open().answer({ next_seq: 8, state: { ...STATE, st: '00000002' } });
  host.open().answer({ status: 'forbidden' });
  host.fresh();
  await host.clock.advance(3000);
  t.deepEqual(host.fresh(), ['host start'], 'an answered poll resets the pause');
});

test('[relay §7] the first poll after a failure has no tag, so it is answered immediately', async (t) => {
  const host = pollingHost();
  t.is(host.open().body['st'], STATE.st);
  host.open().fail();
  await host.clock.advance(3000);
  host.open().answer(started);
  t.is(host.open().body['st'], '');
  host.open().answer({ next_seq: 8, state: STATE });
  t.is(host.open().body['st'], STATE.st);
});

test('[R98] reports a refused start and retries it', async (t) => {
  const host = openHost();
  host.open().answer({ status: 'closed' });
  t.deepEqual(problems(host), ['The cloud answered closed. Trying again.']);
  await host.clock.advance(3000);
  host.open().answer(started);
  t.deepEqual(problems(host).at(-1), '');
  t.is(titleOf(host.open()), 'poll');
});

test('[R98] immediately reports why the relay is unreachable, until the next answer', async (t) => {
  const host = pollingHost();
  host.open().fail({ reason: 'No answer from the cloud. Trying again.' });
  await host.clock.advance(3000);
  host.open().fail({ reason: 'relay:8322 refuses the connection.' });
  await host.clock.advance(3000);
  host.open().answer(started);
  t.deepEqual(problems(host), ['', 'No answer from the cloud. Trying again.', 'relay:8322 refuses the connection.', '']); // oxfmt-ignore
});

test('[R53] sends changes made during a pause after the next start request', async (t) => {
  const host = pollingHost();
  host.open().fail();
  host.send({ type: 'host.persisted', self: SELF, exp: { ...EXP, gen: 5 } });
  host.send({ type: 'host.round', round: aRound(1) });
  host.send({ type: 'host.saved' });
  await host.clock.advance(3000);
  t.deepEqual(host.open().body['exp'], { ...EXP, gen: 5 }, 'start carries the newest experience');
  host.open().answer({ ...started, state: stateOf({ exp: { ...EXP, gen: 5 } }) });
  t.deepEqual(host.fresh(), ['host start', 'host round']);
});

test('[R88] does not resend a round that arrived although its answer was lost, and keeps the rest', async (t) => {
  const host = pollingHost();
  for (const round of [aRound(1), aRound(1, 'miss')]) host.send({ type: 'host.round', round });
  host.send({ type: 'host.saved' });
  const first = host.open();
  first.fail();
  await host.clock.advance(3000);
  host.open().answer({ ...started, state: stateOf({ exp: EXP, round: aRound(1) }) });
  t.deepEqual(first.body['round'], aRound(1));
  t.deepEqual(host.open().body['round'], aRound(1, 'miss'));
});

/** Returns the number of requests in a minute if the relay answers every request immediately. */
async function aMinuteOf(host: Host, answers: (title: string) => Partial<RelayAnswer>): Promise<number> {
  const before = host.bench.all.length;
  const end_ms = host.clock.now_ms() + 60_000;
  while (host.clock.now_ms() < end_ms && host.bench.all.length < before + 1000) {
    for (let n = 0; n < 100; n++) {
      const open = host.bench.all.findLast((request) => request.status() === 'open');
      if (open) open.answer(answers(titleOf(open)));
    }
    await host.clock.advance(100);
  }
  return host.bench.all.length - before;
}

test('[C79] polls that end immediately without a change report a duplicate device, then pause', async (t) => {
  const host = pollingHost();
  for (let n = 0; n < 5; n++) host.open().answer({ next_seq: 8, state: STATE });
  t.is(host.fresh().length, 5);
  host.open().answer({ next_seq: 8, state: STATE });
  t.deepEqual(host.fresh(), []);
  t.is(problems(host).at(-1), DUPLICATE_IDENTITY);
  t.is(DUPLICATE_IDENTITY, 'Another device uses this identity: turn one off.');
  await host.clock.advance(2999);
  t.deepEqual(host.fresh(), []);
  await host.clock.advance(1);
  t.deepEqual(host.fresh(), ['host start']);
  const requests = await aMinuteOf(host, (title) => (title === 'poll' ? { next_seq: 8, state: STATE } : started));
  t.true(requests <= 20 * 8, `${requests} in a minute`);
});

test('[C79] polls that take time or bring changes do not indicate a second device', async (t) => {
  const host = pollingHost();
  for (let n = 0; n < 20; n++) {
    const st = `0000000${n % 2}`;
    host.open().answer({ next_seq: 8, state: stateOf({ exp: EXP, st }) });
    await host.clock.advance(1000);
    host.open().answer({ next_seq: 8, state: stateOf({ exp: EXP, st }) });
  }
  t.deepEqual(problems(host), ['']);
});

test('[C79] limits the requests of two hosts that take the session from each other', async (t) => {
  for (const status of ['invalid', 'forbidden']) {
    const host = pollingHost();
    const requests = await aMinuteOf(host, (title) => (title === 'poll' ? { status, next_seq: 8 } : started));
    t.true(requests <= 20 * 14, `${requests} in a minute`);
  }
});

test('[C79] two hosts with conflicting experiences send limited requests', async (t) => {
  const host = pollingHost();
  let gen = 100;
  const other = (): Partial<RelayAnswer> => ({
    next_seq: 8,
    state: stateOf({ exp: { ...EXP, gen: gen++ }, st: `${gen}` }),
  });
  const requests = await aMinuteOf(host, (title) => (title === 'poll' ? other() : started));
  t.true(requests <= 20 * 14, `${requests} in a minute`);
  t.true(problems(host).includes(DUPLICATE_IDENTITY));
});

test('[C79] limits requests to a cloud that answers ok immediately and holds nothing', async (t) => {
  const requests = await aMinuteOf(pollingHost(), () => ({ next_seq: 8 }));
  t.true(requests <= 20 * 14, `${requests} in a minute`);
});

test('[C79] limits requests to a cloud that accepts start and refuses updates', async (t) => {
  const host = pollingHost();
  host.send({ type: 'host.persisted', self: SELF, exp: { ...EXP, gen: 5 } });
  const requests = await aMinuteOf(host, (title) => (title === 'host experience' ? { status: 'invalid' } : started));
  t.true(requests <= 20 * 14, `${requests} in a minute`);
});

test('[R54] a stop is sent immediately in any state, and ends the loop', async (t) => {
  const registering = openHost();
  const telling = pollingHost();
  telling.send({ type: 'host.persisted', self: SELF, exp: { ...EXP, gen: 5 } });
  const pausing = pollingHost();
  pausing.open().fail();
  for (const host of [registering, pollingHost(), telling, pausing]) {
    host.send({ type: 'host.stop' });
    t.is(titleOf(host.open()), 'host stop');
    t.is(host.open().at_ms, 0);
    host.open().answer({ status: 'ok' });
    t.is(host.value(), 'done');
    await host.clock.advance(600_000);
    t.is(titleOf(itemAt(host.bench.all, -1)), 'host stop');
    t.is(host.bench.most(), 1);
  }
});

test('[R96] resends an unanswered stop with the same pauses until it is answered', async (t) => {
  const { clock, http, send, value } = silentHost();
  http.requests[0]?.answer({ status: 200, text: JSON.stringify({ status: 'ok', code: 'ABC123', next_seq: 1, state: STATE }) }); // oxfmt-ignore
  await clock.advance(5000);
  send({ type: 'host.stop' });
  t.true(http.requests[1]?.cancelled());
  await clock.advance(9000);
  send({ type: 'host.stop' });
  await clock.advance(600_000);
  t.not(value(), 'done');
  const stops = http.times().slice(2);
  t.deepEqual(stops.slice(0, 3), [[5, 'host stop'], [16, 'host stop'], [27, 'host stop']]); // oxfmt-ignore
  t.true(stops.length > 12 && stops.length < 20, `${stops.length}`);
  for (let second = 0; second < 60 && value() !== 'stopping'; second++) await clock.advance(1000);
  itemAt(http.requests, -1).answer({ status: 200, text: JSON.stringify({ status: 'ok', code: 'ABC123' }) });
  t.is(value(), 'done');
});

test('[R96] a host switched off before its stop was answered sends only the stop at boot', (t) => {
  const host = openHost({ stopping: true });
  t.is(titleOf(host.open()), 'host stop');
  host.open().answer({ status: 'ok' });
  t.is(host.value(), 'done');
});

test('[R53] no event during a stop prevents it', (t) => {
  const host = pollingHost();
  host.send({ type: 'host.stop' });
  const stop = host.open();
  host.send({ type: 'host.persisted', self: SELF, exp: { ...EXP, gen: 5 } });
  host.send({ type: 'host.round', round: aRound(1) });
  host.send({ type: 'host.saved' });
  host.send({ type: 'host.renew', keep_guests: false });
  host.send({ type: 'host.event', ev: { seq: 1, kind: 'putt', name: '', steps: 0 } });
  host.send({ type: 'host.stop' });
  t.is(stop.status(), 'open');
  stop.answer({ status: 'invalid' });
  t.is(host.value(), 'done');
});

/** Returns the queue after `putts` putts, each shown twice, while the relay is away. */
function waitingAfter(putts: number): readonly Round[] {
  const context: HostContext = { ...openHost().context(), rounds: [aRound(1)] };
  const versions = Array.from({ length: putts }, (_, n) => [aRound(n + 2), aRound(n + 2, 'miss')]).flat();
  return versions.reduce((now, round) => ({ ...now, ...withRoundsSaved({ ...now, unsaved: [round] }) }), context)
    .rounds;
}

test('[R74] a round continued without the relay keeps its newest version and at most 2000', (t) => {
  for (const putts of [1, 20, 999, 1000, 1001, 1500]) {
    const waiting = waitingAfter(putts);
    const whole = 1 + 2 * putts;
    t.true(
      whole <= 2000 ? waiting.length === whole : waiting.length === 1999 || waiting.length === 2000,
      String(waiting.length),
    );
    t.deepEqual(waiting.at(-1), aRound(putts + 1, 'miss'));
    const seqs = waiting.map(({ shot }) => shot?.seq ?? 0);
    t.deepEqual(seqs, seqs.toSorted((a, b) => a - b)); // oxfmt-ignore
    t.deepEqual(waiting[0], aRound(1), 'the round that may have been sent stays queued');
  }
});

test('[R76] a round continued without the relay keeps the start of each shot whose verdict it keeps', (t) => {
  for (const putts of [1, 2, 3, 995, 998, 999, 1000, 1001, 1002, 1003, 1100]) {
    const waiting = waitingAfter(putts);
    for (const { shot } of waiting.filter((round) => round.shot?.v === 'miss'))
      t.true(
        waiting.some((round) => round.shot?.seq === shot?.seq && round.shot?.v === ''),
        `${putts} putts`,
      );
  }
});
