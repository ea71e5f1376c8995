// Resting point of the ball, and the verdict at the hole. Capture: Penner (2002), eq. 23: a ball that crosses the rim
// at offset b from the centre is captured up to v = 1.63 (1 - (b/R)²) m/s; Hogan and Antali (2025) confirm the 1.63 and
// show that there is no universal law for a lip-out. The effect of a lip (the ball loses half of the capture speed's
// square and keeps its line) is this project's choice.

import { directionOf, lengthOf } from './direction.ts';
import { FOOT_M, placeAt, remaining, rollOf, speedAfter, type Roll } from './roll.ts';

export const HOLE_RADIUS_M = 0.053975;
export const CAPTURE_SPEED_MPS = 1.63;
export const LIP_LOSS = 0.5;

/** C57: share of the face angle in the start direction; the rest would be the path, which no channel senses. */
const FACE_SHARE = 0.87;

/** Verdict on a putt; '' if there is no hole. */
export type Verdict = '' | 'holed' | 'lip' | 'miss' | 'short';

export interface PuttOutcome {
  readonly verdict: Verdict;
  readonly roll: Roll;
  readonly start_deg: number;
  /** Distance along its line at which the ball is holed or at rest. */
  readonly travel_m: number;
  /** Resting point from the start: x towards the hole, y to the right. */
  readonly x_m: number;
  readonly y_m: number;
  /** Distance from the resting point to the centre of the hole; 0 if holed, null if there is no hole. */
  readonly leave_m: number | null;
  /** Whether the ball reached the hole faster than any ball is captured. */
  readonly too_fast?: boolean;
  /** Curve of a ball on a slope. Default: a straight line. */
  readonly curve?: RollCurve;
}

/** Places of a ball, metres from its start: x towards the hole, y to the right. */
export interface RollCurve {
  /** Places at 30 Hz; the last one is the end. */
  readonly points: readonly { readonly x_m: number; readonly y_m: number }[];
  readonly lasts_s: number;
}

/** Places of a curve a second. */
export const CURVE_HZ = 30;

/** Returns the direction (degrees, positive right) in which the ball leaves a club with this face angle. */
export const startDirection = (face_angle_deg: number): number => FACE_SHARE * face_angle_deg;

/** Returns the face angle (degrees, positive right) with which the ball leaves in this direction. */
export const faceFor = (start_deg: number): number => start_deg / FACE_SHARE;

/**
 * Returns the highest speed (m/s) at which a ball that crosses the rim at `offset_m` from the hole's centre is
 * captured; 0 outside the hole.
 */
export const captureSpeed = (offset_m: number): number =>
  Math.max(0, CAPTURE_SPEED_MPS * (1 - (offset_m / HOLE_RADIUS_M) ** 2));

/** Whether a ball reaches the rim (metres along its path) faster than any ball is captured. */
export const isTooFast = (roll: Roll, rim_m: number): boolean => speedAfter(roll, rim_m) > CAPTURE_SPEED_MPS;

/** Computes the outcome of a ball on a flat green, with the hole straight ahead at `hole_ft` feet (null: no hole). */
export function outcomeOf(
  ball: { readonly speed_mps: number; readonly start_deg: number },
  green: { readonly stimp_ft: number; readonly x_factor: number },
  hole_ft: number | null,
): PuttOutcome {
  const roll = rollOf(ball.speed_mps, green.stimp_ft, green.x_factor);
  if (hole_ft === null) return atRest('', roll, ball.start_deg, roll.distance_m, null);
  const hole_m = hole_ft * FOOT_M;
  const start = directionOf(ball.start_deg);
  const offset_m = hole_m * Math.abs(start.y);
  const half_chord_m = Math.sqrt(Math.max(0, HOLE_RADIUS_M ** 2 - offset_m ** 2));
  const near_m = hole_m * start.x - half_chord_m;
  const rest = (verdict: Verdict, travel_m: number): PuttOutcome =>
    atRest(verdict, roll, ball.start_deg, travel_m, hole_m);
  if (roll.distance_m < near_m) return rest('short', roll.distance_m);
  if (offset_m >= HOLE_RADIUS_M) return rest('miss', roll.distance_m);
  const speed_mps = speedAfter(roll, near_m);
  const far_m = near_m + 2 * half_chord_m;
  if (speed_mps <= captureSpeed(offset_m) || roll.distance_m <= far_m) return rest('holed', near_m + half_chord_m);
  // Crossing the hole costs as much speed as the green; a ball with no speed left rests on the far rim.
  const left_square = speedAfter(roll, far_m) ** 2 - LIP_LOSS * captureSpeed(offset_m) ** 2;
  const travel_m = far_m + remaining(roll, Math.sqrt(Math.max(0, left_square)));
  return { ...rest('lip', travel_m), too_fast: isTooFast(roll, near_m) };
}

function atRest(verdict: Verdict, roll: Roll, start_deg: number, travel_m: number, hole_m: number | null): PuttOutcome {
  const start = directionOf(start_deg);
  const [x, y] = [travel_m * start.x, travel_m * start.y];
  if (verdict === 'holed') return { verdict, roll, start_deg, travel_m, x_m: hole_m ?? x, y_m: 0, leave_m: 0 };
  const leave_m = hole_m === null ? null : lengthOf(x - hole_m, y);
  return { verdict, roll, start_deg, travel_m, x_m: x, y_m: y, leave_m };
}

/** Returns the seconds from the strike until the ball stops. */
export function lastsFor(outcome: PuttOutcome): number {
  const { roll, travel_m, curve } = outcome;
  if (curve) return curve.lasts_s;
  if (travel_m >= roll.distance_m) return roll.time_s;
  return timeTo(roll, travel_m);
}

/** Returns the ball's distance along its line `t_s` after the strike, limited to its end. */
export const travelAt = (outcome: PuttOutcome, t_s: number): number =>
  Math.min(outcome.travel_m, placeAt(outcome.roll, t_s));

/** Finds the time at which the ball is `x_m` along its path by bisection: distance is monotonic in time. */
function timeTo(roll: Roll, x_m: number): number {
  let [low, high] = [0, roll.time_s];
  for (let step = 0; step < 40; step++) {
    const middle = (low + high) / 2;
    if (placeAt(roll, middle) < x_m) low = middle;
    else high = middle;
  }
  return high;
}
