// Tests of the rule that each guest's putt is scored, refused with a note, or superseded by the game: which runs break
// the rule and which do not.

import test from 'ava';
import { NO_SESSION } from '../../../../firmware/online/online.ts';
import { BrokenRule } from '../../../../simulation/sessions/broken-rule.ts';
import type { Answered, RequestBody } from '../../../../simulation/sessions/observations.ts';
import { puttScoringRules } from '../../../../simulation/sessions/rules/putt-scoring-rules.ts';
import type { Round } from '../../../../wire/relay/round.ts';
import { EMPTY_STATE } from '../../../../wire/relay/state.ts';
import type { RelayRoute } from '../../../../wire/relay/requests.ts';
import { checksOf } from '../../../support/scenario/checks-of.ts';
import { answerOf } from '../../../support/relay/relay-loop.ts';
import { someRound } from '../../../support/device/some-round.ts';

const BOB_TO_PUTT = someRound({ ph: 'play', turn: 1 });
const PUTT = { mps: 1.5, face: 0, aoa: 0, ratio: 1.6, p: 1, hole: 1 };
const SHOT = {
  seq: 1,
  p: 1,
  hole: 1,
  mps: 1.5,
  face: 0,
  aoa: 0,
  ratio: 1.6,
  v: '',
  holed: false,
  x: 0,
  y: 9,
  rem: 0,
} as const;

const request = (device: string, route: RelayRoute, body: RequestBody, at_ms: number) => ({
  device,
  boot: 1,
  route,
  body,
  at_ms,
});
const STROKE_PLAY = 11;
const LAG_PUTTING = 9;
const stateOf = (round: Round, mode: number) => ({
  ...EMPTY_STATE,
  exp: { mode, gen: 5, cfg: {} },
  st: '00000000',
  sim: 'none' as const,
  round,
});

function accepted(round: Round, status = 'ok', mode = STROKE_PLAY): Answered {
  const sent = request('guest', 'input', { kind: 'putt', putt: PUTT, rid: 'b-0-1' }, 0);
  const answer = answerOf({ status, seq: 1, state: stateOf(round, mode) });
  return { ...sent, request: sent, http_status: 200, answer, keys: [], taken_ms: 0 };
}

const puttScoringChecks = () =>
  checksOf(puttScoringRules({ ownerOf: () => 'host', hosts: () => ['host'] }), [
    'answered',
    'deviceChanged',
    'finished',
    'poweredOff',
    'screenChanged',
    'sent',
    'settled',
    'taken',
  ]);
type Rule = ReturnType<typeof puttScoringChecks>;

/** Returns the rule after the relay has accepted Bob's putt at 0 s and, by default, the host has received it at 1 s. */
function afterPutt({ round = BOB_TO_PUTT, status = 'ok', mode = STROKE_PLAY, received = true } = {}): Rule {
  const rules = puttScoringChecks();
  rules.answered(accepted(round, status, mode), 0);
  const item = { seq: 1, kind: 'putt', name: 'Brave Otter', steps: 0, club: 0, putt: PUTT, ms: 0 } as const;
  const items = answerOf({ items: [item] });
  if (received) rules.finished(request('host', 'poll', { since: 0 }, 0), 'answered', 1000, items);
  return rules;
}

/** Makes the host poll again with the same experience. */
const poll = (rules: Rule, at_ms: number): void =>
  rules.sent(request('host', 'poll', { since: 1, exp: { mode: STROKE_PLAY, gen: 5, cfg: {} } }, at_ms));
const publish = (round: Round) => request('host', 'host', { action: 'round', round }, 2000);
const HOSTING = { ...NO_SESSION, role: 'host', ready: 'ready' } as const;

test('[R149] breaks if the host has had a putt for more than 10 s without a response', (t) => {
  const rules = afterPutt();
  t.notThrows(() => poll(rules, 10_900));
  const broken = t.throws(() => poll(rules, 11_100), { instanceOf: BrokenRule });
  t.is(broken.rule, 'R149');
  t.regex(broken.message, /^input 1, a putt of guest for seat 1 on hole 1 of round 7 is not scored 10100 ms after/);
});

test('[R149] allows a putt to stay pending during faults, but not at the end', (t) => {
  const rules = afterPutt({ received: false });
  t.notThrows(() => poll(rules, 60_000));
  t.throws(() => rules.settled(60_000), { instanceOf: BrokenRule });
  t.notThrows(() => rules.settled(120_000)); // too old to be delivered (R34)
});

test('[R149] accepts a note of host or guest that refuses the putt, not one on a local strike', (t) => {
  for (const device of ['host', 'guest']) {
    const rules = afterPutt();
    rules.screenChanged(device, () => ['Menu', 'Note: Bob’s putt does not count: the round is over.']);
    t.notThrows(() => poll(rules, 60_000), device);
  }
  for (const line of ['Note: Bob to putt: this strike does not count.', 'Bob: hole 1, not scored', 'Note: Saved.']) {
    const rules = afterPutt();
    rules.screenChanged('host', () => ['Menu', line]);
    t.throws(() => poll(rules, 60_000), { instanceOf: BrokenRule }, line);
  }
  const elsewhere = afterPutt();
  elsewhere.screenChanged('another guest', () => ['Note: nothing was sent.']);
  t.throws(() => poll(elsewhere, 60_000), { instanceOf: BrokenRule });
});

