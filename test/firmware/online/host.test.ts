// The host loop, with the test as the relay: its requests, aborted polls, and the handling of every answer.

import test from 'ava';
import fc from 'fast-check';
import type { HostMachineEvent } from '../../../firmware/online/host.machine.ts';
import { missedRounds, type HostContext } from '../../../firmware/online/host.ts';
import type { InputItem, RelayAnswer } from '../../../wire/relay/answers.ts';
import type { Experience } from '../../../wire/relay/shapes.ts';
import {
  aRound,
  EXP,
  openHost,
  pollingHost,
  publish,
  STATE,
  started,
  type Host,
} from '../../support/relay/host-loop.ts';
import { SELF, stateOf, type ReceivedRequest } from '../../support/relay/relay-loop.ts';
import { itemAt } from '../../support/items.ts';

const LAG: Experience = { mode: 9, gen: 5, cfg: {} };

/** Returns the numbers of the reported inputs, in order. */
const applied = ({ parent_events: events }: Host): readonly number[] =>
  events.flatMap(({ session }) => itemsOf(session).map(({ seq }) => seq));
const itemsOf = ({ items }: HostContext): HostContext['items'] => items;

const item = (seq: number): InputItem => ({ seq, kind: 'aim', name: 'Silver Violin', steps: 1, club: 0, ms: 0 });
const polled = (given: Partial<RelayAnswer> = {}): Partial<RelayAnswer> => ({ next_seq: 8, state: STATE, ...given });
const ridOf = ({ body }: ReceivedRequest): unknown => body['rid'];

test('[R3] hosting starts with start, which keeps the guests and has the stored experience', (t) => {
  const host = openHost();
  const { call, body } = host.open();
  t.is(call.route, 'host');
  t.deepEqual(body, { action: 'start', sim: 'none', name: 'Studio', keep_guests: true, exp: EXP });
  t.falsy(call.held);
});

test('[R26] sim follows the mode of the experience', (t) => {
  for (const [mode, sim] of [
    [2, 'simdirect'],
    [4, 'simport'],
    [20, 'none'],
    [0, 'none'],
  ] as const)
    // oxfmt-ignore
    t.is(openHost({ exp: { mode, gen: 1, cfg: {} } }).open().body['sim'], sim);
});

test('[R53] sends the poll as soon as start is answered, and the next poll as soon as one returns', (t) => {
  const host = openHost();
  host.open().answer(started);
  const { call, body } = host.open();
  t.deepEqual(host.fresh(), ['host start', 'poll']);
  t.true(call.held);
  const first = { code: 'ABC123', since: 7, wait_ms: 20_000, name: 'Studio', st: STATE.st, replay: false, players: SELF.players, ev: { seq: 0, kind: '', name: '', steps: 0 } }; // oxfmt-ignore
  t.deepEqual(body, first, '[relay §4.2] with every field of the document');
  host.open().answer(polled({ state: stateOf({ exp: EXP, st: '00000002' }) }));
  t.deepEqual(host.fresh(), ['poll']);
  t.deepEqual(host.open().body, { ...first, st: '00000002' });
  t.deepEqual([host.clock.now_ms(), host.bench.most()], [0, 1]);
});

test('[R56] reports the session data of every answer', (t) => {
  const host = pollingHost();
  host.open().answer(polled({ state: stateOf({ st: '00000002', round: aRound(1) }), away: ['Bold Acorn'] }));
  const { code, state, away, problem }: HostContext = itemAt(host.parent_events, -1)['session'];
  t.deepEqual([code, state?.st, state?.round, away, problem], ['ABC123', '00000002', aRound(1), ['Bold Acorn'], '']);
});

test('[C15] polls from the stored seq after a restart, or from `next_seq - 1` without one', async (t) => {
  const host = pollingHost();
  t.is(host.open().body['since'], 7);
  host.open().answer(polled({ items: [item(8), item(9)], next_seq: 10 }));
  t.is(host.open().body['since'], 9);
  host.open().fail();
  await host.clock.advance(3000);
  host.open().answer({ ...started, next_seq: 20 });
  t.is(host.open().body['since'], 9);
  t.is(pollingHost({}, { ...started, next_seq: 1 }).open().body['since'], 0);
  t.is(pollingHost({ input_seq: 4 }).open().body['since'], 4);
});

test('[C14] [C15] ignores a stored seq that the relay has not reached', (t) => {
  t.is(pollingHost({ input_seq: 8 }).open().body['since'], 7);
  t.is(pollingHost({ input_seq: 7 }).open().body['since'], 7);
});

