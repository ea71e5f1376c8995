// The verdict of a putt: the capture table and rule of docs/physics.md on each side of every boundary, and a numerical
// integration.

import test from 'ava';
import fc from 'fast-check';
import { ballSpeedFor, frictionOfStimp, remaining, rollOf, speedAfter } from '../../../firmware/roll/roll.ts';
import {
  captureSpeed,
  lastsFor,
  outcomeOf,
  startDirection,
  travelAt,
  type PuttOutcome,
} from '../../../firmware/roll/verdict.ts';
import { PERSISTED_DEFAULT } from '../../../firmware/persisted/persisted.ts';
import { rollOfShot } from '../../../firmware/play/round.ts';
import { outcomeText } from '../../../firmware/ui/lane.ts';
import { roundOnScreen, shotWith } from '../../support/device/course-views.ts';
import { itemAt } from '../../support/items.ts';

const FOOT_M = 0.3048;
const R_M = 0.053975;
const GREEN = { stimp_ft: 10, x_factor: 1 };

/** Entry speed, half width in mm, inches past the hole at S 8/10/12, tolerance in degrees at 3/6/10/20 ft. */
const CAPTURE: readonly (readonly [string, string, readonly string[], readonly number[]])[] = [
  ['0', '53.98', ['0', '0', '0'], [3.38, 1.69, 1.01, 0.51]],
  ['0.25', '49.66', ['1.8', '2.2', '2.7'], [3.11, 1.56, 0.93, 0.47]],
  ['0.50', '44.94', ['7.2', '9.0', '10.8'], [2.81, 1.41, 0.84, 0.42]],
  ['0.75', '39.66', ['16.1', '20.2', '24.2'], [2.48, 1.24, 0.75, 0.37]],
  ['1.00', '33.56', ['28.7', '35.9', '43.1'], [2.1, 1.05, 0.63, 0.32]],
  ['1.20', '27.72', ['41', '52', '62'], [1.74, 0.87, 0.52, 0.26]],
  ['1.50', '15.24', ['65', '81', '97'], [0.96, 0.48, 0.29, 0.14]],
  ['1.60', '7.32', ['74', '92', '110'], [0.46, 0.23, 0.14, 0.07]],
  ['1.63', '0', ['76', '95', '114'], []],
];

const digitsOf = (printed: string): number => printed.split('.')[1]?.length ?? 0;
const rad = (degrees: number): number => (degrees * Math.PI) / 180;

/** Returns where along its line (m) a ball in this direction meets the rim; NaN if it passes the hole. */
const rimAt = (hole_m: number, start_deg: number): number =>
  hole_m * Math.cos(rad(start_deg)) - Math.sqrt(R_M ** 2 - (hole_m * Math.sin(rad(start_deg))) ** 2);

/**
 * Returns the launch speed of a ball that has `entry_mps` after `x_m`, derived by hand: v_r = 5/7 v0, the skid takes 12
 * v0²/(49 μ g), and the rest is v_r² = v² + 2 a (x - x_s). Valid only if the ball rolls by then.
 */
function launchFor(entry_mps: number, x_m: number, stimp_ft: number): number {
  const a = 1.8288 ** 2 / (2 * FOOT_M * stimp_ft);
  return Math.sqrt((entry_mps ** 2 + 2 * a * x_m) / (25 / 49 + (24 * a) / (49 * 0.3 * 9.80665)));
}

/** Returns the outcome of a putt that meets the rim of a hole at `hole_ft` with this speed. */
function putt(hole_ft: number, start_deg: number, entry_mps: number, stimp_ft = 10): PuttOutcome {
  const at_rim_m = rimAt(hole_ft * FOOT_M, start_deg);
  const speed_mps = launchFor(entry_mps, at_rim_m, stimp_ft);
  return outcomeOf({ speed_mps, start_deg }, { stimp_ft, x_factor: 1 }, hole_ft);
}

const offsetDeg = (hole_ft: number, offset_m: number): number =>
  (Math.asin(offset_m / (hole_ft * FOOT_M)) * 180) / Math.PI;