test('[R149] accepts a round that shows the shot, another turn, hole or round, or its end', (t) => {
  const rounds: Readonly<Record<string, Round>> = {
    shot: { ...BOB_TO_PUTT, shot: SHOT },
    turn: { ...BOB_TO_PUTT, turn: 0 },
    hole: { ...BOB_TO_PUTT, hole: 2 },
    round: { ...BOB_TO_PUTT, id: 8 },
    end: { ...BOB_TO_PUTT, ph: 'done' },
    'sits out': { ...BOB_TO_PUTT, td: [0, 1] },
  };
  for (const [what, round] of Object.entries(rounds)) {
    const published = afterPutt();
    published.sent(publish(round));
    t.notThrows(() => poll(published, 60_000), `${what}, published`);
    const played = afterPutt();
    played.deviceChanged({ device: 'host', boot: 1, session: HOSTING, round });
    t.notThrows(() => poll(played, 60_000), `${what}, on the host`);
    const on_guest = afterPutt();
    on_guest.deviceChanged({ device: 'guest', boot: 1, session: { ...NO_SESSION, role: 'guest' }, round });
    t.throws(() => poll(on_guest, 60_000), { instanceOf: BrokenRule }, `${what}, only on the guest`);
  }
});

test('[R149] does not accept the same round again or another page of the host', (t) => {
  const rules = afterPutt();
  rules.sent(publish({ ...BOB_TO_PUTT, note: { seq: 1, t: 'Cy has joined.' } }));
  rules.deviceChanged({ device: 'host', boot: 1, session: HOSTING, round: null });
  t.throws(() => poll(rules, 60_000), { instanceOf: BrokenRule });
});

test('[R149] needs no score once the host stops or changes the experience or the guest leaves', (t) => {
  const ends: Readonly<Record<string, (rules: Rule) => void>> = {
    stop: (rules) => rules.taken(request('host', 'host', { action: 'stop' }, 2000)),
    dropped: (rules) => rules.taken(request('host', 'host', { action: 'regenerate', keep_guests: false }, 2000)),
    'no host': (rules) =>
      rules.deviceChanged({ device: 'host', boot: 1, session: { ...NO_SESSION, ready: 'ready' }, round: null }),
    chosen: (rules) => rules.sent(request('host', 'poll', { exp: { mode: STROKE_PLAY, gen: 6, cfg: {} } }, 2000)),
    left: (rules) => rules.taken(request('guest', 'join', { action: 'leave' }, 2000)),
  };
  for (const [what, end] of Object.entries(ends)) {
    const rules = afterPutt();
    end(rules);
    t.notThrows(() => rules.settled(60_000), what);
  }
  const late = afterPutt();
  t.throws(() => late.poweredOff('host', 20_000), { instanceOf: BrokenRule }, 'time limit had passed before');
  const kept = afterPutt();
  kept.taken(request('host', 'host', { action: 'regenerate', keep_guests: true }, 2000));
  t.throws(() => kept.settled(60_000), { instanceOf: BrokenRule }, 'a new code that keeps the guests');
});

test('[R149] postpones the verdict after a host restart until redelivery, without excusing it', (t) => {
  const rules = afterPutt();
  rules.poweredOff('host', 2000);
  rules.deviceChanged({ device: 'host', boot: 2, session: NO_SESSION, round: null });
  t.notThrows(() => poll(rules, 60_000));
  t.throws(() => rules.settled(60_000), { instanceOf: BrokenRule });
  t.notThrows(() => rules.settled(120_000));
});

test('[R149] ignores a refused putt and one not for the seat on turn of a round in play', (t) => {
  for (const [what, rules] of Object.entries({
    refused: afterPutt({ status: 'busy' }),
    lobby: afterPutt({ round: someRound({ turn: 1 }) }),
    'another seat': afterPutt({ round: { ...BOB_TO_PUTT, turn: 0 } }),
    'another hole': afterPutt({ round: { ...BOB_TO_PUTT, hole: 2 } }),
    'an experience that is not a round': afterPutt({ mode: LAG_PUTTING }),
  }))
    t.notThrows(() => rules.settled(60_000), what);
});

test('[R149] does not count a repeated answer to a scored putt as a second putt', (t) => {
  const rules = afterPutt();
  rules.sent(publish({ ...BOB_TO_PUTT, shot: SHOT }));
  rules.answered(accepted(BOB_TO_PUTT), 3000);
  t.notThrows(() => rules.settled(60_000));
});

test('[R149] needs no score for a putt accepted just after the host changes the experience', (t) => {
  const rules = puttScoringChecks();
  rules.sent(request('host', 'host', { action: 'experience', exp: { mode: LAG_PUTTING, gen: 6, cfg: {} } }, 0));
  rules.answered(accepted(BOB_TO_PUTT), 100);
  t.notThrows(() => rules.settled(60_000));
});
