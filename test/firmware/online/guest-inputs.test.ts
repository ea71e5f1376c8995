// Inputs of a guest to its host: one at a time, each once, with a message for an input that did not count.

import test from 'ava';
import * as v from 'valibot';
import type { GuestInput } from '../../../firmware/online/guest.ts';
import type { Round } from '../../../wire/relay/round.ts';
import { AIM, JOINED, JOINED_TEXT, listeningGuest, openGuest, portGuest } from '../../support/relay/relay-guest.ts';
import { SELF, stateOf, titleOf, type ReceivedRequest } from '../../support/relay/relay-loop.ts';
import { readAs } from '../../support/read-json.ts';
import { PUTT, ROUND } from '../../support/relay/wire-samples.ts';

/** Returns an answer in which seat 1 is on turn at hole 2. */
const atTurn = (given: Partial<Round> = {}) => ({
  ...JOINED,
  state: stateOf({ round: { ...ROUND, ...given } }),
});
const ridOf = ({ body }: ReceivedRequest): unknown => body['rid'];

test('[R54] only leaving aborts an input in flight', (t) => {
  const guest = listeningGuest();
  guest.input(AIM);
  const out = guest.open();
  guest.input({ kind: 'reset' });
  guest.send({ type: 'guest.follow', fol: false });
  guest.send({ type: 'guest.persisted', self: { ...SELF, players: [] } });
  t.is(out.status(), 'open');
  out.answer(JOINED);
  t.deepEqual(guest.fresh(), ['input aim', 'input reset']);
  guest.open().answer(JOINED);
  t.deepEqual([guest.open().body['fol'], guest.open().body['players']], [false, []]);
  guest.input(AIM);
  const last = guest.open();
  guest.send({ type: 'guest.leave' });
  t.is(last.status(), 'withdrawn');
});

const KINDS: readonly GuestInput[] = [
  AIM,
  { kind: 'club', club: 31 },
  { kind: 'putt', putt: PUTT },
  { kind: 'repeat' },
  { kind: 'repeat_aim' },
  { kind: 'reset' },
  { kind: 'mulligan' },
];

test('[R40] sends inputs one at a time in the player’s order, each kind with its payload', (t) => {
  const guest = listeningGuest(atTurn());
  for (const each of KINDS) guest.input(each);
  for (const each of KINDS) {
    const { call, body } = guest.open();
    t.is(call.route, 'input');
    t.falsy(call.held);
    t.deepEqual(body, { code: 'ABC123', name: 'Studio', rid: ridOf(guest.open()), ...each });
    guest.open().answer({ ...atTurn(), seq: 3 });
  }
  t.deepEqual([titleOf(guest.open()), guest.bench.most()], ['join heartbeat', 1]);
});

test('[R83] does not send a queued putt if the turn has moved on, and reports it', (t) => {
  for (const moved of [{ turn: 0 }, { hole: 3 }, { ph: 'done' as const }]) {
    const guest = listeningGuest(atTurn());
    guest.input({ kind: 'aim', steps: 1 });
    guest.input({ kind: 'putt', putt: PUTT });
    guest.input({ kind: 'reset' });
    guest.open().answer(atTurn(moved));
    t.is(guest.last().word, 'Not sent: it is no longer your turn.');
    t.deepEqual(guest.fresh(), ['input aim', 'input reset']);
  }
});

