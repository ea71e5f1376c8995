// A round as a guest: it shows what the host published and nothing else, and sends a putt only for a seat of its own on turn.

import test from 'ava';
import { visitMachine } from '../../../firmware/play/visit.machine.ts';
import { visitView } from '../../../firmware/play/visit.ts';
import type { Round } from '../../../wire/relay/round.ts';
import { strikeWith } from '../../support/device/putts.ts';
import { fieldsOf } from '../../support/read-json.ts';
import { recordedActor } from '../../support/device/recorded-actor.ts';
import { someRound } from '../../support/device/some-round.ts';
import { persistedWith } from '../../support/device/views.ts';

const BOB = 'Brave Otter';
const FACTS = {
  ...persistedWith(1, 'Bob', 'imperial'),
  players: [
    { id: 1, name: 'Eve', handicap: 0, hand: 'right' as const, impact_ratio: 1.8 },
    { id: 2, name: 'Bob', handicap: 9, hand: 'right' as const, impact_ratio: 1.45 },
  ],
};

const play = (more: Partial<Round> = {}): Round => someRound({ ph: 'play', ...more });
/** Ann's putt: it stays 3 feet short, and then it is Bob's turn. */
const SHOT: NonNullable<Round['shot']> = {
  seq: 1,
  p: 0,
  hole: 1,
  mps: 0.8,
  face: 0,
  aoa: 0,
  ratio: 1.6,
  v: '',
  holed: false,
  x: 2.95,
  y: 0,
  rem: 0,
};
const ROLLING = play({ shot: SHOT });
const RESTED = play({
  turn: 1,
  sc: [
    [1, 0, 0],
    [0, 0, 0],
  ],
  rem: [7.1, 10],
  shot: { ...SHOT, v: 'short', rem: 7.1 },
});
/** Bob's putt, as the host published it. */
const OURS = { ...RESTED, shot: { ...SHOT, seq: 2, p: 1 } };

function visit(round: Round | null = play(), label = BOB, persisted = FACTS) {
  const actor = recordedActor(visitMachine, { game: 'stroke', persisted, label, round });
  return {
    ...actor,
    strike: (club_speed_mps = 1.23456) => actor.send({ type: 'sensor.strike', strike: strikeWith({ club_speed_mps }) }),
    adopt: (next: Round, mine = label) =>
      actor.send({ type: 'visit.round', round: next, at_ms: actor.clock.now_ms(), label: mine }),
    sent: () => actor.news().flatMap((event) => (event.type === 'guest.input' ? [event['input'] as unknown] : [])),
    sounds: () => actor.news().map((event) => event['sound'] as unknown),
  };
}

const NOT = 'this strike does not count.';

const LOST = 'The host did not answer: your putt is lost. Putt again.';

test('[R83] a strike goes to the host for the seat and the hole on turn, with its player’s own ratio', (t) => {
  const bob = visit(play({ turn: 1, hole: 2 }));
  bob.strike();
  t.deepEqual(bob.news(), [
    {
      type: 'guest.input',
      input: { kind: 'putt', putt: { mps: 1.235, face: 0, aoa: 1, ratio: 1.45, p: 1, hole: 2 } },
    },
  ]);
  t.is(bob.state(), 'sent');
});

/** Two players of one name, Ann and Ann, and what a strike of each becomes. */
function ofBothAnns(
  change: (at: ReturnType<typeof visit>, persisted: typeof FACTS) => void,
): readonly (readonly [ratio: unknown, id: unknown])[] {
  const anns = [
    { id: 3, name: 'Ann', handicap: 0, hand: 'right' as const, impact_ratio: 1.5 },
    { id: 7, name: 'Ann', handicap: 0, hand: 'right' as const, impact_ratio: 1.7 },
  ];
  const ro = anns.map(({ name }, c) => ({ n: name, d: BOB, c, h: 0 }));
  const persisted = { ...FACTS, players: anns };
  return [0, 1].map((turn) => {
    const at = visit(play({ turn, ro }), BOB, persisted);
    change(at, persisted);
    at.strike();
    const [putt] = at.sent();
    const [offer] = at.shots;
    return [fieldsOf(fieldsOf(putt)['putt'])['ratio'], offer && fieldsOf(offer['shot'])['player_id']];
  });
}

test('[R83] [R130] a putt is the player’s whose seat it is, also where two have one name', (t) => {
  const both = [
    [1.5, 3],
    [1.7, 7],
  ];
  t.deepEqual(
    ofBothAnns(() => {}),
    both,
  );
  t.deepEqual(
    ofBothAnns((at, persisted) => {
      const [one, other] = persisted.players.map((player, i) => ({ ...player, name: ['Zoe', 'Ann'][i] ?? '' }));
      at.send({
        type: 'play.persisted',
        persisted: { ...persisted, players: [one, other].filter((each) => each !== undefined) },
      });
    }),
    both,
    'one of them has another name by now',
  );
  t.deepEqual(
    ofBothAnns((at, persisted) =>
      at.send({ type: 'play.persisted', persisted: { ...persisted, players: persisted.players.slice(1) } }),
    ),
    [
      [1.6, undefined],
      [1.7, 7],
    ],
    'a player who has gone has a seat, and no shots that are forwarded',
  );
});