test('[C15] counts inputs that the relay accepted before the first `start` as backlog, until the relay restarts its count', async (t) => {
  const backlogOf = (host: Host): unknown => itemAt(host.parent_events, -1)['session'].backlog_seq;
  const host = pollingHost({ input_seq: 4 });
  host.open().answer(polled({ items: [item(5)], next_seq: 8 }));
  t.is(backlogOf(host), 7);
  host.open().fail();
  await host.clock.advance(3000);
  host.open().answer({ ...started, next_seq: 20 });
  host.open().answer(polled({ items: [item(8)], next_seq: 20 }));
  t.is(backlogOf(host), 7);
  host.open().answer(polled({ next_seq: 3 }));
  t.is(backlogOf(host), 0);
});

test('[R43] applies no input up to its `since`, even if the relay delivers it', (t) => {
  const host = pollingHost();
  host.open().answer(polled({ items: [item(6), item(7), item(8)], next_seq: 9 }));
  t.deepEqual(applied(host), [8]);
});

test('[R42] next_seq at or below since means a relay that lost data: continues from next_seq - 1', (t) => {
  for (const next_seq of [3, 6, 7]) {
    const by_poll = pollingHost();
    by_poll.open().answer(polled({ next_seq }));
    t.is(by_poll.open().body['since'], next_seq - 1);
    const by_control = pollingHost();
    by_control.send({ type: 'host.persisted', self: SELF, exp: LAG });
    by_control.open().answer({ next_seq, state: stateOf({ exp: LAG }) });
    t.is(by_control.open().body['since'], next_seq - 1);
    const by_start = pollingHost();
    by_start.open().answer({ status: 'invalid', next_seq: 8 });
    by_start.open().answer({ ...started, next_seq });
    t.is(by_start.open().body['since'], next_seq - 1);
    by_start.open().answer(polled({ items: [item(next_seq)], next_seq: next_seq + 1 }));
    t.deepEqual(applied(by_start), [next_seq]);
  }
});

test('[R32] an answer without next_seq does not move the cursor', (t) => {
  const host = pollingHost();
  host.open().answer(polled({ next_seq: 0 }));
  t.is(host.open().body['since'], 7);
});

test('[R33] repeats a poll whose answer was lost from the same cursor', async (t) => {
  const host = pollingHost();
  host.open().fail();
  await host.clock.advance(3000);
  host.open().answer(started);
  t.is(host.open().body['since'], 7);
});

test('[R30] applies items in order of their numbers, and the next poll follows the last', (t) => {
  const host = pollingHost();
  host.open().answer(polled({ items: [item(10), item(8), item(9)], next_seq: 11 }));
  t.deepEqual(applied(host), [8, 9, 10]);
  t.is(host.open().body['since'], 10);
});

/** Answers of a relay that delivers numbers arbitrarily: each is a list of waiting items, with any repetition. */
const deliveries = fc.array(fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 25 }), { maxLength: 12 });

test('[R32] applies nothing twice regardless of what the relay repeats and in which order', (t) => {
  fc.assert(
    fc.property(deliveries, (answers) => {
      const host = pollingHost();
      for (const seqs of answers) host.open().answer(polled({ items: seqs.map((seq) => item(seq)), next_seq: 41 }));
      const numbers = applied(host);
      const rising = numbers.every((seq, n) => seq > (numbers[n - 1] ?? 7));
      const highest = Math.max(7, ...answers.flat());
      return rising && (numbers.at(-1) ?? 7) === highest && host.open().body['since'] === highest;
    }),
  );
  t.pass();
});

test('[R32] applies an item that is repeated in one answer once', (t) => {
  const host = pollingHost();
  host.open().answer(polled({ items: [item(8), item(8), item(9), item(8)], next_seq: 10 }));
  t.deepEqual(applied(host), [8, 9]);
});

test('[R32] reports inputs once, however often the session is reported afterwards', async (t) => {
  const host = pollingHost();
  host.open().answer(polled({ items: [item(8)], next_seq: 9 }));
  host.open().fail();
  await host.clock.advance(3000);
  host.open().answer({ ...started, next_seq: 9 });
  host.send({ type: 'host.persisted', self: SELF, exp: LAG });
  host.open().answer({ next_seq: 9, state: stateOf({ exp: LAG }) });
  host.open().fail();
  await host.clock.advance(3000);
  host.open().answer({ ...started, next_seq: 9, state: stateOf({ exp: LAG }) });
  host.open().answer(polled({ items: [item(8)], next_seq: 9, state: stateOf({ exp: LAG, st: '00000003' }) }));
  t.true(host.parent_events.length >= 5);
  t.deepEqual(applied(host), [8]);
});