test('[C44] with simport, does not send a full swing, and reports one already sent as not counted', (t) => {
  const on = (sim: 'simdirect' | 'simport') => ({ ...JOINED, state: stateOf({ sim }) });
  const guest = listeningGuest(on('simport'));
  guest.input({ kind: 'club', club: 3 });
  t.is(guest.last().word, "Not sent: the host's simulator takes putts only.");
  t.deepEqual(guest.fresh(), ['join heartbeat']);
  guest.input({ kind: 'putt', putt: { mps: 1, face: 0, aoa: 0, ratio: 1.6 } });
  t.deepEqual(guest.fresh(), ['input putt'], 'putts are sent');

  const crossing = listeningGuest(on('simdirect'));
  crossing.input({ kind: 'club', club: 3 });
  crossing.input({ kind: 'club', club: 4 });
  crossing.open().answer({ ...on('simport'), seq: 3 });
  const words = crossing.parent_events.map(({ session }) => readAs(v.object({ word: v.string() }), session).word);
  t.deepEqual(words.slice(-2), [
    "Not counted: the host's simulator takes putts only.",
    "Not sent: the host's simulator takes putts only.",
  ]);
  t.deepEqual(crossing.fresh(), ['input club', 'join heartbeat']);
});

test('[R83] while a putt is in flight sends no other, and reports it', (t) => {
  const guest = listeningGuest(atTurn());
  guest.input({ kind: 'putt', putt: PUTT });
  guest.input({ kind: 'putt', putt: { ...PUTT, mps: 2 } });
  t.is(guest.last().word, 'Not sent: your last putt is still being sent.');
  guest.open().answer(atTurn());
  t.deepEqual(guest.fresh(), ['input putt', 'join heartbeat']);
});

test('[R83] sends a putt outside a round, and one that is on turn again', (t) => {
  const guest = listeningGuest();
  guest.input({ kind: 'putt', putt: { mps: 1, face: 0, aoa: 2, ratio: 1.6 } });
  guest.open().answer(atTurn());
  guest.input({ kind: 'putt', putt: PUTT });
  guest.open().answer(atTurn());
  t.deepEqual(guest.fresh(), ['input putt', 'join heartbeat', 'input putt', 'join heartbeat']);
});

test('[C13] every input has its own rid, even across a reboot', (t) => {
  const rids: unknown[] = [];
  for (const boot of ['b7', 'b8']) {
    const guest = openGuest({ boot });
    guest.open().answer(JOINED);
    for (let n = 0; n < 12; n++) {
      guest.input(AIM);
      rids.push(ridOf(guest.open()));
      guest.open().answer(n % 3 === 0 ? { ...JOINED, status: 'busy' } : JOINED);
    }
  }
  t.is(new Set(rids).size, 24);
  for (const rid of rids) t.regex(String(rid), /^.{1,36}$/);
});

test('[C13] resends a failed input unchanged, before the inputs that came after it', async (t) => {
  const guest = listeningGuest();
  guest.input(AIM);
  const first = guest.open();
  guest.input({ kind: 'reset' });
  first.fail();
  guest.input({ kind: 'mulligan' });
  t.deepEqual(guest.fresh(), ['input aim'], 'no request before the pause ends');
  await guest.clock.advance(3000);
  const again = guest.open();
  t.is(JSON.stringify(again.body), JSON.stringify(first.body));
  again.answer(JOINED);
  t.is(titleOf(guest.open()), 'input reset');
  t.not(ridOf(guest.open()), ridOf(first));
});

test('[C13] resends an input unchanged after the device is renamed', async (t) => {
  const guest = listeningGuest();
  guest.input(AIM);
  const first = guest.open();
  first.fail();
  guest.send({ type: 'guest.persisted', self: { ...SELF, name: 'Den' } });
  await guest.clock.advance(3000);
  t.is(JSON.stringify(guest.open().body), JSON.stringify(first.body));
});

test('[R41] resends an input only while the relay surely remembers it, then gives up with a message', async (t) => {
  const { http, clock, input, last } = portGuest();
  http.requests[0]?.answer({ status: 200, text: JOINED_TEXT });
  input(AIM);
  await clock.advance(300_000);
  const sent = http.requests.filter(({ title }) => title === 'input aim');
  t.deepEqual(sent.map(({ at_ms }) => at_ms), [0, 11_000, 22_000, 60_000, 98_000]); // oxfmt-ignore
  t.is(new Set(sent.map(({ body }) => new TextDecoder().decode(body))).size, 1);
  t.deepEqual(http.times()[7], [136, 'join heartbeat']);
  t.is(last().inputs.length, 0);
});

