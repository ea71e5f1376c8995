// The golfer's spread matches docs/physics.md; the perfect golfer has none; switched on, both putt by the clock.

import test from 'ava';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import { createGolfer, humanStroke, perfectStroke } from '../../../sims/putter/golfer.ts';
import type { StrokeCall } from '../../../sims/putter/stroke-call.ts';
import { keysOf } from '../../../wire/keys-of.ts';

const COUNT = 4000;
/** Mean and SD of each quantity at a requested 2 m/s (6 % of it). */
const SPREAD: Record<keyof StrokeCall, readonly [mean: number, sd: number]> = {
  club_speed_mps: [2, 0.12],
  face_angle_deg: [0, 0.6],
  face_rotation_deg_per_in: [0.5, 0.15],
  attack_angle_deg: [1, 0.7],
  left_inner_proportion: [0.5, 0.06],
  right_inner_proportion: [0.5, 0.06],
  swing_period_s: [0.8, 0.028],
};

test('[board] the spread of the golfer matches docs/physics.md', (t) => {
  const random = createSeededRandom(2026);
  const strokes = Array.from({ length: COUNT }, () => humanStroke(2, random));
  for (const name of keysOf(SPREAD)) {
    const [mean, sd] = SPREAD[name];
    const values = strokes.map((stroke) => stroke[name] ?? Number.NaN);
    const found = values.reduce((sum, value) => sum + value, 0) / COUNT;
    const spread = Math.sqrt(values.reduce((sum, value) => sum + (value - found) ** 2, 0) / COUNT);
    t.true(Math.abs(found - mean) < (4 * sd) / Math.sqrt(COUNT), `${name}: mean ${found}`);
    t.true(Math.abs(spread / sd - 1) < 0.05, `${name}: SD ${spread}`);
  }
});

test('[board] the quantities of the golfer’s strokes are uncorrelated', (t) => {
  const random = createSeededRandom(2026);
  const strokes = Array.from({ length: COUNT }, () => humanStroke(2, random));
  const names = keysOf(SPREAD);
  for (const one of names)
    for (const other of names) {
      if (one >= other) continue;
      const [[m1, s1], [m2, s2]] = [SPREAD[one], SPREAD[other]];
      const r =
        strokes.reduce(
          (sum, s) => sum + (((s[one] ?? Number.NaN) - m1) / s1) * (((s[other] ?? Number.NaN) - m2) / s2),
          0,
        ) / COUNT;
      t.true(Math.abs(r) < 0.07, `${one} and ${other}: ${r}`);
    }
});

test('[board] a golfer only makes plausible strokes', (t) => {
  const random = createSeededRandom(1);
  for (const wanted of [0.15, 0.16, 6])
    for (let n = 0; n < 500; n++) {
      const { club_speed_mps } = humanStroke(wanted, random);
      t.true(club_speed_mps >= 0.15 && club_speed_mps <= 6);
    }
});

test('[board] the perfect golfer has no spread: square, centred, at the requested speed', (t) => {
  for (const speed of [0.5, 2]) {
    t.deepEqual(perfectStroke(speed), perfectStroke(speed));
    t.like(perfectStroke(speed), { club_speed_mps: speed, face_angle_deg: 0, left_inner_proportion: 0.5 });
  }
});

test('[board] a golfer that is on putts at the current requested speed, and stops when off', async (t) => {
  const clock = createVirtualClock();
  const putts: [number, number][] = [];
  let wanted: number | null = 1;
  const golfer = createGolfer({
    clock,
    random: createSeededRandom(1),
    every_ms: 5000,
    wanted: () => (wanted === null ? null : { club_speed_mps: wanted, face_angle_deg: 0 }),
    strike: ({ club_speed_mps }) => putts.push([clock.now_ms(), club_speed_mps]),
  });
  await clock.advance(10_000);
  t.deepEqual(putts, []);
  golfer.setOn(true);
  golfer.setOn(true);
  t.true(golfer.on());
  await clock.advance(1000);
  wanted = null;
  await clock.advance(5000);
  wanted = 3;
  await clock.advance(5000);
  t.deepEqual(
    putts.map(([at_ms]) => at_ms),
    [10_300, 20_300],
  );
  t.true(Math.abs((putts[0]?.[1] ?? 0) - 1) < 0.3 && Math.abs((putts[1]?.[1] ?? 0) - 3) < 0.9);
  golfer.setOn(false);
  await clock.advance(60_000);
  t.is(putts.length, 2);
  t.is(clock.pending(), 0);
});
