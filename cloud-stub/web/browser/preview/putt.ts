// A putt as somebody types or draws it, and as the sensor would have seen it.

import { CHECK_INPUT } from '../../../../firmware/extension-runtime/session.ts';
import type { NumberRange } from '../../../../wire/typed-number.ts';
import { feetAtOneMps, type StrikeInput } from '../../../../firmware/extension-runtime/strike.ts';

export interface Putt {
  readonly club_speed_mps: number;
  readonly face_angle_deg: number;
}

export const DISTANCE_FT: NumberRange = { min: 0.5, max: 60, step: 0.5 };
export const SPEED_MPS: NumberRange = { min: 0.3, max: 4, step: 0.01 };
export const FACE_DEG: NumberRange = { min: -10, max: 10, step: 0.1 };

/** For people: to so many parts of one. Adding 0 makes a negative zero an ordinary one. */
export const round = (value: number, parts: number): number => Math.round(value * parts) / parts + 0;

const AT_ONE_MPS = feetAtOneMps(CHECK_INPUT, 0);
const FIRST_FT = 10;

/** Club speed, m/s, by which the ball of the first player rolls so far. */
export const speedForFeet = (distance_ft: number): number => Math.sqrt(distance_ft / AT_ONE_MPS);
export const feetAt = (club_speed_mps: number): number => AT_ONE_MPS * club_speed_mps ** 2;

export const FIRST_PUTT: Putt = { club_speed_mps: speedForFeet(FIRST_FT), face_angle_deg: 0 };

/** A stroke of which the sensor has seen everything else as it should be. */
export const strikeOf = ({ club_speed_mps, face_angle_deg }: Putt): StrikeInput => ({
  club_speed_mps,
  face_angle_deg,
  face_rotation_deg_per_in: 0,
  attack_angle_deg: 0,
  left_inner_proportion: 0.5,
  right_inner_proportion: 0.5,
});

/** `10.0 ft, 1.66 m/s, face 0.4° to the right`. */
export function puttText({ club_speed_mps, face_angle_deg }: Putt): string {
  const side =
    face_angle_deg === 0
      ? 'straight'
      : `${Math.abs(face_angle_deg).toFixed(1)}° to the ${face_angle_deg > 0 ? 'right' : 'left'}`;
  return `${feetAt(club_speed_mps).toFixed(1)} ft, ${club_speed_mps.toFixed(2)} m/s, ${side}`;
}

/** Units of the pad's drawing. */
export const [PULL_MIN, PULL_MAX] = [10, 130];
const [PULL_FT_MIN, PULL_FT_MAX] = [1, 40];
/** Lengths that the pad marks, in feet. */
export const MARKS_FT = [10, 20, 30, 40];
/** A pull this far aside, or further, turns the face as much as it goes. */
const ASIDE_MAX_DEG = 40;
const FACE_MAX_DEG = 6;

export interface Pull {
  readonly right: number;
  readonly down: number;
}

/** How long a pull is for so many feet, in the units of the pad. */
export const pullForFeet = (feet: number): number =>
  PULL_MIN + ((feet - PULL_FT_MIN) / (PULL_FT_MAX - PULL_FT_MIN)) * (PULL_MAX - PULL_MIN);

/**
 * The putt of a pull back from the ball. The ball leaves against it, as from a sling; near straight it is fine, far aside coarse.
 * Null while the pull is too short, or forward: letting go then does nothing.
 */
export function puttOfPull({ right, down }: Pull): Putt | null {
  const length = Math.min(Math.hypot(right, down), PULL_MAX);
  if (down <= 0 || length < PULL_MIN) return null;
  const share = (length - PULL_MIN) / (PULL_MAX - PULL_MIN);
  const feet = PULL_FT_MIN + share * (PULL_FT_MAX - PULL_FT_MIN);
  const aside = Math.min(1, (Math.atan2(Math.abs(right), down) * 180) / Math.PI / ASIDE_MAX_DEG);
  return {
    club_speed_mps: speedForFeet(feet),
    face_angle_deg: round(-Math.sign(right) * FACE_MAX_DEG * aside ** 2, 10),
  };
}
