// Aim of a putt on a slope: a point beside the hole, which the player moves with the left and right keys.

import { degreesOf } from '../roll/bearing.ts';
import { FOOT_M } from '../roll/roll.ts';
import type { Units } from '../units.ts';

export const INCH_M = 0.0254;

/**
 * Farthest aim from the hole, as a share of its distance: 24° in a set. In a round 17°, since the host limits the face
 * angle that a guest's putt has with its aim (R84).
 */
export const AIM_SHARE_MAX = { set: 0.45, round: 0.3 } as const;

/** Returns how far one press of a key moves the aim, inches: finer on short putts. */
const stepOf = (target_ft: number): number => (target_ft <= 12 ? 1 : target_ft <= 24 ? 2 : 3);

/** Returns the aim after a press of left (−1) or right (1). */
export function movedAim(
  aim_in: number,
  direction: 1 | -1,
  target_ft: number,
  share_max: number = AIM_SHARE_MAX.set,
): number {
  const max = Math.floor(share_max * target_ft * 12);
  return Math.max(-max, Math.min(max, aim_in + direction * stepOf(target_ft)));
}

/** Returns the direction of an aim from the line to the hole, degrees, positive right. */
export const aimDirection = (aim_in: number, target_ft: number): number =>
  aim_in === 0 ? 0 : degreesOf(target_ft * FOOT_M, aim_in * INCH_M);

/** Formats a short distance across the line, such as `4 in` or `10 cm`. */
export const acrossText = (inches: number, units: Units): string =>
  units === 'imperial' ? `${Math.round(Math.abs(inches))} in` : `${Math.round(Math.abs(inches) * 2.54)} cm`;

/** Describes an aim, such as `4 in left`. */
export const aimText = (aim_in: number, units: Units): string =>
  aim_in === 0 ? 'at the hole' : `${acrossText(aim_in, units)} ${aim_in < 0 ? 'left' : 'right'}`;
