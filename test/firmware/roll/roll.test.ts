// The roll model (docs/physics.md) against tables of measured greens, a numerical integration, and its invariants.

import test from 'ava';
import fc from 'fast-check';
import {
  ballSpeedFor,
  frictionOfStimp,
  placeAt,
  remaining,
  rollOf,
  speedAfter,
  STIMP_RELEASE_MPS,
} from '../../../firmware/roll/roll.ts';
import { itemAt } from '../../support/items.ts';

const FOOT_M = 0.3048;
const STIMPS = [8, 9, 10, 11, 12, 13] as const;

/** Ball speed in m/s and mph, feet at S 8..13, seconds at S 10. */
const DISTANCES: readonly (readonly [string, string, ...string[]])[] = [
  ['0.50', '1.12', '0.37', '0.41', '0.45', '0.49', '0.53', '0.56', '0.70'],
  ['1.00', '2.24', '1.49', '1.65', '1.80', '1.95', '2.10', '2.26', '1.40'],
  ['1.50', '3.36', '3.36', '3.70', '4.05', '4.39', '4.73', '5.08', '2.10'],
  ['2.00', '4.47', '5.97', '6.58', '7.19', '7.80', '8.41', '9.03', '2.80'],
  ['2.50', '5.59', '9.33', '10.29', '11.24', '12.19', '13.15', '14.10', '3.50'],
  ['3.00', '6.71', '13.44', '14.81', '16.19', '17.56', '18.93', '20.31', '4.20'],
  ['3.50', '7.83', '18.30', '20.16', '22.03', '23.90', '25.77', '27.64', '4.90'],
  ['4.00', '8.95', '23.90', '26.34', '28.78', '31.22', '33.66', '36.10', '5.60'],
  ['5.00', '11.18', '37.34', '41.15', '44.97', '48.78', '52.59', '56.41', '7.00'],
];
const SKID_SHARE_PERCENT = ['18.3', '16.6', '15.2', '14.0', '13.0', '12.1'];

/** Feet, then ball speed in m/s at S 8..13. */
const SPEEDS: readonly (readonly [number, ...string[]])[] = [
  [3, '1.417', '1.350', '1.291', '1.240', '1.194', '1.153'],
  [6, '2.004', '1.909', '1.826', '1.754', '1.689', '1.631'],
  [10, '2.588', '2.465', '2.358', '2.264', '2.180', '2.105'],
  [15, '3.169', '3.019', '2.888', '2.773', '2.670', '2.578'],
  [20, '3.659', '3.486', '3.335', '3.202', '3.083', '2.977'],
  [30, '4.482', '4.269', '4.084', '3.921', '3.776', '3.646'],
  [40, '5.175', '4.930', '4.716', '4.528', '4.361', '4.211'],
  [60, '6.338', '6.037', '5.776', '5.545', '5.341', '5.157'],
];

/** Stimp, deceleration in m/s², Penner's coefficient 7a/5g. */
const FRICTIONS: readonly (readonly [number, string, string])[] = [
  [4, '1.372', '0.196'],
  [6, '0.914', '0.1305'],
  [8, '0.6858', '0.0979'],
  [9, '0.6096', '0.0870'],
  [10, '0.5486', '0.0783'],
  [11, '0.4988', '0.0712'],
  [12, '0.4572', '0.0653'],
  [13, '0.4220', '0.0602'],
];

const digitsOf = (printed: string): number => printed.split('.')[1]?.length ?? 0;
const asPrinted = (value: number, printed: string): string => value.toFixed(digitsOf(printed));

const speed = fc.double({ min: 0.2, max: 11, noNaN: true });
const stimp = fc.double({ min: 4, max: 15, noNaN: true });
const x_factor = fc.double({ min: 0.5, max: 2, noNaN: true });
const share = fc.double({ min: 0.01, max: 0.99, noNaN: true });

