// Shots for a golf simulator: a player's putt, or a full swing from a table (C44, C57, R132).

import { assertDefined } from '../../wire/errors.ts';
import { PLAUSIBLE, inRange } from '../../wire/limits.ts';
import type { RelayPutt } from '../../wire/relay/shapes.ts';
import { IMPACT_RATIO } from '../persisted/players.ts';
import { startDirection } from '../roll/verdict.ts';
import { MPS_PER_MPH } from '../units.ts';
import { CLUB_SWINGS } from './club-swings.ts';

export interface SimShot {
  readonly of: 'putt' | 'club';
  /** `Putt`, `7-iron`. */
  readonly name: string;
  readonly ball_speed_mps: number;
  /** Launch direction, degrees, positive right. */
  readonly start_deg: number;
  readonly launch_deg: number;
  readonly spin_rpm: number;
  readonly club_speed_mps: number;
  readonly attack_deg: number;
  readonly face_deg: number;
}

/** Returns the shot for a putt. A putt rolls from the start: no launch, no spin. */
export const puttShot = ({ mps, face, aoa, ratio }: RelayPutt): SimShot => ({
  of: 'putt',
  name: 'Putt',
  ball_speed_mps: mps * ratio,
  start_deg: startDirection(face),
  launch_deg: 0,
  spin_rpm: 0,
  club_speed_mps: mps,
  attack_deg: aoa,
  face_deg: face,
});

/** Returns a straight full swing. `club`: index in the table, 0 to 31. */
export function clubShot(club: number): SimShot {
  const swing = assertDefined(CLUB_SWINGS[club], 'club');
  return {
    of: 'club',
    name: swing.name,
    ball_speed_mps: swing.ball_mph * MPS_PER_MPH,
    start_deg: 0,
    launch_deg: swing.launch_deg,
    spin_rpm: swing.spin_rpm,
    club_speed_mps: swing.club_mph * MPS_PER_MPH,
    attack_deg: 0,
    face_deg: 0,
  };
}

/** Whether a putter could have struck it. A shot without speed would reset the club in a simulator. */
export const isPlausible = ({ mps, face, aoa, ratio }: RelayPutt): boolean =>
  inRange(mps, PLAUSIBLE.club_speed_mps) &&
  inRange(face, PLAUSIBLE.face_angle_deg) &&
  inRange(aoa, PLAUSIBLE.attack_angle_deg) &&
  inRange(ratio, IMPACT_RATIO);
