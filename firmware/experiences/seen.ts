// Measurements of a strike from the player's point of view. The sensor only knows left and right; a left-handed player
// stands on the other side of the ball, so a face turned left is open and the heel is on the right (C109).

import type { Strike } from '../../hal/sensor/sensor.ts';
import type { Hand } from '../persisted/players.ts';

export interface PlayerStrike {
  /** Positive if open. */
  readonly face_angle_deg: number;
  /** Positive if opening. */
  readonly face_rotation_deg_per_in: number;
  /** Share of this side's slit that the head covers, 0..1; null if that gate saw nothing. */
  readonly heel_inner_proportion: number | null;
  readonly toe_inner_proportion: number | null;
}

/** Converts an angle to the right into one that is positive if the face is open. */
export const openAngle = (right_deg: number, hand: Hand): number => (hand === 'left' ? 0 - right_deg : right_deg);

export function playerStrike(strike: Strike, hand: Hand): PlayerStrike {
  const { left_inner_proportion: left, right_inner_proportion: right } = strike;
  const [heel, toe] = hand === 'left' ? [right, left] : [left, right];
  return {
    face_angle_deg: openAngle(strike.face_angle_deg, hand),
    face_rotation_deg_per_in: openAngle(strike.face_rotation_deg_per_in, hand),
    heel_inner_proportion: heel,
    toe_inner_proportion: toe,
  };
}
