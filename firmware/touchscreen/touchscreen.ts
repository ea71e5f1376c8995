// Calibration of a touch screen as rules without xstate: the crosses, the calibration out of the contacts on them, and what of it makes sense.

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

/** Pixels of the screen: far apart, and on no line. */
export const CROSSES = [
  { x: 48, y: 72 },
  { x: 432, y: 72 },
  { x: 240, y: 272 },
] as const;
/** Far from the others, where a mistake is seen best. */
export const CHECK_CROSS: Point = { x: 408, y: 216 };
/** How many times as long as on the panel a line becomes on the glass. Panels are a little larger or smaller than what is seen. */
const STRETCH: Range = { min: 0.5, max: 4 };
/** Of the panel: the sine of the angle between the images of its edges. A right angle has 1. */
const SINE_MIN = 0.7;
/** Of the triangle between the contacts, as a share of the panel. */
const AREA_MIN = 0.01;
/** Of each number of a stored calibration. */
const NUMBER: Range = { min: -10, max: 10 };

const AGAIN = 'Once more from the first cross.';

/**
 * The calibration that puts three contacts on the crosses.
 * @param glass_to_screen Where the crosses are on the glass.
 * @returns Errors: `bad_value`, in a sentence for whoever has touched.
 */
export function calibrationThrough(contacts: readonly [Point, Point, Point], glass_to_screen: Affine): Result<Affine> {
  if (areaOf(contacts) < AREA_MIN)
    return fail('bad_value', `The three touches were at one place, or nearly on a line. ${AGAIN}`);
  const to_screen = affineThrough(contacts, CROSSES);
  if (!to_screen.ok) return to_screen;
  const calibration = rounded(composed(inverse(glass_to_screen), to_screen.value));
  return isSensible(calibration)
    ? ok(calibration)
    : fail('bad_value', `The three touches do not fit together: one was beside its cross. ${AGAIN}`);
}

/** Millionths of a panel: far finer than a pixel, and without the dust of the computation. */
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

/** Where a contact is on the screen, pixels. */
export const placeOf = (contact: Point, calibration: Affine, glass_to_screen: Affine): Point =>
  applied(glass_to_screen, applied(calibration, contact));

/** Out of stored data; null for what is none, or makes no sense. */
export function calibrationFrom(data: unknown): Affine | null {
  const numbers: unknown = isRecord(data) ? data['calibration'] : null;
  if (!Array.isArray(numbers) || numbers.length !== 6) return null;
  const [a, b, c, d, e, f] = numbers.map((number: unknown) => (isNumberIn(number, NUMBER) ? number : Number.NaN));
  const calibration: Affine = [a ?? NaN, b ?? NaN, c ?? NaN, d ?? NaN, e ?? NaN, f ?? NaN];
  return calibration.every(Number.isFinite) && isSensible(calibration) ? calibration : null;
}

export interface TouchscreenView {
  /** There is one, and a display below it. */
  readonly there: boolean;
  /** One was calibrated by this device. */
  readonly calibrated: boolean;
  readonly doing: 'nothing' | 'aiming' | 'deciding' | 'keeping';
  /** Crosses that have been touched. */
  readonly touched: number;
  /** Why it began again; '' where it did not. */
  readonly said: string;
  /** Where the touch that checks came to lie, pixels; null before it. */
  readonly checked: Point | null;
}

export const NO_TOUCHSCREEN: TouchscreenView = {
  there: false,
  calibrated: false,
  doing: 'nothing',
  touched: 0,
  said: '',
  checked: null,
};

/** How far a touch was beside the cross that checks, whole pixels. */
export const missedPixels = ({ x, y }: Point): number => Math.round(Math.hypot(x - CHECK_CROSS.x, y - CHECK_CROSS.y));
