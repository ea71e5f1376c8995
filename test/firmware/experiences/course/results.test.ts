// Results of a round, computed by hand: strokes, net strokes, holes won, skins that carry over, and the ranking.

import test from 'ava';
import { resultsOf } from '../../../../firmware/experiences/course/results.ts';
import { withRoster } from '../../../../firmware/experiences/course/roster.ts';
import { withEnd, type CourseState } from '../../../../firmware/experiences/course/round.ts';
import { standingText, winnersOf } from '../../../../firmware/experiences/course/winners.ts';
import { courseRulesOf } from '../../../../firmware/experiences/registry.ts';
import {
  after,
  guest,
  holesPlayed,
  IN,
  playOf,
  rosterOf,
  sharedPlay,
  shortBy,
} from '../../../support/device/course.ts';

const FOUR = [10, 10, 10, 10];
const NINE = Array.from({ length: 9 }, () => 10);
const skins = (state: CourseState) => resultsOf(state.round).map((result) => result.skins);
const nets = (state: CourseState) => resultsOf(state.round).map(({ net }) => net);
const figures = (game: 'stroke' | 'match' | 'skins', state: CourseState) =>
  resultsOf(state.round).map((result) => courseRulesOf(game).figure(result));

test('[C77] counts strokes and holes won over finished holes', (t) => {
  const state = holesPlayed(playOf({ ho: FOUR, handicaps: [0, 0] }), [1, 2], [3, 3], [2, 4]);
  t.deepEqual(resultsOf(state.round), [
    { seat: 0, played: 3, gross: 6, net: 6, holes_won: 2, skins: 3 },
    { seat: 1, played: 3, gross: 9, net: 9, holes_won: 0, skins: 0 },
  ]);
});

test('[C77] a tied hole carries its skin to the next hole won', (t) => {
  const begin = playOf({ game: 'skins', ho: FOUR, handicaps: [0, 0, 0] });
  t.deepEqual(skins(begin), [0, 0, 0]);
  const tied = holesPlayed(begin, [2, 2, 3], [1, 2, 1]);
  t.deepEqual(skins(tied), [0, 0, 0]);
  const won = holesPlayed(tied, [2, 1, 2]);
  t.deepEqual(skins(won), [0, 3, 0]);
  t.deepEqual(skins(holesPlayed(won, [1, 2, 2])), [1, 3, 0]);
  t.deepEqual(skins(holesPlayed(won, [2, 2, 2])), [0, 3, 0], 'last skin carried over');
});

test('[C77] no player wins a hole with a tie for best', (t) => {
  t.deepEqual(skins(holesPlayed(playOf({ ho: FOUR, handicaps: [0, 0, 0] }), [1, 1, 2])), [0, 0, 0]);
});

test('[C77] a handicap applies to eighteen holes and is scaled to the holes played', (t) => {
  const begin = playOf({ ho: NINE, handicaps: [18, 9, 54, 0] });
  const two = Array.from({ length: 9 }, () => [2, 2, 2, 2]);
  // 18 × 9 / 18 = 9; 9 × 9 / 18 = 4.5, rounded up; 54 × 9 / 18 = 27.
  t.deepEqual(nets(holesPlayed(begin, ...two)), [18 - 9, 18 - 5, 18 - 27, 18]);
  // After three holes: 3, 1.5 and 9.
  t.deepEqual(nets(holesPlayed(begin, ...two.slice(0, 3))), [6 - 3, 6 - 2, 6 - 9, 6]);
  t.deepEqual(nets(begin), [0, 0, 0, 0]);
});