test('[R41] reports an abandoned input once', async (t) => {
  const { http, clock, input, parent_events } = portGuest();
  http.requests[0]?.answer({ status: 200, text: JOINED_TEXT });
  input(AIM);
  await clock.advance(300_000);
  const words = parent_events.map(({ session }): string => session.word).filter(Boolean);
  t.deepEqual(words, ['No answer from the cloud: it may or may not count.']);
});

test('[R35] reports and drops an input that did not count, and does not resend it', (t) => {
  for (const [status, word] of [
    ['busy', 'Not sent: the host is replaying a shot.'],
    ['offline', 'Not sent: the host is away.'],
    ['full', 'Not sent: the session is full.'],
    ['invalid', 'Not sent: you are no longer in the session.'],
  ] as const) {
    const guest = listeningGuest();
    guest.input(AIM);
    guest.open().answer({ ...JOINED, status });
    t.is(guest.last().word, word);
    t.deepEqual(guest.fresh(), ['input aim', 'join heartbeat']);
    guest.open().answer({ ...JOINED, state: stateOf({ st: '00000002' }) });
    t.is(guest.last().word, '');
  }
});

test('[R35] shows that the host is away as long as it is, even after it refuses an input', (t) => {
  const guest = listeningGuest();
  const away = { ...JOINED, state: stateOf({ host_online: false, st: '00000002' }) };
  guest.open().answer({ ...away, status: 'offline' });
  const { problem } = guest.last();
  t.regex(problem, /host is away/i);
  for (const status of ['offline', 'busy', 'full']) {
    guest.input(AIM);
    guest.open().answer({ ...away, status });
    t.is(guest.last().problem, problem, status);
  }
  guest.open().answer({ ...JOINED, state: stateOf({ st: '00000003' }) });
  t.is(guest.last().problem, '', 'no message once the host is back');
});

test('[R38] drops an input that the relay rejects, and the loop continues', async (t) => {
  const guest = listeningGuest();
  guest.input(AIM);
  guest.open().fail({ refused: true });
  t.is(guest.last().word, 'Not sent: the cloud refused it.');
  await guest.clock.advance(3000);
  t.deepEqual(guest.fresh(), ['input aim', 'join heartbeat']);
});

test('[R40] queues sixteen inputs, then tells the player that more are not sent', (t) => {
  const guest = listeningGuest();
  for (let n = 0; n < 16; n++) guest.input({ kind: 'club', club: n });
  t.is(guest.last().word, '');
  guest.input({ kind: 'club', club: 31 });
  t.is(guest.last().word, 'Not sent: too many inputs are waiting.');
  for (let n = 0; n < 16; n++) {
    t.is(guest.open().body['club'], n);
    guest.open().answer(JOINED);
  }
  t.is(titleOf(guest.open()), 'join heartbeat');
});

test('[R38] combines taps faster than the cloud answers into one aim, within its fifty steps', (t) => {
  const guest = listeningGuest();
  for (let n = 0; n < 70; n++) guest.input({ kind: 'aim', steps: 1 });
  t.is(guest.last().word, '');
  const sent: unknown[] = [];
  while (titleOf(guest.open()) === 'input aim') {
    sent.push(guest.open().body['steps']);
    guest.open().answer(JOINED);
  }
  t.deepEqual(sent, [1, 50, 19], 'the aim in flight is unchanged');
});

test('[R38] does not send taps that cancel out while they wait', (t) => {
  const guest = listeningGuest();
  for (const steps of [1, 1, 1, -1, -1]) guest.input({ kind: 'aim', steps });
  guest.open().answer(JOINED);
  t.is(titleOf(guest.open()), 'join heartbeat');
});
