// Handmade putts: a strike and its outcome as a rule reads them, with defaults for the rest.

import type { Strike } from '../../../hal/sensor/sensor.ts';
import type { Putt } from '../../../firmware/experiences/putt.ts';
import { rollOf } from '../../../firmware/roll/roll.ts';
import type { Verdict } from '../../../firmware/roll/verdict.ts';

const FOOT_M = 0.3048;

export const strikeWith = (values: Partial<Strike> = {}): Strike => ({
  swing_id: 1,
  at_ms: 0,
  club_speed_mps: 1.5,
  face_angle_deg: 0,
  face_rotation_deg_per_in: 0.5,
  attack_angle_deg: 1,
  left_inner_proportion: 0.5,
  right_inner_proportion: 0.5,
  clamped: false,
  ...values,
});

interface PuttByHand {
  readonly target_ft?: number | null;
  readonly verdict?: Verdict;
  readonly leave_ft?: number | null;
  /** Distance that the ball rolled along the line to the hole, feet. */
  readonly along_ft?: number;
  readonly strike?: Partial<Strike>;
}

/** Returns a right-handed putt with the given outcome regardless of how its strike would roll. */
export function puttWith({ target_ft = 20, verdict = 'miss', leave_ft = 1, along_ft, strike }: PuttByHand): Putt {
  const hit = strikeWith(strike);
  return {
    player_id: 1,
    strike: hit,
    player_strike: {
      face_angle_deg: hit.face_angle_deg,
      face_rotation_deg_per_in: hit.face_rotation_deg_per_in,
      heel_inner_proportion: hit.left_inner_proportion,
      toe_inner_proportion: hit.right_inner_proportion,
    },
    impact_ratio: 1.6,
    ball_speed_mps: hit.club_speed_mps * 1.6,
    target_ft,
    stimp_ft: 10,
    green: null,
    aim_in: 0,
    outcome: {
      verdict,
      roll: rollOf(hit.club_speed_mps * 1.6, 10),
      start_deg: 0,
      travel_m: (along_ft ?? target_ft ?? 0) * FOOT_M,
      x_m: (along_ft ?? target_ft ?? 0) * FOOT_M,
      y_m: 0,
      leave_m: leave_ft === null ? null : leave_ft * FOOT_M,
    },
  };
}

export const holedAt = (target_ft: number | null): Putt => puttWith({ target_ft, verdict: 'holed', leave_ft: 0 });
