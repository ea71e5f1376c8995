// Greens of the holes of a round, the same on every device that knows the settings which the host publishes, and
// slopes of the stations of a set, which each device draws for itself.

import type { Random } from '../../hal/random/random.ts';
import { inRange } from '../../wire/limits.ts';
import { FOOT_M } from '../roll/roll.ts';
import { planeOf, seenFrom, type PlaneSlope, type Surface } from '../roll/surface.ts';
import { isNumberIn, isRecord } from '../persisted/fields.ts';
import { DESIGNED_GREENS } from './designed-greens.ts';
import { generatedGreen } from './generated-green.ts';
import { surfaceFrom } from './surface-from.ts';

/** Steepest slope in per cent, by value of the setting *Slope*. */
const PERCENT_MAX = [0, 1.5, 3] as const;
export const SLOPE_FIELD = {
  label: 'Slope',
  min: 0,
  max: PERCENT_MAX.length - 1,
  step: 1,
  default: 0,
  words: ['flat', 'gentle', 'championship'],
} as const;

/** Greens of a round. `course`: setting *Course*; `slope`: setting *Slope*. */
export interface Greens {
  readonly course: number;
  readonly slope: number;
}

export const FLAT_GREENS: Greens = { course: 0, slope: 0 };

/** Place of a ball on the green of a hole, feet from the hole: x along the line from the tee, y to its right. */
export interface BallPlace {
  readonly x_ft: number;
  readonly y_ft: number;
}

/** Lengths of a hole with a slope, feet: the larger the green, the longer it takes to compute. */
const LENGTH_FT = { min: 1, max: 100 } as const;

/** Recently computed greens; each takes a few milliseconds. */
const known = new Map<string, Surface>();
const KNOWN_MAX = 18;

/** Returns the green of a hole, whose tee is `length_ft` from it; null if it is flat. `designed`: whether the course has greens designed by hand. */
export function greenOf(greens: Greens, designed: boolean, hole: number, length_ft: number): Surface | null {
  const percent_max = PERCENT_MAX[greens.slope] ?? 0;
  if (percent_max === 0 || !inRange(length_ft, LENGTH_FT)) return null;
  const key = [greens.course, greens.slope, designed, hole, length_ft].join(' ');
  const found = known.get(key) ?? computed(greens.course, designed, hole, length_ft * FOOT_M, percent_max);
  known.delete(key);
  known.set(key, found);
  for (const oldest of known.keys()) if (known.size > KNOWN_MAX) known.delete(oldest);
  return found;
}

function computed(course: number, designed: boolean, hole: number, tee_m: number, percent_max: number): Surface {
  const design = designed ? DESIGNED_GREENS[(hole - 1) % DESIGNED_GREENS.length] : undefined;
  if (!design) return surfaceFrom(generatedGreen(course, hole, tee_m), tee_m, percent_max);
  const shape = design.shape(tee_m);
  // The second nine plays each design from its other side.
  const mirrored = hole > DESIGNED_GREENS.length;
  return surfaceFrom(mirrored ? (x, y) => shape(x, -y) : shape, tee_m, percent_max);
}

/** The latest view of each green, so that callers can tell by its identity whether anything has changed. */
const views = new WeakMap<Surface, BallPlace & { readonly seen: Surface }>();

/** Returns the surface as the ball sees it; the same object while the ball stays. */
export function seenByBall(surface: Surface, { x_ft, y_ft }: BallPlace): Surface {
  const view = views.get(surface);
  if (view?.x_ft === x_ft && view.y_ft === y_ft) return view.seen;
  const seen = seenFrom(surface, x_ft * FOOT_M, y_ft * FOOT_M);
  views.set(surface, { x_ft, y_ft, seen });
  return seen;
}

/** Returns where a ball rests after a putt from a place: `x_ft` towards the hole, `y_ft` to the right of that line. */
export function placeAfter({ x_ft, y_ft }: BallPlace, putt: BallPlace): BallPlace {
  const distance = Math.sqrt(x_ft * x_ft + y_ft * y_ft);
  const [x, y] = distance > 0 ? [-x_ft / distance, -y_ft / distance] : [1, 0];
  return { x_ft: x_ft + x * putt.x_ft - y * putt.y_ft, y_ft: y_ft + y * putt.x_ft + x * putt.y_ft };
}

/** Smallest slope of a putt that is not on a flat green, as a share of the largest. */
const SLOPE_SHARE_MIN = 0.4;

/**
 * Draws the slopes of the putts of a set, in tenths of a per cent; empty for flat greens.
 *
 * @param side_min Least fall to a side, as a share of the limit.
 */
export function drawSlopes(slope: number, count: number, random: Random, side_min = 0): readonly PlaneSlope[] {
  const tenths = (PERCENT_MAX[slope] ?? 0) * 10;
  return tenths === 0 ? [] : Array.from({ length: count }, () => drawSlope(tenths, random, side_min * tenths));
}

function drawSlope(tenths: number, random: Random, side_min: number): PlaneSlope {
  for (;;) {
    const [up, side] = [random.int(2 * tenths + 1) - tenths, random.int(2 * tenths + 1) - tenths];
    const share = Math.hypot(up, side) / tenths;
    if (share <= 1 && share >= SLOPE_SHARE_MIN && Math.abs(side) >= side_min)
      return { up_percent: up / 10, side_percent: side / 10 };
  }
}

const STORED_PERCENT = { min: -PERCENT_MAX[2], max: PERCENT_MAX[2] } as const;

/** Reads stored slopes; null if they are invalid. Sets of older firmware have none. */
export function slopesFrom(data: unknown, slope: number, count: number): readonly PlaneSlope[] | null {
  if (slope === 0) return data === undefined ? [] : null;
  if (!Array.isArray(data) || data.length !== count) return null;
  const slopes = data.filter(
    (each): each is PlaneSlope =>
      isRecord(each) &&
      isNumberIn(each['up_percent'], STORED_PERCENT) &&
      isNumberIn(each['side_percent'], STORED_PERCENT),
  );
  return slopes.length === count ? slopes.map(({ up_percent, side_percent }) => ({ up_percent, side_percent })) : null;
}

const planes = new WeakMap<PlaneSlope, Surface>();

/** Returns a plane, the same object for the same slope. */
export function surfaceOf(slope: PlaneSlope): Surface {
  const surface = planes.get(slope) ?? planeOf(slope);
  planes.set(slope, surface);
  return surface;
}