test('[verdict] reaches the wanted entry speed with the launch speed that these tests compute', (t) => {
  for (const [x_m, entry] of [
    [0.9, 0.3],
    [3, 1],
    [6, 1.6],
  ] as const)
    t.true(Math.abs(speedAfter(rollOf(launchFor(entry, x_m, 10), 10), x_m) - entry) < 1e-9);
});

test('[verdict] holes within the half width of each capture table row and lips out beyond', (t) => {
  for (const [entry, half_mm] of CAPTURE) {
    const half_m = Number(half_mm) / 1000;
    if (half_m === 0) continue;
    if (entry !== '0') t.true(Math.abs(captureSpeed(half_m) - Number(entry)) < 5e-4, entry);
    const rounding_m = 0.6e-5;
    t.is(putt(10, offsetDeg(10, half_m - rounding_m), Number(entry)).verdict, 'holed', entry);
    if (entry !== '0') t.is(putt(10, offsetDeg(10, half_m + rounding_m), Number(entry)).verdict, 'lip', entry);
  }
});

test('[verdict] rolls past the hole as far as printed for each entry speed', (t) => {
  for (const [entry, , inches] of CAPTURE)
    for (const [i, S] of [8, 10, 12].entries()) {
      const printed = itemAt(inches, i);
      const past_in = remaining(rollOf(8, S), Number(entry)) / 0.0254;
      // 0.55: one printed cell is rounded up (1.60 m/s at S 8: 73.48 printed as 74).
      t.true(Math.abs(past_in - Number(printed)) <= 0.55 * 10 ** -digitsOf(printed), `${entry} m/s at S ${S}`);
    }
});

test('[verdict] holes within the tolerance of direction on either side, not beyond', (t) => {
  for (const [entry, , , tolerances] of CAPTURE)
    for (const [i, feet] of [3, 6, 10, 20].entries()) {
      const tolerance = tolerances[i];
      if (tolerance === undefined) continue;
      for (const side of [-1, 1]) {
        const where = `${entry} m/s, ${feet} ft`;
        t.is(putt(feet, side * (tolerance - 0.0051), Number(entry) || 0.02).verdict, 'holed', where);
        const beyond = side * (tolerance + 0.0151);
        const at_rim_m = Number.isNaN(rimAt(feet * FOOT_M, beyond)) ? feet * FOOT_M : rimAt(feet * FOOT_M, beyond);
        const speed_mps = launchFor(Number(entry) || 0.02, at_rim_m, 10);
        t.not(outcomeOf({ speed_mps, start_deg: beyond }, GREEN, feet).verdict, 'holed', where);
      }
    }
});

test('[verdict] dead centre: short up to the rim, holed up to 1.63 m/s there, lip above', (t) => {
  for (const feet of [3, 10, 40]) {
    const rim_m = feet * FOOT_M - R_M;
    const rolls = (distance_m: number): PuttOutcome =>
      outcomeOf({ speed_mps: launchFor(0, distance_m, 10), start_deg: 0 }, GREEN, feet);
    t.is(rolls(rim_m - 1e-6).verdict, 'short');
    t.is(rolls(rim_m + 1e-6).verdict, 'holed');
    t.is(putt(feet, 0, 1.63 - 1e-6).verdict, 'holed');
    t.is(putt(feet, 0, 1.63 + 1e-6).verdict, 'lip');
  }
});

test('[verdict] measures the leave of a short ball to the centre of the hole', (t) => {
  const outcome = outcomeOf({ speed_mps: launchFor(0, 2.5, 10), start_deg: 0 }, GREEN, 10);
  t.is(outcome.verdict, 'short');
  t.true(Math.abs(outcome.x_m - 2.5) < 1e-9);
  t.is(outcome.y_m, 0);
  t.true(Math.abs((outcome.leave_m ?? 0) - (3.048 - 2.5)) < 1e-9);
});

