// Converts a strike for an extension: the sensor's measurements, and how the ball rolls on this green towards the
// extension's target.

import type { Strike } from '../../hal/sensor/sensor.ts';
import { outcomeOf, startDirection } from '../roll/verdict.ts';
import { feetOf } from '../units.ts';
import type { LuaGiven } from './lua/values.ts';
import type { Script } from './script.ts';
import type { PartialTarget } from './target.ts';

export type StrikeInput = Pick<
  Strike,
  | 'club_speed_mps'
  | 'face_angle_deg'
  | 'face_rotation_deg_per_in'
  | 'attack_angle_deg'
  | 'left_inner_proportion'
  | 'right_inner_proportion'
>;

/**
 * Builds the table passed to `ext.putt`, with the field names of the shot message: metres per second, degrees, feet.
 * @param target Without a distance there is no verdict.
 */
export function createStrokeOf(strike: StrikeInput, { distance_ft }: PartialTarget, script: Script): LuaGiven {
  const { stimp_ft, x_factor } = script.input;
  const impact_ratio = script.players()[script.current()]?.impact_ratio ?? 1;
  const ball_speed_mps = strike.club_speed_mps * impact_ratio;
  const start_deg = startDirection(strike.face_angle_deg);
  const outcome = outcomeOf({ speed_mps: ball_speed_mps, start_deg }, { stimp_ft, x_factor }, distance_ft ?? null);
  return {
    player: script.current() + 1,
    club_speed_mps: strike.club_speed_mps,
    ball_speed_mps,
    impact_ratio,
    face_angle_deg: strike.face_angle_deg,
    face_rotation_deg_per_in: strike.face_rotation_deg_per_in,
    attack_angle_deg: strike.attack_angle_deg ?? undefined,
    left_inner_proportion: strike.left_inner_proportion ?? undefined,
    right_inner_proportion: strike.right_inner_proportion ?? undefined,
    start_deg,
    target_ft: distance_ft,
    distance_ft: feetOf(outcome.roll.distance_m),
    verdict: outcome.verdict,
    leave_ft: outcome.leave_m === null ? undefined : feetOf(outcome.leave_m),
    x_ft: feetOf(outcome.x_m),
    y_ft: feetOf(outcome.y_m),
    time_s: outcome.roll.time_s,
  };
}
