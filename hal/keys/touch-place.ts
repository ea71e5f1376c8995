// Maps touch screen units to 0..1 by the range of the axes, and parses the calibration in a board file. Only the
// display knows where on the glass the picture is, including rotation and borders.

import { determinant, type Affine } from '../../wire/affine.ts';
import { fail, ok, type Result } from '../../wire/errors.ts';

export interface AxisRange {
  readonly min: number;
  readonly max: number;
}

/** Parses six numbers as in LIBINPUT_CALIBRATION_MATRIX. Errors: `bad_value`. */
export function calibrationOf(numbers: readonly number[]): Result<Affine> {
  if (numbers.length !== 6 || !numbers.every(Number.isFinite))
    return fail('bad_value', 'A calibration has six numbers, a b c d e f as in libinput.');
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers;
  const calibration: Affine = [a, b, c, d, e, f];
  if (!(Math.abs(determinant(calibration)) > 0))
    return fail('bad_value', 'The calibration maps all touches to one line: a·e and b·d must differ.');
  return ok(calibration);
}

/** Returns 0..1 over the axis, always less than 1 within it: panel cells are counted like pixels. */
export const withinRange = (value: number, { min, max }: AxisRange): number => (value - min) / (max - min + 1);
