// Lag putting: points on each side of every threshold, stations, turns, and results against numbers computed by hand.

import test from 'ava';
import { assertDefined } from '../../../wire/errors.ts';
import fc from 'fast-check';
import { lagPoints, lagPutting, type LagState } from '../../../firmware/experiences/lag-putting.ts';
import type { Putt } from '../../../firmware/experiences/putt.ts';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import { holedAt, puttWith } from '../../support/device/putts.ts';
import { exactly } from '../../support/items.ts';

type LagCfg = LagState['cfg'];

const { rules } = lagPutting;
const CFG: LagCfg = { shots: 4, csMin: 15, csMax: 40, manual: 0, target: 20, slope: 0 };
const manual = (shots: number, target: number): LagCfg => ({ ...CFG, shots, target, manual: 1 });
const play = (state: LagState, putts: readonly Putt[]): LagState =>
  putts.reduce((now, putt) => rules.score(now, putt), state);

/** Returns a putt that stopped past the hole, on its line. */
const past = (target_ft: number, leave_ft: number): Putt =>
  puttWith({ target_ft, leave_ft, along_ft: target_ft + leave_ft });
/** Returns a putt that stopped short of the hole, on its line. */
const before = (target_ft: number, leave_ft: number): Putt =>
  puttWith({ target_ft, leave_ft, along_ft: target_ft - leave_ft, verdict: 'short' });

test('[lag] points by the share of the distance left: holed 3, up to 5 % 2, up to 10 % 1, beyond 0', (t) => {
  t.is(lagPoints(holedAt(20)), 3);
  for (const [leave_ft, points] of [
    [0.3, 2],
    [0.999, 2],
    [1, 2],
    [1.001, 1],
    [1.999, 1],
    [2, 1],
    [2.001, 0],
    [9, 0],
  ] as const) {
    t.is(lagPoints(past(20, leave_ft)), points, `${leave_ft} ft past 20`);
    t.is(lagPoints(before(20, leave_ft)), points, `${leave_ft} ft short of 20`);
  }
  t.is(lagPoints(past(100, 5.001)), 1);
  t.is(lagPoints(past(100, 4.999)), 2);
  t.is(lagPoints(past(100, 9.999)), 1);
  t.is(lagPoints(past(100, 10.001)), 0);
});

test('[lag] on short stations a leave of 1 ft always scores one point, but not two', (t) => {
  t.is(lagPoints(past(6, 0.299)), 2);
  t.is(lagPoints(past(6, 0.301)), 1);
  t.is(lagPoints(past(6, 0.999)), 1);
  t.is(lagPoints(past(6, 1.001)), 0);
  t.is(lagPoints(past(9.9, 0.999)), 1);
  t.is(lagPoints(past(9.9, 1.001)), 0, '10 % of 9.9 is less than a foot');
  t.is(lagPoints(past(12, 1.199)), 1, '10 % of 12 is more');
});

test('[lag] a putt more than 10 % short scores no point, even within a foot', (t) => {
  t.is(lagPoints(before(6, 0.599)), 1);
  t.is(lagPoints(before(6, 0.601)), 0);
  // A sideways miss counts in the leave, not as short: 0.9 ft away, 0.5 ft of it along the line.
  t.is(lagPoints(puttWith({ target_ft: 6, leave_ft: 0.9, along_ft: 5.5 })), 1);
  t.is(lagPoints(puttWith({ target_ft: 6, leave_ft: 0.9, along_ft: 5.3 })), 0);
});

test('[C25] draws stations in csMin..csMax with both ends, the same for the same seed', (t) => {
  const cfg = { ...CFG, shots: 50, csMin: 15, csMax: 18 };
  const drawn = rules.start(cfg, [1], createSeededRandom(5)).stations_ft;
  t.is(drawn.length, 50);
  t.deepEqual(
    [...new Set(drawn)].sort((a, b) => a - b),
    [15, 16, 17, 18],
  );
  t.deepEqual(rules.start(cfg, [1], createSeededRandom(5)).stations_ft, drawn);
  t.notDeepEqual(rules.start(cfg, [1], createSeededRandom(6)).stations_ft, drawn);
  fc.assert(
    fc.property(fc.integer({ min: 5, max: 100 }), fc.integer({ min: 0, max: 95 }), fc.integer(), (low, more, seed) => {
      const one = { ...CFG, shots: 20, csMin: low, csMax: Math.min(100, low + more) };
      return rules
        .start(one, [1], createSeededRandom(seed))
        .stations_ft.every((feet) => Number.isInteger(feet) && feet >= one.csMin && feet <= one.csMax);
    }),
  );
});

