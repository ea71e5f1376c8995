// The sentence of a result, and the statistics of My putting.

import test from 'ava';
import { insightOf } from '../../../firmware/experiences/insight.ts';
import { statsOf, wilson } from '../../../firmware/experiences/putting-stats.ts';
import { keptPuttWith } from '../../support/device/kept-putts.ts';

const LOW = { label: 'Mean error', unit: '%', digits: 0, better: 'low', values: { min: 0, max: 999 } } as const;
const HIGH = { ...LOW, label: 'Stations cleared', unit: '', better: 'high' } as const;

const sentence = (given: Partial<Parameters<typeof insightOf>[0]>): string =>
  insightOf({ trend: LOW, value: 6, earlier: [], putts: [], units: 'imperial', ...given });
const missed = (past_ft: number, right_ft = 0) =>
  keptPuttWith({ target_ft: 10, past_ft, right_ft, verdict: past_ft < 0 ? 'short' : 'miss' });
const holed = () => keptPuttWith({ verdict: 'holed', leave_ft: 0, past_ft: 0, right_ft: 0, mark: 'holed' });

test('[ui] a result names the best yet only if it is better than every earlier one', (t) => {
  t.is(sentence({ value: 6, earlier: [9, 7, 12] }), 'Best yet: mean error 6 %, before 7 %.');
  t.is(sentence({ trend: HIGH, value: 6, earlier: [3, 5] }), 'Best yet: stations cleared 6, before 5.');
  t.is(sentence({ value: 7, earlier: [9, 7, 12] }), 'Better than your usual 9 %.');
  t.is(sentence({ value: 6.9, earlier: [7.4] }), 'As usual: mean error 7 %.', 'no better as it is shown');
  t.is(sentence({ value: 30, earlier: [9, 7, 12] }), 'Worse than your usual 9 %.');
  t.is(sentence({ value: 6 }), 'First result: one to beat.');
  t.is(sentence({ value: null }), '');
});

test('[ui] a result says where the misses finish only if it is more than chance', (t) => {
  const earlier = [1];
  t.is(
    sentence({ earlier, putts: [missed(-0.8), missed(-0.7), missed(-0.9), holed()] }),
    'Your misses finish 8 % short.',
  );
  t.is(sentence({ earlier, putts: [missed(1), missed(1.2), missed(1.1)] }), 'Your misses finish 11 % long.');
  t.is(
    sentence({ earlier, putts: [missed(0.1, -1), missed(-0.1, -1.2), missed(0, -1.1)] }),
    'Your misses finish 1.1 ft left.',
  );
  t.is(
    sentence({ earlier, units: 'metric', putts: [missed(0, 1), missed(0.1, 1), missed(-0.1, 1)] }),
    'Your misses finish 0.30 m right.',
  );
  t.is(
    sentence({ earlier, putts: [missed(-0.8), missed(-0.7)] }),
    'Worse than your usual 1 %.',
    'two misses are too few',
  );
  t.is(sentence({ earlier, putts: [missed(-3), missed(2), missed(1)] }), 'Worse than your usual 1 %.', 'no clear side');
  t.is(sentence({ earlier, putts: [holed(), holed(), holed()] }), 'You holed every putt.');
});

test('[C178] the 95 % range of a make rate is that of Wilson', (t) => {
  // Wallis (2013), "Binomial confidence intervals", and R: prop.test(x, n, correct = FALSE).
  const TABLE = [
    [0, 10, 0, 0.27753],
    [1, 10, 0.01787, 0.40415],
    [5, 10, 0.23659, 0.76341],
    [10, 10, 0.72247, 1],
    [81, 263, 0.25528, 0.36625],
  ] as const;
  for (const [made, count, low, high] of TABLE) {
    const found = wilson(made, count);
    t.true(
      Math.abs(found.low - low) < 2e-4 && Math.abs(found.high - high) < 2e-4,
      `${made} of ${count}: ${JSON.stringify(found)}`,
    );
  }
  t.deepEqual(wilson(0, 0), { low: 0, high: 1 });
});

test('[C178] counts make percentages by the nearest distance, and only putts at a hole', (t) => {
  const at = (target_ft: number | null, verdict: 'holed' | 'short' | '') => keptPuttWith({ target_ft, verdict });
  const { rates, count } = statsOf([
    at(3, 'holed'),
    at(2, 'holed'),
    at(4, 'short'),
    at(8, 'holed'),
    at(30, 'short'),
    at(44, 'short'),
    at(46, 'short'),
    at(1.9, 'holed'),
    at(10, ''),
    at(null, ''),
  ]);
  t.is(count, 10);
  t.deepEqual(
    rates.map(({ feet, made, count: putts }) => [feet, made, putts]),
    [[3, 2, 3], [6, 0, 0], [10, 1, 1], [15, 0, 0], [20, 0, 0], [30, 0, 2]], // oxfmt-ignore
  );
});

test('[C178] figures need five putts, and compare the last 30 days with those before', (t) => {
  const DAY_S = 86_400;
  const now_s = 1_790_000_000;
  const putt = (unix_s: number, leave_ft: number, share: number) =>
    keptPuttWith({
      unix_s,
      leave_ft,
      verdict: 'miss',
      time_away_s: 0.8,
      ball_speed_mps: 2 * share,
      wanted_speed_mps: 2,
      face_angle_deg: leave_ft,
    });
  const old = [1, 2, 3, 4, 5].map((leave, i) => putt(now_s - (31 + i) * DAY_S, leave, 1.1));
  const recent = [0, 0, 0, 1, 1].map((leave, i) => putt(now_s - i * DAY_S, leave, i % 2 === 0 ? 0.9 : 1.1));
  const stats = statsOf([...old, ...recent, putt(0, 9, 1)]);
  t.is(stats.all.leave_ft.count, 11, 'a putt without a time counts for neither half, but for all');
  t.is(stats.before.leave_ft.value, 3);
  t.is(stats.recent.leave_ft.value, 0.4);
  t.true(Math.abs((stats.before.speed_bias.value ?? 0) - 0.1) < 1e-9);
  t.true(Math.abs(stats.before.speed_spread.value ?? 1) < 1e-9);
  // Shares 0.9, 1.1, 0.9, 1.1, 0.9: deviation 0.1095.
  t.true(Math.abs((stats.recent.speed_spread.value ?? 0) - 0.10954) < 1e-4);
  // Faces 1 to 5: deviation √2.5.
  t.true(Math.abs((stats.before.face_spread_deg.value ?? 0) - Math.sqrt(2.5)) < 1e-9);
  t.deepEqual(statsOf(old).all.time_away_s, { value: 0.8, count: 5, spread: 0 });
  const times = [0.78, 0.8, 0.82, 0.78, 0.82, null].map((time_away_s) => keptPuttWith({ time_away_s }));
  const { value, spread, count } = statsOf(times).all.time_away_s;
  t.deepEqual([(value ?? 0).toFixed(4), spread.toFixed(4), count], ['0.8000', '0.0200', 5]);
  t.deepEqual(statsOf(old.slice(1)).all.leave_ft, { value: null, count: 4 });
  t.is(statsOf([]).count, 0);
});