const ABORTING: Readonly<Record<string, readonly [event: HostMachineEvent, then: string]>> = {
  'a stop': [{ type: 'host.stop' }, 'host stop'],
  'a new experience': [{ type: 'host.persisted', self: SELF, exp: LAG }, 'host experience'],
  'a new setting': [{ type: 'host.persisted', self: SELF, exp: { ...EXP, cfg: { holes: 9 } } }, 'host experience'],
  'a new code': [{ type: 'host.renew', keep_guests: true }, 'host regenerate'],
  'changed players': [{ type: 'host.persisted', self: { ...SELF, players: [] }, exp: EXP }, 'poll'],
  'an event of its own': [{ type: 'host.event', ev: { seq: 3, kind: 'putt', name: 'Studio', steps: 0 } }, 'poll'],
};

for (const [what, [event, then]] of Object.entries(ABORTING))
  test(`[R54] ${what} aborts the poll and is sent immediately`, (t) => {
    const host = pollingHost();
    const poll = host.open();
    host.send(event);
    t.is(poll.status(), 'withdrawn');
    t.deepEqual(host.fresh(), [then]);
    t.is(host.open().at_ms, 0);
    t.is(host.bench.most(), 1);
  });

test('[R54] a round aborts the poll once it is saved, not before', (t) => {
  const host = pollingHost();
  const poll = host.open();
  host.send({ type: 'host.round', round: aRound(1) });
  t.deepEqual([poll.status(), host.fresh()], ['open', []]);
  host.send({ type: 'host.saved' });
  t.deepEqual([poll.status(), host.fresh()], ['withdrawn', ['host round']]);
  t.deepEqual(host.open().body, { action: 'round', round: aRound(1) });
});

test('[R54] an event without a change does not abort the poll', (t) => {
  const host = pollingHost();
  const poll = host.open();
  host.send({ type: 'host.persisted', self: structuredClone(SELF), exp: structuredClone(EXP) });
  host.send({ type: 'host.saved' });
  t.deepEqual([poll.status(), host.fresh()], ['open', []]);
});

test('[R54] the following polls carry the host’s own event', (t) => {
  const host = pollingHost();
  const ev = { seq: 3, kind: 'aim', name: 'Studio', steps: -2 } as const;
  host.send({ type: 'host.event', ev });
  t.deepEqual(host.open().body['ev'], ev);
});

test('[R99] queues changes during a control POST until its answer, then sends them one by one', (t) => {
  const host = pollingHost();
  host.send({ type: 'host.persisted', self: SELF, exp: LAG });
  const out = host.open();
  const newest = { ...LAG, gen: 6 };
  host.send({ type: 'host.persisted', self: SELF, exp: { ...LAG, cfg: { csMin: 5 } } });
  host.send({ type: 'host.persisted', self: SELF, exp: newest });
  publish(host, aRound(1));
  publish(host, aRound(1, 'miss'));
  host.send({ type: 'host.event', ev: { seq: 3, kind: 'putt', name: 'Studio', steps: 0 } });
  host.send({ type: 'host.renew', keep_guests: false });
  t.deepEqual([out.status(), host.fresh()], ['open', ['host experience']]);
  out.answer({ next_seq: 8, state: stateOf({ exp: LAG }) });
  const bodies: unknown[] = [];
  while (host.open().call.route === 'host') {
    const { rid: _rid, ...body } = host.open().body;
    bodies.push(body);
    host.open().answer({ next_seq: 8, code: 'DEF456', state: stateOf({ exp: newest }) });
  }
  t.deepEqual(bodies, [
    { action: 'regenerate', sim: 'none', name: 'Studio', keep_guests: false },
    { action: 'experience', exp: newest },
    { action: 'round', round: aRound(1) },
    { action: 'round', round: aRound(1, 'miss') },
  ]);
  t.deepEqual([host.open().call.route, host.open().body['code'], host.bench.most()], ['poll', 'DEF456', 1]);
});

test('[C13] only a new code has a rid, and none is reused, even after a reboot', (t) => {
  const rids: unknown[] = [];
  for (const boot of ['b7', 'b8']) {
    const host = openHost({ boot });
    host.open().answer(started);
    for (let n = 1; n <= 3; n++) {
      publish(host, aRound(n));
      host.open().answer(started);
      host.send({ type: 'host.renew', keep_guests: true });
      host.open().answer({ ...started, code: `DEF45${n}` });
    }
    host.open().answer({ status: 'invalid', next_seq: 8 });
    host.open().answer(started);
    host.send({ type: 'host.persisted', self: SELF, exp: LAG });
    host.send({ type: 'host.stop' });
    rids.push(...host.bench.all.map((request) => ridOf(request)).filter((rid) => rid !== undefined));
  }
  t.is(rids.length, 6);
  t.is(new Set(rids).size, 6);
  for (const rid of rids) t.regex(String(rid), /^.{1,36}$/);
});

