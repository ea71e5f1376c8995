// The guest loop, with the test as the relay: joining, the held heartbeat, and every way it ends.

import test from 'ava';
import type { GuestMachineEvent } from '../../../firmware/online/guest.machine.ts';
import { DUPLICATE_IDENTITY } from '../../../firmware/online/relay-call.ts';
import type { RelayAnswer } from '../../../wire/relay/answers.ts';
import {
  AIM,
  JOINED,
  JOINED_TEXT,
  listeningGuest,
  openGuest,
  portGuest,
  type LoopGuest,
} from '../../support/relay/relay-guest.ts';
import { SELF, stateOf, titleOf } from '../../support/relay/relay-loop.ts';
import { itemAt } from '../../support/items.ts';

test('[R55] a guest joins by its code, without a hold', (t) => {
  const { call, body } = openGuest().open();
  t.is(call.route, 'join');
  t.falsy(call.held);
  t.deepEqual(body, { action: 'join', code: 'ABC123', name: 'Studio', players: SELF.players, fol: true, wait_ms: 0, st: '' }); // oxfmt-ignore
});

test('[R53] sends the heartbeat as soon as the join is answered, and the next heartbeat as soon as one returns', (t) => {
  const guest = openGuest();
  guest.open().answer(JOINED);
  const { call, body } = guest.open();
  t.true(call.held);
  const beat = { action: 'heartbeat', code: 'ABC123', name: 'Studio', players: SELF.players, fol: true, wait_ms: 20_000, st: stateOf().st }; // oxfmt-ignore
  t.deepEqual(body, beat);
  guest.open().answer({ ...JOINED, state: stateOf({ st: '00000002' }) });
  t.deepEqual(guest.open().body, { ...beat, st: '00000002' });
  t.deepEqual([guest.fresh(), guest.bench.most()], [['join join', 'join heartbeat', 'join heartbeat'], 1]);
  t.is(guest.clock.now_ms(), 0);
});

test('[R12] a guest adopts the code of any answer and reports it', (t) => {
  const joining = openGuest();
  joining.open().answer({ ...JOINED, code: 'DEF456' });
  const beating = listeningGuest();
  beating.open().answer({ ...JOINED, code: 'DEF456' });
  const sending = listeningGuest();
  sending.input(AIM);
  sending.open().answer({ ...JOINED, code: 'DEF456' });
  for (const guest of [joining, beating, sending]) {
    t.is(guest.open().body['code'], 'DEF456');
    t.is(guest.last().code, 'DEF456');
  }
  beating.open().answer({ ...JOINED, code: '' });
  t.is(beating.last().code, 'DEF456', 'an answer without a code changes nothing');
});

test('[R11] a heartbeat answered with a new code is followed immediately by one with that code', (t) => {
  const guest = listeningGuest();
  guest.open().answer({ ...JOINED, code: 'GHJ789' });
  t.deepEqual([guest.fresh(), guest.open().body['code'], guest.clock.now_ms()], [['join heartbeat'], 'GHJ789', 0]);
});

const ABORTING: Readonly<Record<string, readonly [event: GuestMachineEvent, then: string]>> = {
  'an input': [{ type: 'guest.input', input: AIM }, 'input aim'],
  'on its own': [{ type: 'guest.follow', fol: false }, 'join heartbeat'],
  'changed players': [{ type: 'guest.persisted', self: { ...SELF, players: [] } }, 'join heartbeat'],
  leaving: [{ type: 'guest.leave' }, 'join leave'],
};

for (const [what, [event, then]] of Object.entries(ABORTING))
  test(`[R54] ${what}: aborts the heartbeat and sends the change immediately`, (t) => {
    const guest = listeningGuest();
    const beat = guest.open();
    guest.send(event);
    t.is(beat.status(), 'withdrawn');
    t.deepEqual(guest.fresh(), [then]);
    t.deepEqual([guest.open().at_ms, guest.bench.most()], [0, 1]);
  });

test('[R54] an event without a change does not abort the heartbeat', (t) => {
  const guest = listeningGuest();
  const beat = guest.open();
  guest.send({ type: 'guest.follow', fol: true });
  guest.send({ type: 'guest.persisted', self: structuredClone(SELF) });
  t.deepEqual([beat.status(), guest.fresh()], ['open', []]);
});

