// Converts a typed or drawn putt to the strike that the sensor would report.

import { CHECK_INPUT } from '../../../../firmware/extension-runtime/session.ts';
import type { NumberRange } from '../../../../wire/typed-number.ts';
import { feetAtOneMps, type StrikeInput } from '../../../../firmware/extension-runtime/strike.ts';

export interface PreviewPutt {
  readonly club_speed_mps: number;
  readonly face_angle_deg: number;
}

export const DISTANCE_FT: NumberRange = { min: 0.5, max: 60, step: 0.5 };
export const SPEED_MPS: NumberRange = { min: 0.3, max: 4, step: 0.01 };
export const FACE_DEG: NumberRange = { min: -10, max: 10, step: 0.1 };

/** Rounds to 1/`parts` for display. Adding 0 turns -0 into 0. */
export const round = (value: number, parts: number): number => Math.round(value * parts) / parts + 0;

const AT_ONE_MPS = feetAtOneMps(CHECK_INPUT, 0);
const FIRST_FT = 10;

/** Returns the club speed in m/s at which the first player's ball rolls this far. */
export const speedForFeet = (distance_ft: number): number => Math.sqrt(distance_ft / AT_ONE_MPS);
export const feetAt = (club_speed_mps: number): number => AT_ONE_MPS * club_speed_mps ** 2;

export const FIRST_PUTT: PreviewPutt = { club_speed_mps: speedForFeet(FIRST_FT), face_angle_deg: 0 };

/** Returns the strike for a putt, with ideal values for everything else that the sensor measures. */
export const strikeOf = ({ club_speed_mps, face_angle_deg }: PreviewPutt): StrikeInput => ({
  club_speed_mps,
  face_angle_deg,
  face_rotation_deg_per_in: 0,
  attack_angle_deg: 0,
  left_inner_proportion: 0.5,
  right_inner_proportion: 0.5,
});

/** Formats a putt: `10.0 ft, 1.66 m/s, 0.4° to the right`. */
export function puttText({ club_speed_mps, face_angle_deg }: PreviewPutt): string {
  const side =
    face_angle_deg === 0
      ? 'straight'
      : `${Math.abs(face_angle_deg).toFixed(1)}° to the ${face_angle_deg > 0 ? 'right' : 'left'}`;
  return `${feetAt(club_speed_mps).toFixed(1)} ft, ${club_speed_mps.toFixed(2)} m/s, ${side}`;
}

/** Limits of the pull length, in pad units. */
export const [PULL_MIN, PULL_MAX] = [10, 130];
const [PULL_FT_MIN, PULL_FT_MAX] = [1, 40];
/** Distances marked on the pad, in feet. */
export const MARKS_FT = [10, 20, 30, 40];
/** Pull angle from which the face angle no longer increases. */
const PULL_ANGLE_MAX_DEG = 40;
const FACE_MAX_DEG = 6;

export interface Pull {
  readonly right: number;
  readonly down: number;
}

/** Returns the pull length for a distance, in pad units. */
export const pullForFeet = (feet: number): number =>
  PULL_MIN + ((feet - PULL_FT_MIN) / (PULL_FT_MAX - PULL_FT_MIN)) * (PULL_MAX - PULL_MIN);

/**
 * Converts a pull back from the ball to a putt in the opposite direction, like a slingshot; the face angle grows with
 * the square of the pull angle. Returns null if the pull is too short or forward: releasing it does nothing.
 */
export function puttOfPull({ right, down }: Pull): PreviewPutt | null {
  const length = Math.min(Math.hypot(right, down), PULL_MAX);
  if (down <= 0 || length < PULL_MIN) return null;
  const share = (length - PULL_MIN) / (PULL_MAX - PULL_MIN);
  const feet = PULL_FT_MIN + share * (PULL_FT_MAX - PULL_FT_MIN);
  const angle_share = Math.min(1, (Math.atan2(Math.abs(right), down) * 180) / Math.PI / PULL_ANGLE_MAX_DEG);
  return {
    club_speed_mps: speedForFeet(feet),
    face_angle_deg: round(-Math.sign(right) * FACE_MAX_DEG * angle_share ** 2, 10),
  };
}
