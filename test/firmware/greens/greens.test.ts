// Greens: limits of their slopes, the same green on every device, and geometry computed by hand.

import test from 'ava';
import fc from 'fast-check';
import { COURSES } from '../../../firmware/experiences/course/courses.ts';
import { DESIGNED_GREENS } from '../../../firmware/greens/designed-greens.ts';
import { drawSlopes, greenOf, placeAfter, seenByBall, slopesFrom } from '../../../firmware/greens/greens.ts';
import { idealPutt } from '../../../firmware/roll/aim.ts';
import { outcomeOn } from '../../../firmware/roll/putt-outcome.ts';
import { FOOT_M } from '../../../firmware/roll/roll.ts';
import type { Surface } from '../../../firmware/roll/surface.ts';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import { assertDefined } from '../../../wire/errors.ts';
import { itemAt } from '../../support/items.ts';

const DESIGNED = COURSES.findIndex(({ designed }) => designed) + 1;
const HOLES = COURSES.flatMap(({ holes_ft, designed = false }, i) =>
  holes_ft.map((length_ft, hole) => ({ course: i + 1, designed, hole: hole + 1, length_ft })),
);

function sloped({ course, designed, hole, length_ft }: (typeof HOLES)[number], slope: number): Surface {
  return assertDefined(greenOf({ course, slope }, designed, hole, length_ft), 'a green');
}

/** Returns the steepest slope around the line of a putt, per cent. */
function steepest(surface: Surface, length_ft: number): number {
  const at = { x: 0, y: 0 };
  let percent = 0;
  for (let x = -length_ft * FOOT_M - 1; x < 4; x += 0.09)
    for (let y = -4; y < 4; y += 0.09) {
      surface.gradientAt(x, y, at);
      percent = Math.max(percent, 100 * Math.hypot(at.x, at.y));
    }
  return percent;
}

test('[C180] a gentle green falls by at most 1.5 % at its steepest place, a championship green by 3 %', (t) => {
  for (const hole of HOLES.filter((_, i) => i % 5 === 0))
    for (const [slope, limit] of [[1, 1.5], [2, 3]] as const) {
      const percent = steepest(sloped(hole, slope), hole.length_ft);
      t.true(percent <= limit * 1.01 && percent > 0.4 * limit, `${JSON.stringify(hole)}: ${percent} of ${limit} %`);
    } // oxfmt-ignore
});

test('[C180] every hole of every course can be holed with the ideal putt', (t) => {
  for (const hole of HOLES) {
    const surface = seenByBall(sloped(hole, 2), { x_ft: -hole.length_ft, y_ft: 0 });
    const green = { stimp_ft: 10, x_factor: 1 };
    const ideal = idealPutt({ surface, ...green }, { hole_m: hole.length_ft * FOOT_M, past_m: 0.3 });
    t.is(ideal && outcomeOn(surface, ideal, green, hole.length_ft).verdict, 'holed', JSON.stringify(hole));
  }
});

test('[C180] the heights of a green never change between versions of the firmware', (t) => {
  const heights = ([1, 7, DESIGNED * 18 - 17 + 2] as const).map((i) => {
    const surface = sloped(itemAt(HOLES, i - 1), 2);
    return [[-2, 0], [0, 0], [-1, 1.5]].map(([x = 0, y = 0]) => (1000 * surface.heightAt(x, y)).toFixed(3));
  }); // oxfmt-ignore
  t.deepEqual(heights, [
    ['-21.388', '-30.149', '-1.809'],
    ['37.447', '73.494', '46.520'],
    ['46.561', '50.448', '42.881'],
  ]);
});

test('[C180] greens differ between courses and holes, and the second nine of the designed course is mirrored', (t) => {
  const heights = HOLES.map((hole) => sloped(hole, 2).heightAt(-0.5, 1));
  t.is(new Set(heights).size, HOLES.length);
  const [first, tenth] = [1, 10].map((hole) => sloped({ course: DESIGNED, designed: true, hole, length_ft: 20 }, 2));
  for (const [x, y] of [
    [-3, 1],
    [0, 0.7],
    [-6, -2],
  ] as const)
    t.true(Math.abs((first?.heightAt(x, y) ?? 0) - (tenth?.heightAt(x, -y) ?? 1)) < 1e-9);
  t.true(DESIGNED_GREENS.length >= 9); // oxfmt-ignore
});

