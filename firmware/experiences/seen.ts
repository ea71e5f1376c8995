// The figures of a strike as its player reads them. The sensor knows left and right alone; for who plays left-handed, who stands on the
// other side of the ball, a face to the left is open and the heel is on the right (C109).

import type { Strike } from '../../hal/sensor/sensor.ts';
import type { Hand } from '../persisted/players.ts';

export interface SeenStrike {
  /** Positive open. */
  readonly face_angle_deg: number;
  /** Positive opening. */
  readonly face_rotation_deg_per_in: number;
  /** How far the head reaches over the slit of this side, 0..1; null when that gate saw nothing. */
  readonly heel_inner_proportion: number | null;
  readonly toe_inner_proportion: number | null;
}

/** An angle to the right as one that is positive where the face is open. */
export const openAngle = (right_deg: number, hand: Hand): number => (hand === 'left' ? 0 - right_deg : right_deg);

export function seenBy(strike: Strike, hand: Hand): SeenStrike {
  const { left_inner_proportion: left, right_inner_proportion: right } = strike;
  const [heel, toe] = hand === 'left' ? [right, left] : [left, right];
  return {
    face_angle_deg: openAngle(strike.face_angle_deg, hand),
    face_rotation_deg_per_in: openAngle(strike.face_rotation_deg_per_in, hand),
    heel_inner_proportion: heel,
    toe_inner_proportion: toe,
  };
}
