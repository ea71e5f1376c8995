// A round of course play, computed by hand: the player on turn, the end of a hole and of a round, and the view of
// other players while a ball rolls.

import test from 'ava';
import {
  newRound,
  publicRound,
  resumed,
  revealedState,
  settled,
  withEnd,
  withPlay,
  withPutt,
  type CourseState,
} from '../../../../firmware/experiences/course/round.ts';
import { holesWon, winnerOf } from '../../../../firmware/experiences/course/score.ts';
import { after, holePlayed, holesPlayed, IN, playOf, putted, PUTT, shortBy } from '../../../support/device/course.ts';

const turns = (state: CourseState, ...leaves: readonly (number | 'in')[]): readonly number[] => {
  let now = state;
  return leaves.map((leave) => {
    now = putted(now, leave === 'in' ? IN : shortBy(leave));
    return now.round.turn;
  });
};

test('[C4] a new round is in its lobby at hole 1 without strokes', (t) => {
  const seats = [
    { n: 'A', d: '', c: 0, h: 18 },
    { n: 'B', d: 'Brisk Otter', c: 1, h: 3 },
  ];
  const { round } = newRound({ game: 'stroke', id: 9, seats, ho: [10, 20] });
  t.deepEqual(round, {
    id: 9,
    ph: 'lobby',
    hole: 1,
    turn: 0,
    n: 2,
    nh: 2,
    ro: seats,
    ho: [10, 20],
    sc: [
      [0, 0],
      [0, 0],
    ],
    rem: [10, 10],
    hd: [0, 0],
    td: [0, 0],
    ord: [0, 1],
    shot: null,
    note: null,
  });
});

test('[R82] all players start in order, then the farthest putts, ties in the hole’s order', (t) => {
  const three = playOf({ handicaps: [0, 0, 0] });
  t.is(three.round.turn, 0);
  // A putts to 3 ft, B and C to 6 ft: equal, so B comes first. B putts to 2 ft: C is on turn. C holes out: A (3 ft). A
  // holes out: B.
  t.deepEqual(turns(three, 3, 6, 6, 2, 'in', 'in'), [1, 2, 1, 2, 0, 1]);
});

test('[R82] the player farthest away stays on turn', (t) => {
  const two = playOf({ handicaps: [0, 0] });
  t.deepEqual(turns(two, 3, 12, 11, 5, 2.9), [1, 1, 1, 1, 0]);
});

test('[C4] the fewest strokes have the honour at the next hole, ties by seat', (t) => {
  const four = playOf({ handicaps: [0, 0, 0, 0] });
  const second = holePlayed(four, [3, 1, 2, 1]);
  t.is(second.round.hole, 2);
  t.deepEqual(second.round.ord, [1, 3, 2, 0]);
  t.is(second.round.turn, 1);
  t.deepEqual(second.round.rem, [20, 20, 20, 20]);
  t.deepEqual(second.round.hd, [0, 0, 0, 0]);
  t.deepEqual(turns(second, 'in', 'in', 'in'), [3, 2, 0]);
  t.deepEqual(holePlayed(four, [2, 2, 2, 2]).round.ord, [0, 1, 2, 3]);
});

test('[C77] after nine strokes on a hole a player picks up', (t) => {
  const two = playOf({ handicaps: [0, 0] });
  const eight = after(two, IN, ...Array.from({ length: 8 }, () => shortBy(5)));
  t.like(eight.round, { hole: 1, turn: 1, hd: [1, 0] });
  const nine = putted(eight, shortBy(5));
  t.deepEqual(nine.round.sc, [
    [1, 0, 0],
    [9, 0, 0],
  ]);
  t.like(nine.round, { hole: 2, turn: 0, hd: [0, 0], ph: 'play' });
  t.like(nine.round.shot, { p: 1, hole: 1, v: 'short', holed: false, rem: 5 });
});

test('[C5] a round is done when every player has finished its last hole', (t) => {
  const two = playOf({ handicaps: [0, 0] });
  const before = holesPlayed(two, [1, 2], [2, 2]);
  t.like(before.round, { ph: 'play', hole: 3 });
  const last = putted(before, IN);
  t.like(last.round, { ph: 'play', hole: 3, hd: [1, 0] });
  const done = putted(last, IN);
  t.like(done.round, { ph: 'done', hole: 3, hd: [1, 1] });
  t.deepEqual(done.round.sc, [
    [1, 2, 1],
    [2, 2, 1],
  ]);
});

test('[C77] only a match ends once its lead exceeds the holes left', (t) => {
  const ho = [10, 10, 10, 10, 10];
  const phases = (game: 'match' | 'stroke' | 'skins', ...holes: readonly (readonly number[])[]) => {
    let now = playOf({ game, ho, handicaps: [0, 0] });
    return holes.map((strokes) => (now = holePlayed(now, strokes)).round.ph);
  };
  t.deepEqual(phases('match', [1, 2], [1, 2], [1, 2]), ['play', 'play', 'done'], '3 up with 2 to go');
  t.deepEqual(phases('match', [1, 2], [1, 2], [2, 2], [2, 2]), ['play', 'play', 'play', 'done'], '2 up with 1 to go');
  t.deepEqual(phases('match', [1, 2], [2, 2], [2, 2], [2, 2]), ['play', 'play', 'play', 'play'], '1 up with 1 to go');
  for (const game of ['stroke', 'skins'] as const)
    t.deepEqual(phases(game, [1, 2], [1, 2], [1, 2], [1, 2], [1, 2]), ['play', 'play', 'play', 'play', 'done']);
});