test('[verdict] keeps a lipped ball on its line, minus half the squared capture speed', (t) => {
  // Dead centre at 2 m/s: v² = 4 - 1.63²/2 = 2.67155 would roll 2.67155/(2·0.548640) m on from the near rim.
  const outcome = putt(10, 0, 2);
  t.is(outcome.verdict, 'lip');
  t.true(Math.abs((outcome.leave_m ?? 0) - (2.67155 / 1.09728 - R_M)) < 1e-6, String(outcome.leave_m));
  t.is(outcome.y_m, 0);
  const unrecorded = putt(10, 0.6, 1.5);
  t.is(unrecorded.verdict, 'lip');
  t.true(unrecorded.x_m > 3.048, 'ball keeps rolling');
  t.true(Math.abs(Math.atan2(unrecorded.y_m, unrecorded.x_m) - rad(0.6)) < 1e-12, 'on its line');
});

test('[verdict] never lets a lipped ball roll further than without a hole', (t) => {
  let lips = 0;
  fc.assert(
    fc.property(aimed, ({ ball, green, hole_ft }) => {
      const { verdict, travel_m } = outcomeOf(ball, green, hole_ft);
      if (verdict !== 'lip') return true;
      lips++;
      return travel_m <= outcomeOf(ball, green, null).travel_m + 1e-9;
    }),
    { numRuns: 3000, seed: 5 },
  );
  t.true(lips > 100, `${lips}`);
});

test('[verdict] costs a ball that lips at the very edge almost nothing', (t) => {
  const start_deg = offsetDeg(10, R_M - 1e-7);
  const ball = { speed_mps: launchFor(0, 4, 10), start_deg };
  const [lip, free] = [outcomeOf(ball, GREEN, 10), outcomeOf(ball, GREEN, null)];
  t.is(lip.verdict, 'lip');
  t.true(free.travel_m - lip.travel_m >= 0 && free.travel_m - lip.travel_m < 1e-6);
});

test('[verdict] misses at an offset of the hole radius and judges by speed just inside it', (t) => {
  const at = (offset_m: number, distance_m: number): PuttOutcome =>
    outcomeOf({ speed_mps: launchFor(0, distance_m, 10), start_deg: offsetDeg(10, offset_m) }, GREEN, 10);
  t.is(at(R_M + 1e-9, 4).verdict, 'miss');
  t.is(at(R_M - 1e-6, 4).verdict, 'lip');
  t.is(captureSpeed(R_M), 0);
  t.is(captureSpeed(R_M + 0.01), 0);
  t.is(captureSpeed(0), 1.63);
  t.is(at(R_M + 1e-3, 2).verdict, 'short', 'beside the hole and before it: short');
});

test('[verdict] holes a ball that stops over the hole, however close to the edge', (t) => {
  // Offset 0.9999 R: the chord is 1.5 mm long, too short to catch a ball by speed.
  const offset_m = 0.9999 * R_M;
  const start_deg = offsetDeg(10, offset_m);
  const half_chord_m = Math.sqrt(R_M ** 2 - offset_m ** 2);
  const near_m = rimAt(3.048, start_deg);
  const rolls = (distance_m: number): PuttOutcome =>
    outcomeOf({ speed_mps: launchFor(0, distance_m, 10), start_deg }, GREEN, 10);
  t.is(rolls(near_m - 1e-6).verdict, 'short');
  t.is(rolls(near_m + half_chord_m).verdict, 'holed');
  t.is(rolls(near_m + 2 * half_chord_m - 1e-6).verdict, 'holed');
  t.is(rolls(near_m + 2 * half_chord_m + 1e-6).verdict, 'lip');
});

test('[verdict] measures the leave of a miss straight from the resting ball to the hole', (t) => {
  // 4 m at 30°: rests at (3.4641, 2), the hole is at 3.048: hypot(0.4161, 2).
  const outcome = outcomeOf({ speed_mps: launchFor(0, 4, 10), start_deg: 30 }, GREEN, 10);
  t.is(outcome.verdict, 'miss');
  t.true(Math.abs(outcome.x_m - 3.4641016) < 1e-6);
  t.true(Math.abs(outcome.y_m - 2) < 1e-9, 'to the right is positive');
  t.true(Math.abs((outcome.leave_m ?? 0) - Math.hypot(0.4161016, 2)) < 1e-6);
});

