// Metrics only: no target and no score; means and spread by hand.

import test from 'ava';
import { metricsOnly, SESSION_PUTTS_MAX, type MetricsState } from '../../../firmware/experiences/metrics-only.ts';
import { deviation, mean } from '../../../firmware/experiences/putt.ts';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import { puttWith } from '../../support/device/putts.ts';
import { fieldsIn } from '../../support/read-json.ts';

const { rules } = metricsOnly;
const startMetrics = (ids: readonly number[]): MetricsState => rules.start({}, ids, createSeededRandom(1));
const turnTo = (state: MetricsState, direction: 1 | -1): MetricsState => rules.turned?.(state, direction) ?? state;
const putt = (club_speed_mps: number, face_angle_deg: number) =>
  puttWith({ target_ft: null, verdict: '', leave_ft: null, strike: { club_speed_mps, face_angle_deg } });

test('[metrics] mean and sample standard deviation match values by hand', (t) => {
  // 2 4 4 4 5 5 7 9: mean 5, sum of squares 32, divided by 7.
  t.is(mean([2, 4, 4, 4, 5, 5, 7, 9]), 5);
  t.true(Math.abs(deviation([2, 4, 4, 4, 5, 5, 7, 9]) - 2.13808993529939) < 1e-12);
  t.is(deviation([3]), 0);
  t.is(mean([]), 0);
});

test('[metrics] has no target, no end and no restore', (t) => {
  const state = rules.score(startMetrics([1]), putt(1.5, 0));
  t.is(rules.target_ft(state), null);
  t.false(rules.over(state));
  t.is(rules.restore(fieldsIn(JSON.stringify(state))), null);
  t.is(metricsOnly.mode, 1);
});

test('[metrics] results match hand-computed speed, face with spread, and roll; trend is the spread', (t) => {
  // Faces 1, 2, 3: mean 2, SD 1. Speeds 1, 1.5, 2. Rolls of S 10 at 1.6, 2.4 and 3.2 m/s: v² · 1.7986 ft (0.15255·10 + 0.2731).
  const state = [putt(1, 1), putt(1.5, 2), putt(2, 3)].reduce((now, one) => rules.score(now, one), startMetrics([5]));
  const [result] = rules.results(state);
  t.is(result?.player_id, 5);
  t.is(result?.headline, '3 putts');
  t.is(result?.trendValue, 1);
  const [speed, face, roll] = result?.figures ?? [];
  t.deepEqual(speed, { label: 'Mean speed', mps: 1.5 });
  t.true(face !== undefined && 'text' in face && face.text.includes('2.0°') && face.text.includes('± 1.0°'));
  const hand_ft = (1.7986 * (1.6 ** 2 + 2.4 ** 2 + 3.2 ** 2)) / 3;
  t.true(roll !== undefined && 'feet' in roll && Math.abs(roll.feet - hand_ft) < 0.01, `${hand_ft} ft`);
});

test('[metrics] a closed mean face has a minus sign; one that rounds to zero has none', (t) => {
  const faceOf = (...faces: number[]): string => {
    const state = faces.reduce((now, face) => rules.score(now, putt(1.5, face)), startMetrics([1]));
    const figure = rules.results(state)[0]?.figures[1];
    return figure !== undefined && 'text' in figure ? figure.text : '';
  };
  t.regex(faceOf(-1, -2), /^−1\.5° ± 0\.7°$/);
  t.regex(faceOf(-0.01, -0.03), /^0\.0° ± 0\.0°$/);
});

test('[metrics] one putt gives no spread and no trend, and no putt gives no result', (t) => {
  const state = rules.score(startMetrics([1, 2]), putt(1.5, 1));
  t.deepEqual(
    rules.results(state).map(({ player_id, headline, trendValue }) => ({ player_id, headline, trendValue })),
    [{ player_id: 1, headline: '1 putt', trendValue: null }],
  );
});

test('[metrics] the turn stays with the putting player until changed by hand', (t) => {
  let state = startMetrics([1, 2, 3]);
  state = rules.score(state, putt(1.5, 0));
  t.is(state.turn, 0);
  t.is(turnTo(state, 1).turn, 1);
  t.is(turnTo(state, -1).turn, 2);
  t.is(turnTo(turnTo(turnTo(state, 1), 1), 1).turn, 0);
});

test('[metrics] a long session keeps its count and its newest putts, so its size is bounded', (t) => {
  let state = startMetrics([1]);
  for (let i = 0; i < SESSION_PUTTS_MAX + 40; i++) state = rules.score(state, putt(1.5, i < 40 ? 9 : 1));
  t.is(state.seats[0]?.count, 140);
  t.is(state.seats[0]?.putts.length, 100);
  t.is(rules.progress(state), 'Putt 141');
  t.is(rules.results(state)[0]?.trendValue, 0, 'oldest faces dropped');
});