test('[C77] the lead in a match of three is measured against the second best', (t) => {
  const three = playOf({ game: 'match', ho: [10, 10, 10, 10], handicaps: [0, 0, 0] });
  const level = holesPlayed(three, [1, 2, 2], [2, 1, 2], [1, 2, 2]);
  t.deepEqual(holesWon(level.round), [2, 1, 0]);
  t.is(level.round.ph, 'play', '1 up on B with 1 to go');
  t.is(holesPlayed(three, [1, 2, 2], [1, 2, 2], [1, 2, 2]).round.ph, 'done', '3 up with 1 to go');
});

test('[R76] hides the verdict and the new score from other players while the ball rolls', (t) => {
  const two = after(playOf({ handicaps: [0, 0] }), shortBy(4));
  const rolling = withPutt(two, PUTT, IN);
  t.is(rolling.revealed, false);
  const { shot, ...rest } = publicRound(rolling);
  const { shot: old, ...before } = two.round;
  t.is(old?.seq, 1);
  t.deepEqual(rest, before);
  t.like(shot, { seq: 2, p: 1, hole: 1, v: '', holed: false, rem: 0 });
  const shown = publicRound(revealedState(rolling));
  t.like(shown.shot, { seq: 2, p: 1, hole: 1, v: 'holed', holed: true, rem: 0 });
  t.deepEqual(shown.hd, [0, 1]);
  t.is(shown.sc[1]?.[0], 1);
});

test('[C4] a shot carries rounded putt figures and its position in feet', (t) => {
  const putt = { mps: 1.23456, face: -1.23456, aoa: -0.001, ratio: 1.61803 };
  const outcome = { ...shortBy(2), x_m: 2.4384, y_m: -0.3048, leave_m: 0.701_04 };
  const { shot, rem } = revealedState(withPutt(playOf({ handicaps: [0] }), putt, outcome)).round;
  t.deepEqual(shot, {
    seq: 1,
    p: 0,
    hole: 1,
    mps: 1.235,
    face: -1.23,
    aoa: 0,
    ratio: 1.618,
    v: 'short',
    holed: false,
    x: 8,
    y: -1,
    rem: 2.3,
  });
  t.deepEqual(rem, [2.3]);
  t.false(Object.is(shot?.aoa, -0), 'no negative zero');
});

test('[C4] a ball at rest next to the hole is 0.1 ft away, never 0', (t) => {
  t.deepEqual(putted(playOf({ handicaps: [0] }), shortBy(0.04)).round.rem, [0.1]);
  t.deepEqual(putted(playOf({ handicaps: [0] }), IN).round.shot?.rem, 0);
});

test('[R76] an early putt first shows the verdict of the previous one', (t) => {
  const rolling = withPutt(playOf({ handicaps: [0] }), PUTT, shortBy(4));
  const next = withPutt(rolling, PUTT, IN);
  t.like(next.before?.shot, { seq: 2, v: '' });
  t.is(next.before?.sc[0]?.[0], 1, 'first stroke counts in the published score');
});

test('[R85] play starts once, and an ended round stays ended', (t) => {
  const one = playOf({ handicaps: [0] });
  t.is(withPlay(one), one, 'a round in play does not start again');
  const done = withEnd(withPutt(one, PUTT, shortBy(4)));
  t.like(done, { revealed: true });
  t.like(done.round, { ph: 'done', hole: 1 });
  t.like(done.round.shot, { seq: 1, v: 'short' });
  t.is(withPlay(done).round.ph, 'done');
  t.is(settled(done.round, 'stroke').ph, 'done');
});

test('[R75] a resumed round is a new one with the old score, and hides nothing', (t) => {
  const rolling = withPutt(after(playOf({ handicaps: [0, 0] }), shortBy(4)), PUTT, shortBy(3));
  const again = resumed(rolling, 8);
  t.deepEqual(again.round, { ...rolling.round, id: 8, shot: null, note: null });
  t.deepEqual(again.round.rem, [4, 3]);
  t.deepEqual(publicRound(again), again.round);
  t.is(putted(again, IN).round.shot?.seq, 3, 'shot numbers continue');
});

test('[C77] a tied or unplayed hole has no winner', (t) => {
  const two = holePlayed(playOf({ handicaps: [0, 0] }), [2, 2]);
  t.is(winnerOf(two.round, 1), null);
  t.is(winnerOf(two.round, 2), null);
  t.is(winnerOf(holePlayed(two, [2, 1]).round, 2), 1);
  t.deepEqual(holesWon(holesPlayed(two, [2, 1], [1, 3]).round), [1, 1]);
});

test('[C77] a hole in play has no winner yet', (t) => {
  const half = after(playOf({ handicaps: [0, 0] }), IN, shortBy(5));
  t.deepEqual(holesWon(half.round), [0, 0]);
});

test('[C77] a single player plays every hole of a match', (t) => {
  const alone = playOf({ game: 'match', ho: [10, 10, 10, 10, 10], handicaps: [0] });
  t.like(holesPlayed(alone, [1], [1], [1]).round, { ph: 'play', hole: 4 });
});

test('[C77] a hole that the host ends midway has no winner', (t) => {
  const half = after(playOf({ game: 'match', handicaps: [0, 0] }), shortBy(5));
  t.deepEqual(holesWon(withEnd(half).round), [0, 0], 'A has one stroke and has not holed out');
});