test('[R66] sends a changed fol with the next heartbeat, both ways, and reports it', (t) => {
  const guest = listeningGuest();
  for (const fol of [false, true, false]) {
    guest.send({ type: 'guest.follow', fol });
    t.deepEqual([guest.open().body['fol'], guest.last().fol], [fol, fol]);
  }
});

test('[R58] times out a lost heartbeat after 28 s and repeats it 3 s later, before the host drops the guest', async (t) => {
  const { http, clock } = portGuest();
  const text = JOINED_TEXT;
  http.requests[0]?.answer({ status: 200, text });
  await clock.advance(31_000);
  t.deepEqual(http.times(), [[0, 'join join'], [0, 'join heartbeat'], [31, 'join heartbeat']]); // oxfmt-ignore
  t.true(http.requests[1]?.cancelled());
});

test('[R96] retries a silent relay with the pauses of a control POST, and reports the silence', async (t) => {
  const { http, clock, last } = portGuest();
  await clock.advance(100_000);
  // Once a join may have arrived, a heartbeat does the same as a join (C29).
  t.deepEqual(http.times().map(([at_s]) => at_s), [0, 11, 42, 100]); // oxfmt-ignore
  t.is(last().problem, 'No answer from the cloud. Trying again.');
  http.requests.at(-1)?.answer({ status: 200, text: JOINED_TEXT });
  t.is(last().problem, '');
  http.requests.at(-1)?.lose('relay refuses the connection.');
  t.is(last().problem, 'relay refuses the connection.');
  const count = http.requests.length;
  await clock.advance(3000);
  t.is(http.requests.length, count + 1, 'an answer resets the pauses');
});

test('[R6] reports a silent host, and the guest stays and keeps polling', (t) => {
  const guest = listeningGuest();
  guest.open().answer({ ...JOINED, status: 'offline', state: stateOf({ host_online: false, st: '00000002' }) });
  t.is(guest.last().problem, 'The host is away. Play resumes when it returns.');
  t.is(guest.open().body['st'], '00000002');
  guest.open().answer({ ...JOINED, state: stateOf({ st: '00000003' }) });
  t.deepEqual([guest.last().problem, guest.value()], ['', 'listening']);
});

test('[R5] a stopped host ends the loop, at the join and at a heartbeat', (t) => {
  for (const guest of [openGuest(), listeningGuest()]) {
    guest.open().answer({ ...JOINED, status: 'offline', host_stopped: true });
    t.deepEqual(
      [guest.value(), guest.output()],
      ['done', { end: 'The host has ended the session.', dead_code: false }],
    );
  }
});

test('[C28] an input ends the loop if the host has stopped, but not if it is away', (t) => {
  for (const [host_stopped, end] of [
    [true, { end: 'The host has ended the session.', dead_code: false }],
    [false, undefined],
  ] as const) {
    const guest = listeningGuest();
    guest.send({ type: 'guest.input', input: AIM });
    guest.open().answer({ status: 'offline', host_stopped, seq: 0, state: stateOf({ host_online: false }) });
    t.deepEqual(guest.output(), end);
  }
});

test('[R10] an invalid code ends the loop', (t) => {
  for (const guest of [openGuest(), listeningGuest()]) {
    guest.open().answer({ status: 'invalid', state: stateOf({ players: [], host_online: false }) });
    t.deepEqual(guest.output(), {
      end: 'Session ended: its code is no longer valid.',
      dead_code: true,
    });
  }
});

test('[C11] a guest without room reports that it only watches, and retries after 3 s', async (t) => {
  const joining = openGuest();
  joining.open().answer({ ...JOINED, status: 'full' });
  t.is(joining.last().problem, 'Session full: you can only watch.');
  t.deepEqual(joining.fresh(), ['join join']);
  await joining.clock.advance(3000);
  t.deepEqual(joining.fresh(), ['join heartbeat']);
  joining.open().answer(JOINED);
  t.is(joining.last().problem, '');
});

test('[C19] a listed guest shows no trouble if its added player has no room: it still plays', (t) => {
  const guest = listeningGuest();
  const listed = { name: 'Silver Violin', host: false, fol: true, players: [] };
  const players = [...stateOf().players, listed];
  guest.open().answer({ ...JOINED, status: 'full', state: stateOf({ players }) });
  t.is(guest.last().problem, '');
  guest.open().answer({ ...JOINED, status: 'full', state: stateOf({ st: '00000002' }) });
  t.is(guest.last().problem, 'Session full: you can only watch.');
});

