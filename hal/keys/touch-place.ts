// From the units of a touch screen to 0..1 by the range of its axes, and the calibration of a board file. Where on the glass the picture is, turned
// or with borders, the display alone knows.

import { determinant, type Affine } from '../../wire/affine.ts';
import { fail, ok, type Result } from '../../wire/errors.ts';

export interface AxisRange {
  readonly min: number;
  readonly max: number;
}

/** As in LIBINPUT_CALIBRATION_MATRIX. Errors: `bad_value`. */
export function calibrationOf(numbers: readonly number[]): Result<Affine> {
  if (numbers.length !== 6 || !numbers.every(Number.isFinite))
    return fail('bad_value', 'A calibration is six numbers, a b c d e f as libinput has them.');
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers;
  const calibration: Affine = [a, b, c, d, e, f];
  if (!(Math.abs(determinant(calibration)) > 0))
    return fail('bad_value', 'A calibration that puts all touches on one line is none: a·e and b·d must differ.');
  return ok(calibration);
}

/** 0..1 over the axis, and less than 1 within it: the cells of a panel are counted as pixels are. */
export const withinRange = (value: number, { min, max }: AxisRange): number => (value - min) / (max - min + 1);
