// A spectated round on a guest: it shows exactly what the host publishes, and sends a putt only for its own seat on
// turn.

import test from 'ava';
import fc from 'fast-check';
import { visitMachine } from '../../../firmware/play/visit.machine.ts';
import { CURVE_HZ } from '../../../firmware/roll/verdict.ts';
import { drawLane } from '../../../firmware/ui/lane.ts';
import { createPage } from '../../../firmware/ui/page.ts';
import { visitView } from '../../../firmware/play/visit.ts';
import type { Round } from '../../../wire/relay/round.ts';
import { strikeWith } from '../../support/device/putts.ts';
import { fieldsOf } from '../../support/read-json.ts';
import { recordedActor } from '../../support/device/recorded-actor.ts';
import { someRound } from '../../support/device/some-round.ts';
import { persistedWith } from '../../support/device/views.ts';

const BOB = 'Brave Otter';
const PERSISTED = {
  ...persistedWith(1, 'Bob', 'imperial'),
  players: [
    { id: 1, name: 'Eve', handicap: 0, hand: 'right' as const, impact_ratio: 1.8 },
    { id: 2, name: 'Bob', handicap: 9, hand: 'right' as const, impact_ratio: 1.45 },
  ],
};

const play = (more: Partial<Round> = {}): Round => someRound({ ph: 'play', ...more });
/** Ann's putt: it stops 3 feet short, then it is Bob's turn. */
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
/** Bob's putt as the host published it. */
const OURS = { ...RESTED, shot: { ...SHOT, seq: 2, p: 1 } };

function visit(round: Round | null = play(), label = BOB, persisted = PERSISTED) {
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

test('[R83] sends a strike to the host with seat, hole and the player’s own ratio', (t) => {
  const bob = visit(play({ turn: 1, hole: 2 }));
  bob.strike();
  t.deepEqual(bob.sent(), [{ kind: 'putt', putt: { mps: 1.235, face: 0, aoa: 1, ratio: 1.45, p: 1, hole: 2 } }]);
  t.is(bob.state(), 'sent');
});

/** Returns the ratio and player id of a strike by each of two players named Ann. */
function ofBothAnns(
  change: (at: ReturnType<typeof visit>, persisted: typeof PERSISTED) => void,
): readonly (readonly [ratio: unknown, id: unknown])[] {
  const anns = [
    { id: 3, name: 'Ann', handicap: 0, hand: 'right' as const, impact_ratio: 1.5 },
    { id: 7, name: 'Ann', handicap: 0, hand: 'right' as const, impact_ratio: 1.7 },
  ];
  const ro = anns.map(({ name }, c) => ({ n: name, d: BOB, c, h: 0 }));
  const persisted = { ...PERSISTED, players: anns };
  return [0, 1].map((turn) => {
    const at = visit(play({ turn, ro }), BOB, persisted);
    change(at, persisted);
    at.strike();
    const [putt] = at.sent();
    const [offer] = at.shots;
    return [fieldsOf(fieldsOf(putt)['putt'])['ratio'], offer && fieldsOf(offer['shot'])['player_id']];
  });
}

test('[R83] [R130] assigns a putt to the player of the seat, even if two share a name', (t) => {
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
    'one of them was renamed',
  );
  t.deepEqual(
    ofBothAnns((at, persisted) =>
      at.send({ type: 'play.persisted', persisted: { ...persisted, players: persisted.players.slice(1) } }),
    ),
    [
      [1.6, undefined],
      [1.7, 7],
    ],
    'a removed player keeps the seat but no shots are forwarded',
  );
});

test('[R130] reports a guest’s own putts of a shared round, but no ignored ones', (t) => {
  const bob = visit(play({ turn: 1, hole: 2 }));
  bob.strike();
  t.is(bob.shots.length, 1);
  t.like(bob.shots[0], { shot: { game: 'golf_course', game_name: 'Stroke play', player_name: 'Bob', target: { kind: 'hole', hole: 2, stroke: 1 } } }); // oxfmt-ignore
  bob.strike();
  t.is(bob.shots.length, 1, 'the first putt is being sent: this one does not count');
  const watching = visit(play());
  watching.strike();
  t.deepEqual(watching.shots, [], 'another player is on turn');
});

