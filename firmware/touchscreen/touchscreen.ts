// Rules of touch screen calibration, independent of XState: the crosses, the calibration computed from the contacts on
// them, and its plausibility checks.

import {
  affineThrough,
  applied,
  areaOf,
  composed,
  determinant,
  inverse,
  type Affine,
  type Point,
} from '../../wire/affine.ts';
import { fail, ok, type Result } from '../../wire/errors.ts';
import type { Range } from '../../wire/limits.ts';
import { isNumberIn, isRecord } from '../persisted/fields.ts';

/** Crosses in screen pixels: far apart and not on one line. */
export const CROSSES = [
  { x: 48, y: 72 },
  { x: 432, y: 72 },
  { x: 240, y: 272 },
] as const;
/** Cross far from the calibration crosses, where an error shows most. */
export const CHECK_CROSS: Point = { x: 408, y: 216 };
/**
 * Length of a line on the glass relative to the panel. Panels are slightly larger or smaller than their visible area.
 */
const STRETCH: Range = { min: 0.5, max: 4 };
/** Minimum sine of the angle between the images of the panel's edges; 1 for a right angle. */
const SINE_MIN = 0.7;
/** Minimum area of the triangle between the contacts, as a share of the panel. */
const AREA_MIN = 0.01;
/** Range of each number in a stored calibration. */
const NUMBER: Range = { min: -10, max: 10 };

const AGAIN = 'Start again at the first cross.';

/**
 * Computes the calibration that maps three contacts to the crosses.
 * @param glass_to_screen Maps the glass to screen pixels.
 * @returns Errors: `bad_value`, with a sentence for the player.
 */
export function calibrationThrough(contacts: readonly [Point, Point, Point], glass_to_screen: Affine): Result<Affine> {
  if (areaOf(contacts) < AREA_MIN) return fail('bad_value', `The three touches were in one place or line. ${AGAIN}`);
  const to_screen = affineThrough(contacts, CROSSES);
  if (!to_screen.ok) return to_screen;
  const calibration = rounded(composed(inverse(glass_to_screen), to_screen.value));
  return isSensible(calibration)
    ? ok(calibration)
    : fail('bad_value', `The three touches do not fit: one missed its cross. ${AGAIN}`);
}

/** Rounds to millionths of a panel: far finer than a pixel, without floating-point noise. */
const rounded = ([a, b, c, d, e, f]: Affine): Affine => {
  const millionths = (value: number): number => Math.round(value * 1e6) / 1e6 + 0;
  return [millionths(a), millionths(b), millionths(c), millionths(d), millionths(e), millionths(f)];
};

function isSensible(calibration: Affine): boolean {
  const [a, b, , d, e] = calibration;
  const [along_x, along_y] = [Math.hypot(a, d), Math.hypot(b, e)];
  const sine = Math.abs(determinant(calibration)) / (along_x * along_y);
  return isNumberIn(along_x, STRETCH) && isNumberIn(along_y, STRETCH) && sine >= SINE_MIN;
}

/** Returns the position of a contact on the screen, pixels. */
export const placeOf = (contact: Point, calibration: Affine, glass_to_screen: Affine): Point =>
  applied(glass_to_screen, applied(calibration, contact));

/** Reads a calibration from stored data; null if missing or implausible. */
export function calibrationFrom(data: unknown): Affine | null {
  const numbers: unknown = isRecord(data) ? data['calibration'] : null;
  if (!Array.isArray(numbers) || numbers.length !== 6) return null;
  const [a, b, c, d, e, f] = numbers.map((number: unknown) => (isNumberIn(number, NUMBER) ? number : Number.NaN));
  const calibration: Affine = [a ?? NaN, b ?? NaN, c ?? NaN, d ?? NaN, e ?? NaN, f ?? NaN];
  return calibration.every(Number.isFinite) && isSensible(calibration) ? calibration : null;
}

export interface TouchscreenView {
  /** Whether there is a touch screen, and a display below it. */
  readonly there: boolean;
  /** Whether this device has a stored calibration. */
  readonly calibrated: boolean;
  readonly action: 'nothing' | 'aiming' | 'deciding' | 'keeping';
  /** Number of crosses touched. */
  readonly touched: number;
  /** Why the calibration restarted; '' if it did not. */
  readonly message: string;
  /** Position of the touch on the check cross, pixels; null before it. */
  readonly checked: Point | null;
}

export const NO_TOUCHSCREEN: TouchscreenView = {
  there: false,
  calibrated: false,
  action: 'nothing',
  touched: 0,
  message: '',
  checked: null,
};

/** Returns the distance of a touch from the check cross, whole pixels. */
export const missedPixels = ({ x, y }: Point): number => Math.round(Math.hypot(x - CHECK_CROSS.x, y - CHECK_CROSS.y));
