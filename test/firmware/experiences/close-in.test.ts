// Close-in putting: the ladder from 3 to 8 ft, up one station with a holed putt and down one with a miss, and results
// computed by hand.

import test from 'ava';
import { closeIn, LADDER_FT, type CloseState } from '../../../firmware/experiences/close-in.ts';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import { holedAt, puttWith } from '../../support/device/putts.ts';

const { rules } = closeIn;
const start = (shots: number, ...players: number[]): CloseState =>
  rules.start({ shots, slope: 0 }, players, createSeededRandom(1));

/** Plays putts given as letters: h is holed, m is missed; lip-outs and short putts are misses too. */
function play(state: CloseState, putts: string): CloseState {
  const misses = ['miss', 'lip', 'short'] as const;
  return Array.from(putts).reduce((now, letter, i) => {
    const target_ft = rules.target_ft(now);
    const verdict = misses[i % 3] ?? 'miss';
    return rules.score(now, letter === 'h' ? holedAt(target_ft) : puttWith({ target_ft, verdict }));
  }, state);
}

test('[close-in] the ladder is 3, 4, 5, 6, 7, 8 ft, one station up per holed putt', (t) => {
  t.deepEqual(LADDER_FT, [3, 4, 5, 6, 7, 8]);
  let state = start(20, 1);
  const targets: (number | null)[] = [];
  while (!rules.over(state)) {
    targets.push(rules.target_ft(state));
    state = play(state, 'h');
  }
  t.deepEqual(targets, [3, 4, 5, 6, 7, 8]);
  t.is(rules.results(state)[0]?.headline, '6 of 6 stations');
});

test('[close-in] a miss moves one station back, but not below the first', (t) => {
  const at = (putts: string): number | null => rules.target_ft(play(start(20, 1), putts));
  t.is(at('m'), 3);
  t.is(at('mm'), 3);
  t.is(at('hm'), 3);
  t.is(at('hhm'), 4);
  t.is(at('hhhmm'), 4);
  t.is(at('mh'), 4);
  t.is(at('hhhhhm'), 7, 'a miss at the last station');
});

test('[close-in] points are the stations cleared at the highest, and a miss does not reduce them', (t) => {
  const state = play(start(20, 1), 'hhhmmm');
  t.is(rules.standing(state, 0), '3 of 6');
  t.is(rules.results(state)[0]?.headline, '3 of 6 stations');
  t.is(rules.results(state)[0]?.trendValue, 3);
});

test('[close-in] the set ends when the shots are used up', (t) => {
  t.false(rules.over(play(start(6, 1), 'mmmmm')));
  t.true(rules.over(play(start(6, 1), 'mmmmmm')));
  t.is(rules.progress(play(start(6, 1), 'mm')), 'Putt 3 of 6');
  t.is(rules.progress(play(start(6, 1), 'mmmmmm')), 'Putt 6 of 6');
});

test('[close-in] results match hand-computed strokes, holed putts and make rate', (t) => {
  // Up 3, back 2, up 5: ten strokes, eight holed.
  const state = play(start(20, 4), 'hhhmmhhhhh');
  t.true(rules.over(state));
  t.deepEqual(rules.results(state), [
    {
      player_id: 4,
      headline: '6 of 6 stations',
      count: 10,
      figures: [
        { label: 'Strokes', text: '10' },
        { label: 'Holed', text: '8' },
        { label: 'Make rate', text: '80 %' },
      ],
      trendValue: 6,
    },
  ]);
});

test('[close-in] players putt in turn, each on their own ladder', (t) => {
  let state = start(20, 1, 2);
  state = play(state, 'h');
  t.is(state.turn, 1);
  t.is(rules.target_ft(state), 3);
  state = play(state, 'm');
  t.is(state.turn, 0);
  t.is(rules.target_ft(state), 4);
});

test('[close-in] skips a player who has climbed the ladder or used all shots', (t) => {
  // Seat 0 climbs straight up while seats 1 and 2 miss: six rounds.
  let state = play(start(7, 1, 2, 3), 'hmm'.repeat(6));
  const turns: number[] = [];
  while (!rules.over(state)) {
    turns.push(state.turn);
    state = play(state, 'm');
  }
  t.deepEqual(turns, [1, 2]);
  t.deepEqual(
    rules.results(state).map(({ headline }) => headline),
    ['6 of 6 stations', '0 of 6 stations', '0 of 6 stations'],
  );
});

test('[close-in] the last player left putts repeatedly', (t) => {
  let state = play(start(10, 1, 2), 'hm'.repeat(6));
  t.is(state.turn, 1);
  state = play(state, 'h');
  t.is(state.turn, 1);
  t.is(rules.target_ft(state), 4);
});

test('[C24] exposes the numbers of the experience and its trend', (t) => {
  t.is(closeIn.mode, 10);
  t.like(closeIn.trend, { better: 'high' });
});