test('[R83] rejects a strike for another’s seat or out of turn with a message', (t) => {
  const cases: readonly (readonly [what: string, round: Round | null, label: string, word: string])[] = [
    ['Ann is to putt', play(), BOB, `Ann to putt: ${NOT}`],
    ['a label that is not ours', play({ turn: 1 }), 'Calm Tiger', `You have no seat in this round: ${NOT}`],
    ['our label is unknown', play({ turn: 0 }), '', `You have no seat in this round: ${NOT}`],
    ['we sit out', play({ td: [0, 1] }), BOB, `You are sitting out: ${NOT}`],
    ['the lobby', someRound({ turn: 1 }), BOB, `The round has not started: ${NOT}`],
    ['the end', someRound({ ph: 'done', turn: 1 }), BOB, `The round has ended: ${NOT}`],
    ['no round', null, BOB, `The host has not started a round: ${NOT}`],
  ];
  for (const [what, round, label, word] of cases) {
    const bob = visit(round, label);
    bob.strike();
    t.deepEqual(bob.news(), [{ type: 'device.note', text: word, holds: 'play' }], what);
    t.is(bob.state(), 'watching', what);
  }
});

test('[R83] sends a putt once and counts no further strike until the host has answered', (t) => {
  const bob = visit(RESTED);
  bob.strike();
  t.is(bob.sent().length, 1);
  bob.strike();
  t.deepEqual(bob.news(), [{ type: 'device.note', text: `Your putt is on its way: ${NOT}`, holds: 'play' }]);
  bob.adopt(OURS);
  t.is(bob.state(), 'rolling');
});