test('[R130] of a shared round a guest reports its own putts, and none that is ignored', (t) => {
  const bob = visit(play({ turn: 1, hole: 2 }));
  bob.strike();
  t.is(bob.shots.length, 1);
  t.like(bob.shots[0], { shot: { game: 'golf_course', game_name: 'Stroke play', player_name: 'Bob', target: { kind: 'hole', hole: 2, stroke: 1 } } }); // oxfmt-ignore
  bob.strike();
  t.is(bob.shots.length, 1, 'the first is on its way: this one did not count');
  const watching = visit(play());
  watching.strike();
  t.deepEqual(watching.shots, [], 'another player is to putt');
});

test('[R83] a strike for a seat that is not ours, or not on turn, sends nothing and says so', (t) => {
  const cases: readonly (readonly [what: string, round: Round | null, label: string, word: string])[] = [
    ['Ann is to putt', play(), BOB, `Ann is to putt: ${NOT}`],
    ['a label that is not ours', play({ turn: 1 }), 'Calm Tiger', `You have no seat in this round: ${NOT}`],
    ['our label is not known', play({ turn: 0 }), '', `You have no seat in this round: ${NOT}`],
    ['we sit out', play({ td: [0, 1] }), BOB, `You sit out: ${NOT}`],
    ['the lobby', someRound({ turn: 1 }), BOB, `The round has not begun: ${NOT}`],
    ['the end', someRound({ ph: 'done', turn: 1 }), BOB, `The round is over: ${NOT}`],
    ['no round', null, BOB, `The host has not begun a round: ${NOT}`],
  ];
  for (const [what, round, label, word] of cases) {
    const bob = visit(round, label);
    bob.strike();
    t.deepEqual(bob.news(), [{ type: 'device.note', text: word, holds: 'play' }], what);
    t.is(bob.state(), 'watching', what);
  }
});

test('[R83] what was sent is sent once: until the host has answered, no further strike counts', (t) => {
  const bob = visit(RESTED);
  bob.strike();
  t.is(bob.sent().length, 1);
  bob.strike();
  t.deepEqual(bob.news(), [
    { type: 'device.note', text: `Your putt is on its way to the host: ${NOT}`, holds: 'play' },
  ]);
  bob.adopt(OURS);
  t.is(bob.state(), 'rolling');
});

test('[R83] a putt that did not reach the host may be struck again; so may one that is never answered', async (t) => {
  const bob = visit(RESTED);
  bob.strike();
  bob.send({ type: 'visit.unsent' });
  t.is(bob.state(), 'watching');
  bob.strike();
  t.is(bob.sent().length, 2);
  await bob.clock.advance(99_000);
  t.is(bob.state(), 'sent');
  await bob.clock.advance(2000);
  t.is(bob.state(), 'watching');
  t.is(bob.news().at(-1)?.['text'], LOST);
});

test('[R149] a putt that the relay has accepted waits as long as the host may yet score it, and is then given up in words', async (t) => {
  const bob = visit(RESTED);
  bob.strike();
  await bob.clock.advance(90_000);
  bob.send({ type: 'visit.accepted' });
  await bob.clock.advance(119_999);
  bob.strike();
  t.is(bob.sent().length, 1);
  t.true(bob.hasTag('sent'));
  await bob.clock.advance(1);
  t.is(bob.state(), 'watching');
  t.is(bob.news().at(-1)?.['text'], LOST);
  bob.strike();
  t.is(bob.sent().length, 1, 'it may be struck again');
  bob.send({ type: 'visit.accepted' });
  bob.adopt(OURS);
  t.is(bob.state(), 'rolling');
});

test('[R76] the host’s shot rolls here from where it lay, and its verdict comes with the host’s', async (t) => {
  const bob = visit();
  bob.adopt(ROLLING);
  t.is(bob.state(), 'rolling');
  t.true(bob.hasTag('rolling'));
  t.like(bob.context().roll, { seat: 0, target_ft: 10, mps: 0.8, at_ms: 0 });
  t.like(bob.context().roll?.outcome, { verdict: '', leave_m: null });
  // 2.95 ft are 0.899 m; so is the way of the ball.
  t.true(Math.abs((bob.context().roll?.outcome.travel_m ?? 0) - 0.899) < 0.001);
  t.deepEqual(bob.sounds(), ['strike']);
  await bob.clock.advance(1800);
  bob.adopt(RESTED);
  t.is(bob.state(), 'resting');
  t.like(bob.context().roll?.outcome, { verdict: 'short' });
  t.true(Math.abs((bob.context().roll?.outcome.leave_m ?? 0) - 2.164) < 0.001, '7.1 ft');
  t.deepEqual(bob.sounds(), ['miss']);
  t.is(bob.context().roll?.at_ms, 0, 'it does not roll again');
  await bob.clock.advance(1490);
  t.is(bob.state(), 'resting');
  await bob.clock.advance(20);
  t.is(bob.state(), 'watching');
});