test('[relay §7] the first heartbeat after a failure has no tag, so it is answered immediately', async (t) => {
  const guest = listeningGuest();
  t.is(guest.open().body['st'], stateOf().st);
  guest.open().fail();
  await guest.clock.advance(3000);
  t.is(guest.open().body['st'], '');
  guest.open().answer(JOINED);
  t.is(guest.last().problem, '');
  t.is(guest.open().body['st'], stateOf().st);
});

test('[R96] a status that the spec does not define is a failure: 3 s, 3 s, then 30 s', async (t) => {
  const guest = listeningGuest();
  for (const wait_ms of [3000, 3000, 30_000, 30_000]) {
    guest.open().answer({ status: 'forbidden' });
    t.is(guest.last().problem, 'The cloud answered forbidden. Trying again.');
    guest.fresh();
    await guest.clock.advance(wait_ms - 1);
    t.deepEqual(guest.fresh(), []);
    await guest.clock.advance(1);
    t.deepEqual(guest.fresh(), ['join heartbeat']);
  }
  guest.open().answer(JOINED);
  guest.input(AIM);
  guest.open().answer({ status: 'forbidden' });
  t.is(guest.last().word, 'Not sent: the cloud refused it.');
});

test('[C26] an answer with an empty state does not clear the shown state', (t) => {
  const guest = listeningGuest();
  guest
    .open()
    .answer({ ...JOINED, status: 'offline', state: stateOf({ players: [], host_online: false, st: 'empty' }) });
  t.deepEqual(guest.last().state, stateOf());
  t.deepEqual([guest.last().label, guest.last().host_name], ['Silver Violin', 'Den']);
});

/** Returns the number of requests in a minute if the relay answers every request immediately. */
async function aMinuteOf(guest: LoopGuest, answer: Partial<RelayAnswer>): Promise<number> {
  const before = guest.bench.all.length;
  for (let tenth = 0; tenth < 600 && guest.bench.all.length < before + 1000; tenth++) {
    for (let n = 0; n < 100; n++) guest.bench.all.findLast((request) => request.status() === 'open')?.answer(answer);
    await guest.clock.advance(100);
  }
  return guest.bench.all.length - before;
}

test('[C79] heartbeats that end immediately without a change report a duplicate device, then pause', async (t) => {
  const guest = listeningGuest();
  for (let n = 0; n < 6; n++) guest.open().answer(JOINED);
  t.is(guest.last().problem, DUPLICATE_IDENTITY);
  t.is(guest.fresh().length, 5);
  await guest.clock.advance(3000);
  t.deepEqual(guest.fresh(), ['join heartbeat']);
  t.true((await aMinuteOf(guest, JOINED)) <= 20 * 7);
});

test('[C79] limits requests to a cloud that answers ok immediately and holds nothing', async (t) => {
  t.true((await aMinuteOf(openGuest(), {})) <= 20 * 7);
});

test('[R24] leaving is sent immediately in any state, and ends the loop without a message', async (t) => {
  const sending = listeningGuest();
  sending.input(AIM);
  const pausing = listeningGuest();
  pausing.open().fail();
  for (const guest of [openGuest(), listeningGuest(), sending, pausing]) {
    guest.send({ type: 'guest.leave' });
    t.deepEqual(guest.open().body, { action: 'leave', code: 'ABC123' });
    guest.open().answer({ status: 'ok' });
    t.deepEqual([guest.value(), guest.output()], ['done', { end: '', dead_code: false }]);
    await guest.clock.advance(600_000);
    t.is(titleOf(itemAt(guest.bench.all, -1)), 'join leave');
    t.is(guest.bench.most(), 1);
  }
});

test('[R96] resends an unanswered leave with the same pauses a few times, then ends', async (t) => {
  const { http, clock, send, input, value } = portGuest();
  http.requests[0]?.answer({ status: 200, text: JOINED_TEXT });
  send({ type: 'guest.leave' });
  input(AIM);
  await clock.advance(5000);
  send({ type: 'guest.leave' });
  send({ type: 'guest.follow', fol: false });
  await clock.advance(600_000);
  t.is(value(), 'done');
  const leaves = http.times().slice(2);
  t.deepEqual(leaves.slice(0, 3), [[0, 'join leave'], [11, 'join leave'], [22, 'join leave']]); // oxfmt-ignore
  t.true(leaves.length <= 4 && leaves.every(([, title]) => title === 'join leave'));
});