test('[C13] resends a failed new code unchanged, and later changes after it', async (t) => {
  const host = pollingHost();
  host.send({ type: 'host.renew', keep_guests: true });
  const first = host.open();
  first.fail();
  host.send({ type: 'host.persisted', self: { ...SELF, name: 'Den' }, exp: LAG });
  await host.clock.advance(3000);
  t.is(host.open().body['action'], 'start');
  host.open().answer({ ...started, state: stateOf({ exp: LAG }) });
  const again = host.open();
  t.not(again, first);
  t.is(JSON.stringify(again.body), JSON.stringify(first.body));
  host.send({ type: 'host.renew', keep_guests: false });
  again.answer({ ...started, state: stateOf({ exp: LAG }) });
  t.is(host.open().body['action'], 'regenerate');
  t.not(ridOf(host.open()), ridOf(first));
});

test('[R61] sends a failed experience in its current version', async (t) => {
  const host = pollingHost();
  host.send({ type: 'host.persisted', self: SELF, exp: LAG });
  host.open().fail();
  host.send({ type: 'host.persisted', self: SELF, exp: { ...LAG, gen: 9 } });
  await host.clock.advance(3000);
  t.deepEqual(host.open().body['exp'], { ...LAG, gen: 9 });
  // A relay that still has the old experience gets the new one only.
  host.open().answer(started);
  t.deepEqual(host.open().body, { action: 'experience', exp: { ...LAG, gen: 9 } });
});

test('[R63] resends a refused control POST after the next start request', (t) => {
  const host = pollingHost();
  host.send({ type: 'host.persisted', self: SELF, exp: LAG });
  host.open().answer({ status: 'invalid', next_seq: 8 });
  t.is(host.open().body['action'], 'start');
  host.open().answer(started);
  t.deepEqual(host.open().body, { action: 'experience', exp: LAG });
});

test('[R76] sends rounds one by one, in order of creation', (t) => {
  const host = pollingHost();
  const rounds = [1, 2, 3].flatMap((seq) => [aRound(seq), aRound(seq, 'miss')]);
  for (const round of rounds) host.send({ type: 'host.round', round });
  host.send({ type: 'host.saved' });
  const sent: unknown[] = [];
  for (; host.open().call.route === 'host'; host.open().answer(started)) sent.push(host.open().body['round']);
  t.deepEqual(sent, rounds);
});

test('[R76] after a reboot sends the versions of the round that the relay lacks', (t) => {
  const rounds = [aRound(5), aRound(5, 'miss')];
  for (const [relay_round, missed] of [
    [null, rounds],
    [aRound(4, 'miss'), rounds],
    [aRound(5), [aRound(5, 'miss')]],
    [aRound(5, 'miss'), []],
  ] as const) {
    const host = openHost({ rounds });
    host.open().answer({ ...started, state: stateOf({ exp: EXP, round: relay_round }) });
    const sent: unknown[] = [];
    for (; host.open().call.route === 'host'; host.open().answer(started)) sent.push(host.open().body['round']);
    t.deepEqual(sent, missed);
  }
});

test('[R88] a host that registers again after a failure sends no older round than was answered', async (t) => {
  const host = openHost({ rounds: [aRound(5), aRound(5, 'miss')] });
  host.open().answer({ ...started, state: stateOf({ exp: EXP, round: aRound(5) }) });
  host.open().answer({ ...started, state: stateOf({ exp: EXP, round: aRound(5, 'miss') }) });
  host.open().fail();
  await host.clock.advance(3000);
  host.fresh();
  // The relay reports an older round: the host does not roll back the round that it has published.
  host.open().answer({ ...started, state: stateOf({ exp: EXP, round: aRound(5) }) });
  t.deepEqual(host.open().body, { action: 'round', round: aRound(5, 'miss') });
  host.open().answer({ ...started, state: stateOf({ exp: EXP, round: aRound(5, 'miss') }) });
  host.open().fail();
  await host.clock.advance(3000);
  host.fresh();
  host.open().answer({ ...started, state: stateOf({ exp: EXP, round: aRound(5, 'miss') }) });
  t.deepEqual(host.fresh(), ['poll']);
});

test('[R76] missed rounds are the known ones after the last sent', (t) => {
  const [a, b] = [aRound(5), aRound(5, 'miss')];
  t.deepEqual(missedRounds(null, []), []);
  t.deepEqual(missedRounds(a, []), []);
  t.deepEqual(missedRounds(null, [b]), [b]);
  t.deepEqual(missedRounds(aRound(9, 'miss', 6), [a, b]), [a, b], 'after another round');
  t.deepEqual(missedRounds({ ...b, turn: 0 }, [a, b]), [b], 'same shot, later changes');
  const lobby = { ...a, shot: null };
  t.deepEqual(missedRounds(lobby, [lobby]), []);
  t.deepEqual(missedRounds(null, [lobby]), [lobby]);
});