test('[C77] net strokes decide stroke play, holes won a match, skins won a skins game', (t) => {
  const state = holesPlayed(playOf({ ho: FOUR, handicaps: [0, 0, 18] }), [1, 2, 2], [2, 1, 2], [3, 1, 3], [2, 2, 2]);
  // Gross 8, 6, 9; C gets 18 × 4 / 18 = 4, so 5. Holes and skins 1, 2, 0.
  t.deepEqual(figures('stroke', state), [8, 6, 5]);
  t.deepEqual(figures('match', state), [1, 2, 0]);
  t.deepEqual(figures('skins', state), [1, 2, 0]);
  t.deepEqual(winnersOf('stroke', state.round), [2]);
  t.deepEqual(winnersOf('match', state.round), [1]);
  t.deepEqual(winnersOf('skins', state.round), [1]);
});

test('[C77] tied leaders win together', (t) => {
  const two = holesPlayed(playOf({ ho: FOUR, handicaps: [0, 0, 0] }), [2, 2, 3], [1, 1, 3]);
  for (const game of ['stroke', 'match', 'skins'] as const)
    t.deepEqual(winnersOf(game, two.round), game === 'stroke' ? [0, 1] : [0, 1, 2], game);
});

test('[C77] standing text is a count and its unit', (t) => {
  const one = holesPlayed(playOf({ ho: FOUR, handicaps: [0, 0] }), [1, 2]);
  t.is(standingText('stroke', one.round, 0), '1 stroke');
  t.is(standingText('stroke', one.round, 1), '2 strokes');
  t.is(standingText('match', one.round, 0), '1 hole');
  t.is(standingText('match', one.round, 1), '0 holes');
  t.is(standingText('skins', one.round, 0), '1 skin');
  t.is(standingText('skins', one.round, 1), '0 skins');
  t.is(standingText('stroke', one.round, 2), '', 'no such seat');
});

const bo = guest('Brisk Otter', ['B']);

test('[C77] a player who sits out mid-hole does not win the hole', (t) => {
  const started = after(sharedPlay([bo], 'match'), shortBy(5), shortBy(4), shortBy(3));
  t.deepEqual(
    started.round.sc.map((row) => row[0]),
    [2, 1],
  );
  const over = after(withRoster(started, rosterOf([], ['Brisk Otter'])), IN);
  t.is(over.round.hole, 2);
  t.deepEqual(
    resultsOf(over.round).map(({ holes_won, skins: skin }) => [holes_won, skin]),
    [
      [1, 1],
      [0, 0],
    ],
  );
});

const alone = rosterOf([guest('Brisk Otter', ['B'], false)]);

test('[C77] a player who missed holes does not win stroke play', (t) => {
  const one = after(sharedPlay([bo]), IN, IN);
  const done = after(withRoster(one, alone), IN, IN);
  t.is(done.round.ph, 'done');
  t.deepEqual(winnersOf('stroke', done.round), [0], 'A played three holes, B one');
});

test('[C77] a player who sits out a hole does not win it with zero strokes', (t) => {
  const one = after(sharedPlay([bo], 'match'), IN, IN);
  const two = after(withRoster(one, alone), shortBy(5), IN);
  t.deepEqual(
    resultsOf(two.round).map(({ holes_won, skins: skin }) => [holes_won, skin]),
    [
      [1, 2],
      [0, 0],
    ],
  );
});

test('[C77] a player who sits out during the last hole does not win stroke play', (t) => {
  const last = after(sharedPlay([bo]), IN, IN, IN, IN, shortBy(5), shortBy(4), shortBy(2));
  const done = after(withRoster(last, alone), IN);
  t.like(done.round, { ph: 'done' });
  t.deepEqual(
    done.round.sc.map((row) => row[2]),
    [3, 0],
    'an unfinished hole does not count',
  );
  // The handicaps are 18 and 9: 5 - 3 and 3 - 2.
  t.deepEqual(winnersOf('stroke', done.round), [0]);
});

test('[C77] a round that the host ends counts the finished holes', (t) => {
  const state = withEnd(holesPlayed(playOf({ game: 'match', ho: FOUR, handicaps: [0, 0] }), [1, 2], [2, 1]));
  t.deepEqual(
    resultsOf(state.round).map(({ holes_won, gross }) => [holes_won, gross]),
    [
      [1, 3],
      [1, 3],
    ],
  );
});