test('[C4] puts a holed ball in the hole with no leave; gives no verdict without a hole', (t) => {
  const holed = putt(10, 0.2, 0.5);
  t.like(holed, { verdict: 'holed', x_m: 10 * FOOT_M, y_m: 0, leave_m: 0 });
  const free = outcomeOf({ speed_mps: 2, start_deg: 5 }, GREEN, null);
  t.is(free.verdict, '');
  t.is(free.leave_m, null);
  t.is((free.travel_m / FOOT_M).toFixed(2), '7.19');
});

test('[C57] starts the ball at 0.87 of the face angle, unrounded, to the same side', (t) => {
  t.is(startDirection(1), 0.87);
  t.is(startDirection(-1), -0.87);
  t.is(startDirection(0), 0);
  t.true(Math.abs(startDirection(1.2345) - 1.074015) < 1e-12);
});

const anyBall = fc.record({
  speed_mps: fc.double({ min: 0.2, max: 11, noNaN: true }),
  start_deg: fc.oneof(fc.double({ min: -3, max: 3, noNaN: true }), fc.double({ min: -18, max: 18, noNaN: true })),
});
const anyGreen = fc.record({
  stimp_ft: fc.double({ min: 4, max: 15, noNaN: true }),
  x_factor: fc.double({ min: 0.5, max: 2, noNaN: true }),
});
const anyHole = fc.double({ min: 3, max: 100, noNaN: true });
/** Balls of roughly the right speed, to produce all verdicts. */
const aimed = fc
  .record({ green: anyGreen, hole_ft: anyHole, share: fc.double({ min: 0.7, max: 1.8, noNaN: true }), wide: anyBall })
  .map(({ green, hole_ft, share, wide }) => ({
    green,
    hole_ft,
    ball: {
      speed_mps: share * launchFor(0, (hole_ft * FOOT_M) / green.x_factor, green.stimp_ft),
      start_deg: wide.start_deg / 3,
    },
  }));

test('[verdict] leaves exactly 0 when holed; otherwise the ball lies outside the hole', (t) => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(aimed, ({ ball, green, hole_ft }) => {
      const { verdict, leave_m } = outcomeOf(ball, green, hole_ft);
      seen.add(verdict);
      if (leave_m === null || leave_m < 0) return false;
      return verdict === 'holed' ? leave_m === 0 : leave_m > R_M - 1e-9;
    }),
    { numRuns: 2000, seed: 7 },
  );
  t.deepEqual([...seen].sort(), ['holed', 'lip', 'miss', 'short']);
});

test('[verdict] mirrors left and right, and is deterministic', (t) => {
  fc.assert(
    fc.property(aimed, ({ ball, green, hole_ft }) => {
      const one = outcomeOf(ball, green, hole_ft);
      const other = outcomeOf({ ...ball, start_deg: -ball.start_deg }, green, hole_ft);
      const again = outcomeOf(ball, green, hole_ft);
      return (
        one.verdict === other.verdict &&
        one.x_m === other.x_m &&
        Math.abs(one.y_m + other.y_m) === 0 &&
        one.leave_m === other.leave_m &&
        JSON.stringify(one) === JSON.stringify(again)
      );
    }),
    { numRuns: 500 },
  );
  t.pass();
});

test('[verdict] moves only from short to holed to lip, or short to miss, with more speed', (t) => {
  const order = { short: 0, holed: 1, lip: 2, miss: 2, '': 9 };
  fc.assert(
    fc.property(anyGreen, anyHole, fc.double({ min: -2, max: 2, noNaN: true }), (green, hole_ft, start_deg) => {
      const verdicts = Array.from({ length: 120 }, (_, i) => {
        const speed_mps = (0.7 + i / 100) * launchFor(0, (hole_ft * FOOT_M) / green.x_factor, green.stimp_ft);
        return order[outcomeOf({ speed_mps, start_deg }, green, hole_ft).verdict];
      });
      return verdicts.every((rank, i) => i === 0 || rank >= itemAt(verdicts, i - 1));
    }),
    { numRuns: 150 },
  );
  t.pass();
});

