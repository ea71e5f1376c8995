// Touch screen calibration: computed from three contacts, limits on both sides, and stored values.

import test, { type ExecutionContext } from 'ava';
import {
  calibrationFrom,
  calibrationThrough,
  missedPixels,
  placeOf,
} from '../../../firmware/touchscreen/touchscreen.ts';
import type { Affine, Point } from '../../../wire/affine.ts';
import { failsWith, valueOf } from '../../support/results.ts';

/** A display of exactly the screen's size. */
const UPRIGHT: Affine = [480, 0, 0, 0, 320, 0];

type Three = readonly [Point, Point, Point];
/** Crosses on such a display: (48, 72), (432, 72) and (240, 272). */
const STRAIGHT: Three = [
  { x: 0.1, y: 0.225 },
  { x: 0.9, y: 0.225 },
  { x: 0.5, y: 0.85 },
];
const each = (on_panel: (point: Point) => Point): Three => {
  const [a, b, c] = STRAIGHT;
  return [on_panel(a), on_panel(b), on_panel(c)];
};
/** Returns contacts on a panel that is larger than the display by these factors. */
const sized = (x_times: number, y_times: number) => each(({ x, y }) => ({ x: x / x_times, y: y / y_times }));

function isNear(t: ExecutionContext, actual: Affine, expected: readonly number[]): void {
  t.is(expected.length, 6);
  for (const [i, value] of actual.entries()) t.true(Math.abs(value - (expected[i] ?? NaN)) < 1e-9, `${i}: ${value}`);
}
const through = (t: ExecutionContext, contacts: Three, to_screen = UPRIGHT): Affine =>
  valueOf(t, calibrationThrough(contacts, to_screen));

test('[keys] needs no calibration for a correct panel', (t) => isNear(t, through(t, STRAIGHT), [1, 0, 0, 0, 1, 0]));

test('[keys] corrects a mirrored, rotated or offset panel from three contacts', (t) => {
  isNear(
    t,
    through(
      t,
      each(({ x, y }) => ({ x: 1 - x, y })),
    ),
    [-1, 0, 1, 0, 1, 0],
  );
  isNear(
    t,
    through(
      t,
      each(({ x, y }) => ({ x, y: 1 - y })),
    ),
    [1, 0, 0, 0, -1, 1],
  );
  // Its x runs down the display and its y to the left: x' = 1 - y, y' = x.
  isNear(
    t,
    through(
      t,
      each(({ x, y }) => ({ x: y, y: 1 - x })),
    ),
    [0, -1, 1, 1, 0, 0],
  );
  isNear(
    t,
    through(
      t,
      each(({ x, y }) => ({ x: x + 0.05, y: y - 0.1 })),
    ),
    [1, 0, -0.05, 0, 1, 0.1],
  );
  // Steps 400 to 3600 of 4096 cover the display: x = 0.1 + 0.8 · x', so x' = 1.25 · x - 0.125.
  isNear(
    t,
    through(
      t,
      each(({ x, y }) => ({ x: 0.1 + 0.8 * x, y: 0.1 + 0.8 * y })),
    ),
    [1.25, 0, -0.125, 0, 1.25, -0.125],
  );
});

test('[keys] calibrates the panel independently of the display’s rotation', (t) => {
  // A 320 × 480 display standing on its left edge, rotated by 90 degrees: x = 480 · v, y = 320 - 320 · u.
  const turned: Affine = [0, 480, 0, -320, 0, 320];
  // The crosses lie at u = 1 - y/320, v = x/480 on its glass; the panel is mirrored in u.
  const contacts = each(({ x, y }) => ({ x: y, y: x }));
  isNear(t, through(t, contacts, turned), [-1, 0, 1, 0, 1, 0]);
  // An 800 × 480 display that shows the screen unscaled with borders of 160 and 80; the panel is correct over the whole
  // display.
  const bordered: Affine = [800, 0, -160, 0, 480, -80];
  const observed: Three = [
    { x: 208 / 800, y: 152 / 480 },
    { x: 592 / 800, y: 152 / 480 },
    { x: 400 / 800, y: 352 / 480 },
  ];
  isNear(t, through(t, observed, bordered), [1, 0, 0, 0, 1, 0]);
});