test('[R83] allows another strike after a putt is unsent or never answered', async (t) => {
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

test('[R149] waits as long as the host may score an accepted putt, then gives up with a message', async (t) => {
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
  t.is(bob.sent().length, 1, 'can be struck again');
  bob.send({ type: 'visit.accepted' });
  bob.adopt(OURS);
  t.is(bob.state(), 'rolling');
});

test('[R76] rolls the host’s shot from its lie and shows the host’s verdict', async (t) => {
  const bob = visit();
  bob.adopt(ROLLING);
  t.is(bob.state(), 'rolling');
  t.true(bob.hasTag('rolling'));
  t.like(bob.context().roll, { seat: 0, target_ft: 10, mps: 0.8, at_ms: 0 });
  t.like(bob.context().roll?.outcome, { verdict: '', leave_m: null });
  // 2.95 ft are 0.899 m, the length of the roll.
  t.true(Math.abs((bob.context().roll?.outcome.travel_m ?? 0) - 0.899) < 0.001);
  t.deepEqual(bob.sounds(), ['strike']);
  await bob.clock.advance(1800);
  bob.adopt(RESTED);
  t.is(bob.state(), 'resting');
  t.like(bob.context().roll?.outcome, { verdict: 'short' });
  t.true(Math.abs((bob.context().roll?.outcome.leave_m ?? 0) - 2.164) < 0.001, '7.1 ft');
  t.deepEqual(bob.sounds(), ['miss']);
  t.is(bob.context().roll?.at_ms, 0, 'roll not restarted');
  await bob.clock.advance(1490);
  t.is(bob.state(), 'resting');
  await bob.clock.advance(20);
  t.is(bob.state(), 'watching');
});

test('[R83] rejects strikes while a ball rolls and accepts them after its verdict', (t) => {
  const bob = visit();
  bob.adopt(ROLLING);
  bob.news();
  bob.strike();
  t.deepEqual(bob.news(), [{ type: 'device.note', text: `Ball still rolling: ${NOT}`, holds: 'play' }]);
  bob.adopt(RESTED);
  bob.news();
  bob.strike();
  t.is(bob.sent().length, 1);
});

test('[R76] stops waiting for a verdict that does not arrive', async (t) => {
  const bob = visit();
  bob.adopt(ROLLING);
  // The same ball as at the host: 1.79 s, plus 1.5 s.
  await bob.clock.advance(3200);
  t.is(bob.state(), 'rolling');
  await bob.clock.advance(200);
  t.is(bob.state(), 'watching');
  bob.adopt(RESTED);
  t.deepEqual(bob.context().round, RESTED);
});

test('[R76] rolls a new shot immediately, even while the previous one is still on screen', (t) => {
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

test('[R74] shows the host’s round unchanged whatever the guest does', async (t) => {
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

test('[R75] replaces the old round with a new one, even while a ball rolls', (t) => {
  const bob = visit();
  bob.adopt(ROLLING);
  bob.adopt(someRound({ id: 8 }));
  t.is(bob.context().round?.id, 8);
});

test('[R75] rolls the first shot of a new round although its number repeats', async (t) => {
  const bob = visit();
  bob.adopt(ROLLING);
  bob.adopt(RESTED);
  await bob.clock.advance(5000);
  t.is(bob.state(), 'watching');
  bob.adopt({ ...ROLLING, id: 8 });
  t.is(bob.state(), 'rolling');
  t.like(bob.context().roll, { at_ms: 5000, outcome: { verdict: '' } });
});

test('[R83] uses the newest label of the device', (t) => {
  const bob = visit(play({ turn: 1 }), '');
  bob.strike();
  t.deepEqual(bob.sent(), []);
  bob.adopt(play({ turn: 1 }), BOB);
  bob.news();
  bob.strike();
  t.is(bob.sent().length, 1);
});

test('[visit] shows nothing before the host has a round; OK skips, left and right flip the card', (t) => {
  t.is(visitView(visit(null).context()), null);
  const bob = visit();
  bob.send({ type: 'key.left' });
  t.true(visitView(bob.context())?.card);
  bob.send({ type: 'key.right' });
  t.false(visitView(bob.context())?.card);
  bob.send({ type: 'key.right' });
  bob.adopt(ROLLING);
  t.false(visitView(bob.context())?.card, 'a putt closes the card');
  bob.send({ type: 'key.ok' });
  t.is(bob.state(), 'watching');
  t.is(bob.context().round, ROLLING);
});

test('[R76] does not roll a shot from before the guest joined', (t) => {
  const bob = visit(RESTED);
  bob.adopt({ ...RESTED, td: [0, 0] });
  t.is(bob.state(), 'watching');
  t.deepEqual(bob.sounds(), [null]);
});

test('[R76] does not play the sound of a shot from before the guest joined', (t) => {
  const bob = visit(null);
  bob.adopt(RESTED);
  t.is(bob.state(), 'watching');
  t.deepEqual(bob.sounds(), [null]);
});

test('[R83] keeps a putt pending when the host publishes something else', (t) => {
  const bob = visit(RESTED);
  bob.strike();
  bob.adopt({ ...RESTED, note: { seq: 1, t: 'Calm Tiger has left.' } });
  bob.news();
  bob.strike();
  t.deepEqual(bob.sent(), []);
});

test('[R75] stops the rolling ball of the last round when a new one starts', (t) => {
  const bob = visit();
  bob.adopt(ROLLING);
  bob.adopt(play({ id: 8, turn: 1 }));
  t.is(bob.state(), 'watching');
  bob.news();
  bob.strike();
  t.is(bob.sent().length, 1);
});

test('[R75] clears the last round’s putts when a new one starts', (t) => {
  const bob = visit();
  bob.adopt(ROLLING);
  bob.adopt(RESTED);
  bob.adopt(play({ id: 8 }));
  t.is(bob.context().roll, null);
});

/** Numbers that only another maker's host would publish, besides usual ones. */
const anyNumber = fc.oneof(
  fc.constantFrom(0, -1, 3, 1e9, -1e9, 1e300, 0.001),
  fc.double({ min: -200, max: 200, noNaN: true }),
);

test('[C4] [C180] no round of another maker stalls or breaks a guest whose greens slope', (t) => {
  const persisted = { ...PERSISTED, cfgs: { ...PERSISTED.cfgs, course: { ...PERSISTED.cfgs.course, slope: 2 } } };
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 18 }),
      fc.array(anyNumber, { minLength: 11, maxLength: 11 }),
      (hole, [ho = 0, rem = 0, mps = 0, face = 0, ratio = 0, x = 0, y = 0, ho_next = 0, rem_next = 0, x_next = 0, seq = 0]) => {
        const guest = visit(play({ hole, ho: [ho, ho_next, 10], rem: [rem, rem_next] }), BOB, persisted);
        const shot = { ...SHOT, hole, mps, face, ratio, x, y, seq: Math.abs(Math.trunc(seq)) % 1000 };
        guest.adopt(play({ hole, ho: [ho, ho_next, 10], rem: [rem, rem_next], shot }));
        guest.adopt(play({ hole, ho: [ho, ho_next, 10], rem: [rem_next, rem], shot: { ...shot, v: 'miss', x: x_next } }));
        guest.send({ type: 'key.left' });
        const view = visitView(guest.context());
        const outcome = view?.roll?.outcome ?? null;
        t.true((outcome?.curve?.points.length ?? 0) <= 20 * CURVE_HZ + 2);
        const page = createPage();
        drawLane(page, { target_ft: view?.round.rem[view.round.turn] ?? 0, outcome: null, since_s: 0 });
        drawLane(page, { target_ft: view?.roll?.target_ft ?? 0, outcome, since_s: 99, surface: view?.green.surface ?? null });
        t.true(page.view().list.length < 1000);
      },
    ),
    { endOnFailure: true, numRuns: 150 },
  );
}); // oxfmt-ignore