test('[C180] holes that no device draws are flat, and cost nothing', (t) => {
  for (const length_ft of [0.99, 100.1, 1e9, Number.NaN, Number.POSITIVE_INFINITY])
    t.is(greenOf({ course: 1, slope: 2 }, false, 1, length_ft), null);
  t.truthy(greenOf({ course: 1, slope: 2 }, false, 1, 1));
  t.truthy(greenOf({ course: 1, slope: 2 }, false, 1, 100));
  t.is(greenOf({ course: 1, slope: 0 }, false, 1, 10), null);
});

test('[C180] a ball beyond the edge of its green still rolls, and rests', (t) => {
  const surface = sloped(itemAt(HOLES, 20), 2);
  fc.assert(
    fc.property(fc.double({ min: -60, max: 60, noNaN: true }), fc.double({ min: -60, max: 60, noNaN: true }), (x_ft, y_ft) => {
      fc.pre(Math.hypot(x_ft, y_ft) > 0.5);
      const seen = seenByBall(surface, { x_ft, y_ft });
      const { outcome } = { outcome: outcomeOn(seen, { speed_mps: 1.5, start_deg: 3 }, { stimp_ft: 10, x_factor: 1 }, Math.hypot(x_ft, y_ft)) };
      return Number.isFinite(outcome.x_m) && (outcome.curve?.lasts_s ?? 99) < 20;
    }),
    { endOnFailure: true, numRuns: 200 },
  ); // oxfmt-ignore
  t.pass();
});

test('[C180] the place of a ball follows from its putts', (t) => {
  t.deepEqual(placeAfter({ x_ft: -10, y_ft: 0 }, { x_ft: 12, y_ft: 1 }), { x_ft: 2, y_ft: 1 });
  // From 3 ft beyond the hole, a putt 1 ft long rests 2 ft beyond it; one to its right rests to the left of the tee line.
  t.deepEqual(placeAfter({ x_ft: 3, y_ft: 0 }, { x_ft: 1, y_ft: 0.5 }), { x_ft: 2, y_ft: -0.5 });
  const holed = placeAfter({ x_ft: 2, y_ft: 1 }, { x_ft: Math.sqrt(5), y_ft: 0 });
  t.true(Math.hypot(holed.x_ft, holed.y_ft) < 1e-12);
});

test('[C180] the ball sees the same heights, turned towards the hole', (t) => {
  const surface = sloped(itemAt(HOLES, 30), 2);
  // From the left of the tee line, 4 m from the hole: ahead is right of the tee line, right is towards the tee.
  const seen = seenByBall(surface, { x_ft: 0, y_ft: -4 / FOOT_M });
  for (const [along, right] of [
    [0, 0],
    [4, 0],
    [1, 0.5],
    [5, -2],
  ] as const)
    t.true(Math.abs(seen.heightAt(along, right) - surface.heightAt(-right, along - 4)) < 1e-12);
  const [at, before, after] = [{ x: 0, y: 0 }, seen.heightAt(2 - 1e-4, 1), seen.heightAt(2 + 1e-4, 1)];
  seen.gradientAt(2, 1, at);
  t.true(Math.abs(at.x - (after - before) / 2e-4) < 1e-5); // oxfmt-ignore
});

test('[C180] the slopes of a set are 40 to 100 % of the limit, in tenths of a per cent', (t) => {
  for (const [slope, limit] of [
    [1, 1.5],
    [2, 3],
  ] as const) {
    const slopes = drawSlopes(slope, 50, createSeededRandom(3));
    t.is(slopes.length, 50);
    for (const { up_percent, side_percent } of slopes) {
      const percent = Math.hypot(up_percent, side_percent);
      t.true(percent <= limit + 1e-9 && percent >= 0.4 * limit - 1e-9);
      t.true(Number.isInteger(Math.round(up_percent * 1e6) / 1e5));
    }
    t.true(new Set(slopes.map((each) => JSON.stringify(each))).size > 40);
  }
  t.deepEqual(drawSlopes(0, 50, createSeededRandom(3)), []); // oxfmt-ignore
});

test('[C180] stored slopes count only if each is valid', (t) => {
  const good = { up_percent: 3, side_percent: -3 };
  t.deepEqual(slopesFrom([good, { ...good, more: 1 }], 2, 2), [good, good]);
  t.deepEqual(slopesFrom(undefined, 0, 2), []);
  for (const bad of [undefined, [], [good], [good, { up_percent: 3.01, side_percent: 0 }], [good, null], 'x'])
    t.is(slopesFrom(bad, 2, 2), null, JSON.stringify(bad));
  t.is(slopesFrom([good, good], 0, 2), null);
});