test('[roll] converts ball speed to distance and time as printed in every table cell', (t) => {
  for (const [mps, , ...cells] of DISTANCES) {
    for (const [i, S] of STIMPS.entries()) {
      const printed = cells[i] ?? '';
      t.is(asPrinted(rollOf(Number(mps), S).distance_m / FOOT_M, printed), printed, `${mps} m/s at S ${S}`);
    }
    t.is(rollOf(Number(mps), 10).time_s.toFixed(2), cells.at(-1) ?? '', `seconds of ${mps} m/s`);
  }
});

test('[roll] skids for the printed share of the putt at every speed', (t) => {
  for (const [i, S] of STIMPS.entries())
    for (const mps of [0.5, 2, 5]) {
      const roll = rollOf(mps, S);
      t.is(((100 * roll.skid_m) / roll.distance_m).toFixed(1), SKID_SHARE_PERCENT[i] ?? '', `S ${S}, ${mps} m/s`);
    }
});

test('[roll] converts distance to ball speed as printed in every table cell, and back', (t) => {
  for (const [feet, ...cells] of SPEEDS)
    for (const [i, S] of STIMPS.entries()) {
      const printed = itemAt(cells, i);
      const mps = ballSpeedFor(feet, S);
      t.is(asPrinted(mps, printed), printed, `${feet} ft at S ${S}`);
      t.true(Math.abs(rollOf(mps, S).distance_m / FOOT_M - feet) < 1e-9);
    }
});

test('[roll] computes the friction of a green and its rho as printed in every table cell', (t) => {
  for (const [S, deceleration, rho] of FRICTIONS) {
    t.is(asPrinted(frictionOfStimp(S), deceleration), deceleration, `S ${S}`);
    t.is(asPrinted((7 * frictionOfStimp(S)) / (5 * 9.80665), rho), rho, `rho of S ${S}`);
  }
});

test('[roll] rolls a ball released at 1.8288 m/s for S feet, as on the Stimpmeter', (t) => {
  t.is(STIMP_RELEASE_MPS, 1.8288);
  for (const S of [4, 8.5, 10, 15]) {
    // Struck hard enough to reach the release speed only after its skid: the rest is pure rolling.
    const roll = rollOf(4, S);
    t.true(roll.roll_speed_mps > 1.8288);
    t.true(Math.abs(remaining(roll, 1.8288) / FOOT_M - S) < 1e-9, `S ${S}`);
  }
});

test('[R137] scales every length by the X factor and no time', (t) => {
  fc.assert(
    fc.property(speed, stimp, x_factor, (mps, S, X) => {
      const [plain, stretched] = [rollOf(mps, S), rollOf(mps, S, X)];
      const near = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-12 * Math.max(1, Math.abs(b));
      return (
        near(stretched.distance_m, X * plain.distance_m) &&
        near(stretched.skid_m, X * plain.skid_m) &&
        stretched.time_s === plain.time_s
      );
    }),
  );
  t.pass();
});

test('[R132] scales distance with the square of the ball speed and thus of the ratio', (t) => {
  fc.assert(
    fc.property(speed, stimp, x_factor, fc.double({ min: 0.5, max: 2, noNaN: true }), (mps, S, X, k) => {
      const [one, other] = [rollOf(mps, S, X).distance_m, rollOf(k * mps, S, X).distance_m];
      return Math.abs(other / one - k * k) < 1e-9;
    }),
  );
  t.pass();
});

/** Independent reference: small steps of a sphere that slides with friction 0.30 until v = wr, then rolls. */
function integrated(mps: number, S: number, step_s: number): { distance_m: number; time_s: number } {
  const slide = 0.3 * 9.80665;
  const rolling = (6 * FOOT_M) ** 2 / (2 * FOOT_M * S);
  let [v, spin, x, time_s] = [mps, 0, 0, 0];
  while (v > 0) {
    const sliding = v > spin;
    const next = v - (sliding ? slide : rolling) * step_s;
    // A solid sphere gains 5/2 of the speed lost to friction as spin.
    spin = sliding ? spin + 2.5 * slide * step_s : next;
    x += ((v + Math.max(0, next)) / 2) * step_s;
    v = next;
    time_s += step_s;
  }
  return { distance_m: x, time_s };
}