/** Independent reference: moves the ball in small steps and judges it at its first step over the hole. */
function stepped(speed_mps: number, start_deg: number, stimp_ft: number, hole_ft: number): string {
  const hole_m = hole_ft * FOOT_M;
  const step_s = 2e-4;
  const [sin, cos] = [Math.sin(rad(start_deg)), Math.cos(rad(start_deg))];
  let [v, along_m] = [speed_mps, 0];
  while (v > 0) {
    along_m += v * step_s;
    v -= (v > (5 / 7) * speed_mps ? 0.3 * 9.80665 : frictionOfStimp(stimp_ft)) * step_s;
    if (Math.hypot(hole_m - along_m * cos, along_m * sin) >= R_M) continue;
    const offset_m = hole_m * Math.abs(sin);
    return v <= 1.63 * (1 - (offset_m / R_M) ** 2) ? 'holed' : 'lip';
  }
  return along_m * cos < hole_m - R_M ? 'short' : 'miss';
}

test('[verdict] agrees with a numerical integration except close to a boundary', (t) => {
  fc.assert(
    fc.property(aimed, ({ ball, green: { stimp_ft }, hole_ft }) => {
      const feet = Math.min(hole_ft, 25);
      const near = (share: number): string =>
        outcomeOf({ speed_mps: ball.speed_mps * share, start_deg: ball.start_deg }, { stimp_ft, x_factor: 1 }, feet)
          .verdict;
      const verdict = near(1);
      const boundary = near(0.99) !== verdict || near(1.01) !== verdict;
      const offset_m = feet * FOOT_M * Math.abs(Math.sin(rad(ball.start_deg)));
      if (boundary || Math.abs(offset_m - R_M) < 1e-3) return true;
      return stepped(ball.speed_mps, ball.start_deg, stimp_ft, feet) === verdict;
    }),
    { numRuns: 150, seed: 3 },
  );
  t.pass();
});

test('[verdict] moves the ball monotonically from 0 to where it ends', (t) => {
  fc.assert(
    fc.property(aimed, ({ ball, green, hole_ft }) => {
      const outcome = outcomeOf(ball, green, hole_ft);
      const lasts_s = lastsFor(outcome);
      const positions = Array.from({ length: 101 }, (_, i) => travelAt(outcome, (i / 100) * lasts_s));
      const monotone = positions.every((place, i) => i === 0 || place >= itemAt(positions, i - 1));
      return (
        monotone &&
        positions[0] === 0 &&
        lasts_s > 0 &&
        lasts_s <= outcome.roll.time_s &&
        // A ball that stops over the hole falls into its middle.
        Math.abs(travelAt(outcome, lasts_s) - outcome.travel_m) <= (outcome.verdict === 'holed' ? R_M : 1e-6)
      );
    }),
    { numRuns: 300 },
  );
  t.pass();
});

test('[C50] calls a ball that is too fast for any capture too fast on every screen', (t) => {
  // Distance past the hole by speed at the rim: 1.63 m/s are 95 inches at stimp 10.
  for (const [past_in, face, words] of [
    [80, 0, 'Holed'],
    [130, 0, 'Too fast, leaves'],
    [60, 0.8, 'Lipped out, leaves'],
    [130, 0.8, 'Too fast, leaves'],
    [-30, 0, 'Short, leaves'],
    [130, 3, 'Missed, leaves'],
  ] as const) {
    const mps = ballSpeedFor(10 + past_in / 12, 10);
    const outcome = outcomeOf({ speed_mps: mps, start_deg: startDirection(face) }, GREEN, 10);
    t.true(outcomeText(outcome, 'imperial').startsWith(words), `${past_in} in: ${outcomeText(outcome, 'imperial')}`);
    const { x_m, y_m, leave_m, verdict } = outcome;
    const shot = {
      ...shotWith({ v: verdict || 'miss', mps: mps / 1.6, face, holed: verdict === 'holed' }),
      x: x_m / FOOT_M,
      y: y_m / FOOT_M,
      rem: (leave_m ?? 0) / FOOT_M,
    };
    const guest_roll = rollOfShot(
      shot,
      roundOnScreen({ seats: 1, holes: 1, name: '', label: '', more: { rem: [10] } }),
      PERSISTED_DEFAULT,
      0,
    );
    t.true(
      outcomeText(guest_roll.outcome, 'imperial').startsWith(words),
      `a guest: ${outcomeText(guest_roll.outcome, 'imperial')}`,
    );
  }
});