test('[C25] manual = 1 puts every station at the target', (t) => {
  t.deepEqual(rules.start(manual(3, 33), [1, 2], createSeededRandom(1)).stations_ft, [33, 33, 33]);
});

test('[lag] players putt in turn, and each putts every station', (t) => {
  let state = rules.start({ ...CFG, shots: 3 }, [7, 8, 9], createSeededRandom(2));
  const [a, b, c] = exactly(3, state.stations_ft);
  const turns: (number | null)[][] = [];
  while (!rules.over(state)) {
    const target_ft = rules.target_ft(state);
    turns.push([state.turn, target_ft]);
    state = rules.score(state, past(assertDefined(target_ft, 'target'), 1));
  }
  t.deepEqual(turns, [
    [0, a],
    [1, a],
    [2, a],
    [0, b],
    [1, b],
    [2, b],
    [0, c],
    [1, c],
    [2, c],
  ]);
});

test('[lag] results match hand-computed points, mean leave, mean error and share short', (t) => {
  // 20 ft: holed; 1 ft past (5 %); 1.5 ft short (7.5 %); 5 ft past (25 %). Leaves sum to 7.5 ft, errors to 37.5 %.
  const state = play(rules.start(manual(4, 20), [3], createSeededRandom(1)), [
    holedAt(20),
    past(20, 1),
    before(20, 1.5),
    past(20, 5),
  ]);
  t.true(rules.over(state));
  const [result] = rules.results(state);
  t.is(result?.player_id, 3);
  t.is(result?.headline, '6 points');
  const [leave, error, short] = result?.figures ?? [];
  t.like(leave, { label: 'Mean leave' });
  t.true(leave !== undefined && 'feet' in leave && Math.abs(leave.feet - 1.875) < 1e-9);
  t.deepEqual(error, { label: 'Mean error', text: '9 %' });
  t.deepEqual(short, { label: 'Short', text: '25 %' });
  t.true(Math.abs((result?.trendValue ?? 0) - 9.375) < 1e-9);
});

test('[lag] the error is the mean of the shares, not the share of the means', (t) => {
  // 10 ft with 5 ft left is 50 %, 50 ft with 5 ft left is 10 %: mean 30 %, whereas 10 ft of 60 would be 16.7 %.
  const start = rules.start({ ...CFG, shots: 2 }, [1], createSeededRandom(1));
  const state = play({ ...start, stations_ft: [10, 50] }, [past(10, 5), past(50, 5)]);
  t.true(Math.abs((rules.results(state)[0]?.trendValue ?? 0) - 30) < 1e-9);
});

test('[lag] each seat has its own score, standing and progress', (t) => {
  let state = rules.start(manual(2, 20), [1, 2], createSeededRandom(1));
  t.is(rules.progress(state), 'Putt 1 of 2');
  state = play(state, [holedAt(20), past(20, 15)]);
  t.deepEqual([rules.standing(state, 0), rules.standing(state, 1)], ['3 pts', '0 pts']);
  t.is(rules.progress(state), 'Putt 2 of 2');
  state = play(state, [past(20, 1)]);
  t.false(rules.over(state));
  state = play(state, [before(20, 2)]);
  t.true(rules.over(state));
  t.is(rules.progress(state), 'Putt 2 of 2');
  t.deepEqual(
    rules.results(state).map(({ headline }) => headline),
    ['5 points', '1 point'],
  );
});

test('[C24] exposes the numbers of the experience and its trend', (t) => {
  t.is(lagPutting.mode, 9);
  t.like(lagPutting.trend, { unit: '%', better: 'low' });
});
