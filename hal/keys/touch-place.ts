// From the units of a touch screen to a point of its glass: by the range of its axes to 0..1, and by a calibration. Where on the glass the picture
// is, turned or with borders, the display alone knows.

import { fail, ok, type Result } from '../../wire/errors.ts';
import type { TouchPoint } from './touch.ts';

export interface AxisRange {
  readonly min: number;
  readonly max: number;
}

/**
 * `[a, b, c, d, e, f]` as in LIBINPUT_CALIBRATION_MATRIX: x' = a·x + b·y + c and y' = d·x + e·y + f, of points whose coordinates go from 0 to 1
 * over the glass, from its upper left corner as it is built in.
 */
export type Calibration = readonly [number, number, number, number, number, number];

export const NO_CALIBRATION: Calibration = [1, 0, 0, 0, 1, 0];

/** Errors: `bad_value`. */
export function calibrationOf(numbers: readonly number[]): Result<Calibration> {
  if (numbers.length !== 6 || !numbers.every(Number.isFinite))
    return fail('bad_value', 'A calibration is six numbers, a b c d e f as libinput has them.');
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers;
  if (a * e === b * d)
    return fail('bad_value', 'A calibration that puts all touches on one line is none: a·e and b·d must differ.');
  return ok([a, b, c, d, e, f]);
}

/** 0..1 over the axis, and less than 1 within it: the cells of a panel are counted as pixels are. */
export const withinRange = (value: number, { min, max }: AxisRange): number => (value - min) / (max - min + 1);

export const calibrated = ({ x, y }: TouchPoint, [a, b, c, d, e, f]: Calibration): TouchPoint => ({
  x: a * x + b * y + c,
  y: d * x + e * y + f,
});