test('[keys] accepts a panel of half to four times the display in each direction', (t) => {
  isNear(t, through(t, sized(3.9, 1)), [3.9, 0, 0, 0, 1, 0]);
  isNear(t, through(t, sized(1, 3.9)), [1, 0, 0, 0, 3.9, 0]);
  isNear(t, through(t, sized(0.51, 1)), [0.51, 0, 0, 0, 1, 0]);
  isNear(t, through(t, sized(1, 0.51)), [1, 0, 0, 0, 0.51, 0]);
  for (const [x_times, y_times] of [
    [4.1, 1],
    [1, 4.1],
    [0.49, 1],
    [1, 0.49],
  ] as const)
    failsWith(t, calibrationThrough(sized(x_times, y_times), UPRIGHT), 'bad_value', /do not fit: one missed/);
});

test('[keys] rejects contacts that lean too far as a missed cross', (t) => {
  // x' = x + k · y: the sine of the angle between the edges is 1 / √(1 + k²), 0.707 for 1 and 0.690 for 1.05.
  const leaning = (k: number) => each(({ x, y }) => ({ x: x - k * y, y }));
  isNear(t, through(t, leaning(1)), [1, 1, 0, 0, 1, 0]);
  failsWith(t, calibrationThrough(leaning(1.05), UPRIGHT), 'bad_value', /do not fit: one missed/);
});

test('[keys] rejects contacts at one place or on a line', (t) => {
  const [a, b, c] = STRAIGHT;
  for (const contacts of [
    [a, a, c],
    [a, b, b],
    [c, c, c],
    [a, b, { x: 0.5, y: 0.225 }],
    [a, b, { x: 0.5, y: 0.2 }],
  ] as const)
    failsWith(t, calibrationThrough(contacts, UPRIGHT), 'bad_value', /in one place or line/);
  // The triangle of the crosses is a quarter of the display, so a hundredth of a panel five times as large.
  failsWith(t, calibrationThrough(sized(5.1, 5.1), UPRIGHT), 'bad_value', /in one place/);
  failsWith(t, calibrationThrough(sized(4.9, 4.9), UPRIGHT), 'bad_value', /do not fit: one missed/);
});

test('[keys] measures how far the last touch is from its cross', (t) => {
  const mirrored: Affine = [-1, 0, 1, 0, 1, 0];
  t.deepEqual(placeOf({ x: 0.25, y: 0.5 }, mirrored, UPRIGHT), { x: 360, y: 160 });
  t.is(missedPixels({ x: 408, y: 216 }), 0);
  t.is(missedPixels({ x: 411, y: 220 }), 5);
});

test('[keys] ignores an implausible stored calibration', (t) => {
  t.deepEqual(calibrationFrom({ calibration: [0, -1, 1, 1, 0, 0] }), [0, -1, 1, 1, 0, 0]);
  t.deepEqual(calibrationFrom({ calibration: [1, 0, 10, 0, 1, -10] }), [1, 0, 10, 0, 1, -10]);
  for (const calibration of [
    null,
    'none',
    [1, 0, 0, 0, 1],
    [1, 0, 0, 0, 1, 0, 0],
    [1, 0, 0, 0, '1', 0],
    [1, 0, null, 0, 1, 0],
    [1, 0, 10.1, 0, 1, 0],
    [1, 0, 0, 0, 1, -10.1],
    [1, 1, 0, 1, 1, 0],
    [4.1, 0, 0, 0, 1, 0],
    [1, 0, 0, 0, 0.49, 0],
    [0, 0, 0, 0, 0, 0],
  ])
    t.is(calibrationFrom({ calibration }), null, JSON.stringify(calibration));
  for (const data of [null, 7, [], {}, [1, 0, 0, 0, 1, 0]]) t.is(calibrationFrom(data), null);
});

test('[keys] rounds off floating-point noise: a touch on a pixel edge hits that pixel', (t) => {
  t.deepEqual(
    through(
      t,
      each(({ x, y }) => ({ x: 1 - x, y })),
    ),
    [-1, 0, 1, 0, 1, 0],
  );
});