test('[roll] agrees with a numerical integration in small steps', (t) => {
  for (const [mps, S] of [
    [0.6, 8],
    [2.2, 10],
    [4.1, 12.5],
    [9, 15],
  ] as const) {
    const steps = integrated(mps, S, 2e-5);
    const roll = rollOf(mps, S);
    t.true(Math.abs(steps.distance_m - roll.distance_m) < 1e-3 * roll.distance_m, `${mps} m/s, S ${S}`);
    t.true(Math.abs(steps.time_s - roll.time_s) < 1e-3 * roll.time_s);
  }
});

test('[roll] moves at the rate of its speed, scaled by X', (t) => {
  fc.assert(
    fc.property(speed, stimp, x_factor, share, (mps, S, X, fraction) => {
      const roll = rollOf(mps, S, X);
      const [at_s, h] = [fraction * roll.time_s, 1e-5 * roll.time_s];
      const slope = (placeAt(roll, at_s + h) - placeAt(roll, at_s - h)) / (2 * h);
      return Math.abs(slope - X * speedAfter(roll, placeAt(roll, at_s))) < 1e-3 * mps;
    }),
  );
  t.pass();
});

test('[roll] moves monotonically from 0 to the full distance', (t) => {
  fc.assert(
    fc.property(speed, stimp, x_factor, (mps, S, X) => {
      const roll = rollOf(mps, S, X);
      const positions = Array.from({ length: 201 }, (_, i) => placeAt(roll, (i / 200) * roll.time_s));
      const monotone = positions.every((place, i) => i === 0 || place >= itemAt(positions, i - 1));
      const close = (a: number, b: number): boolean => Math.abs(a - b) < 1e-9 * roll.distance_m;
      return (
        monotone &&
        positions[0] === 0 &&
        close(placeAt(roll, roll.time_s * (1 - 1e-12)), roll.distance_m) &&
        placeAt(roll, roll.time_s + 5) === roll.distance_m
      );
    }),
  );
  t.pass();
});

test('[roll] slows from launch to zero without a jump at the end of the skid', (t) => {
  fc.assert(
    fc.property(speed, stimp, x_factor, (mps, S, X) => {
      const roll = rollOf(mps, S, X);
      const speeds = Array.from({ length: 201 }, (_, i) => speedAfter(roll, (i / 200) * roll.distance_m));
      const falling = speeds.every((v, i) => i === 0 || v <= itemAt(speeds, i - 1));
      const jump = speedAfter(roll, roll.skid_m * (1 - 1e-9)) - speedAfter(roll, roll.skid_m * (1 + 1e-9));
      return (
        falling &&
        Math.abs(itemAt(speeds, 0) - mps) < 1e-9 &&
        speeds.at(-1) === 0 &&
        speedAfter(roll, roll.distance_m * 2) === 0 &&
        Math.abs(jump) < 1e-5 * mps &&
        Math.abs(speedAfter(roll, roll.skid_m) - (5 / 7) * mps) < 1e-9 * mps
      );
    }),
  );
  t.pass();
});

test('[roll] computes the remaining distance at a speed as total minus travelled', (t) => {
  fc.assert(
    fc.property(speed, stimp, x_factor, share, (mps, S, X, fraction) => {
      const roll = rollOf(mps, S, X);
      const x_m = fraction * roll.distance_m;
      return Math.abs(remaining(roll, speedAfter(roll, x_m)) - (roll.distance_m - x_m)) < 1e-9 * roll.distance_m;
    }),
  );
  t.pass();
});

test('[roll] inverts distance to ball speed, including with an X factor', (t) => {
  fc.assert(
    fc.property(fc.double({ min: 0.1, max: 300, noNaN: true }), stimp, x_factor, (feet, S, X) => {
      const back = rollOf(ballSpeedFor(feet, S, X), S, X).distance_m / FOOT_M;
      return Math.abs(back - feet) < 1e-9 * feet;
    }),
  );
  t.pass();
});