test('[R83] while a ball rolls no strike counts; once its verdict is there it does', (t) => {
  const bob = visit();
  bob.adopt(ROLLING);
  bob.news();
  bob.strike();
  t.deepEqual(bob.news(), [{ type: 'device.note', text: `The ball still rolls: ${NOT}`, holds: 'play' }]);
  bob.adopt(RESTED);
  bob.news();
  bob.strike();
  t.is(bob.sent().length, 1);
});

test('[R76] a verdict that does not come holds up nobody', async (t) => {
  const bob = visit();
  bob.adopt(ROLLING);
  // The same ball as at the host: 1.79 s, and 1.5 s more.
  await bob.clock.advance(3200);
  t.is(bob.state(), 'rolling');
  await bob.clock.advance(200);
  t.is(bob.state(), 'watching');
  bob.adopt(RESTED);
  t.deepEqual(bob.context().round, RESTED);
});

test('[R76] a new shot rolls at once, also while the last one is still looked at', (t) => {
  const bob = visit();
  bob.adopt(ROLLING);
  bob.adopt(RESTED);
  bob.adopt(OURS);
  t.is(bob.state(), 'rolling');
  t.like(bob.context().roll, { seat: 1, target_ft: 10 });
  bob.adopt({ ...OURS, shot: { ...SHOT, seq: 3, p: 0 } });
  t.is(bob.state(), 'rolling');
  t.like(bob.context().roll, { seat: 0, target_ft: 7.1 });
});

test('[R74] the round is the host’s word for word, whatever is done here', async (t) => {
  const bob = visit();
  for (const round of [ROLLING, RESTED, OURS, play({ id: 8 }), someRound({ id: 9, ph: 'done' })]) {
    bob.adopt(round);
    for (const key of ['key.ok', 'key.left', 'key.right'] as const) bob.send({ type: key });
    bob.strike();
    await bob.clock.advance(10);
    t.is(bob.context().round, round);
    t.is(visitView(bob.context())?.round, round);
  }
});

test('[R75] a new round takes the place of the old one, also while a ball rolls', (t) => {
  const bob = visit();
  bob.adopt(ROLLING);
  bob.adopt(someRound({ id: 8 }));
  t.is(bob.context().round?.id, 8);
});

test('[R75] the first shot of a new round rolls although it has the number of the last one', async (t) => {
  const bob = visit();
  bob.adopt(ROLLING);
  bob.adopt(RESTED);
  await bob.clock.advance(5000);
  t.is(bob.state(), 'watching');
  bob.adopt({ ...ROLLING, id: 8 });
  t.is(bob.state(), 'rolling');
  t.like(bob.context().roll, { at_ms: 5000, outcome: { verdict: '' } });
});

test('[R83] the label is the newest one', (t) => {
  const bob = visit(play({ turn: 1 }), '');
  bob.strike();
  t.deepEqual(bob.sent(), []);
  bob.adopt(play({ turn: 1 }), BOB);
  bob.news();
  bob.strike();
  t.is(bob.sent().length, 1);
});

test('[visit] before the host has a round there is nothing to show; OK skips, left and right turn the card', (t) => {
  t.is(visitView(visit(null).context()), null);
  const bob = visit();
  bob.send({ type: 'key.left' });
  t.true(visitView(bob.context())?.card);
  bob.send({ type: 'key.right' });
  t.false(visitView(bob.context())?.card);
  bob.send({ type: 'key.right' });
  bob.adopt(ROLLING);
  t.false(visitView(bob.context())?.card, 'a putt is looked at');
  bob.send({ type: 'key.ok' });
  t.is(bob.state(), 'watching');
  t.is(bob.context().round, ROLLING);
});

test('[R76] a shot of before we came does not roll', (t) => {
  const bob = visit(RESTED);
  bob.adopt({ ...RESTED, td: [0, 0] });
  t.is(bob.state(), 'watching');
  t.deepEqual(bob.sounds(), [null]);
});

test('[R76] nor does it sound as if it were struck now', (t) => {
  const bob = visit(null);
  bob.adopt(RESTED);
  t.is(bob.state(), 'watching');
  t.deepEqual(bob.sounds(), [null]);
});

test('[R83] what was sent is still on its way when the host publishes something else', (t) => {
  const bob = visit(RESTED);
  bob.strike();
  bob.adopt({ ...RESTED, note: { seq: 1, t: 'Calm Tiger has left.' } });
  bob.news();
  bob.strike();
  t.deepEqual(bob.sent(), []);
});

test('[R75] in a new round no ball of the last one rolls', (t) => {
  const bob = visit();
  bob.adopt(ROLLING);
  bob.adopt(play({ id: 8, turn: 1 }));
  t.is(bob.state(), 'watching');
  bob.news();
  bob.strike();
  t.is(bob.sent().length, 1);
});

test('[R75] a new round shows nothing of the putts of the last one', (t) => {
  const bob = visit();
  bob.adopt(ROLLING);
  bob.adopt(RESTED);
  bob.adopt(play({ id: 8 }));
  t.is(bob.context().roll, null);
});
