// Kept putts made by hand.

import { PUTT_MARKS, type KeptPutt, type NewPutt } from '../../../firmware/persisted/putts.ts';

/** A putt from 10 ft that stopped 1 ft short. */
export const newPuttWith = (values: Partial<NewPutt> = {}): NewPutt => ({
  player_id: 1,
  experience: 'lag',
  target_ft: 10,
  club_speed_mps: 1.5,
  ball_speed_mps: 2.4,
  wanted_speed_mps: 2.5,
  face_angle_deg: 0.5,
  face_rotation_deg_per_in: 0.2,
  attack_angle_deg: 1.5,
  impact_mm: 2,
  verdict: 'short',
  leave_ft: 1,
  past_ft: -1,
  right_ft: 0,
  mark: 'short',
  time_away_s: 0.8,
  ...values,
});

export const keptPuttWith = ({ seq = 1, unix_s = 1_700_000_000, ...values }: Partial<KeptPutt> = {}): KeptPutt => ({
  ...newPuttWith(values),
  seq,
  unix_s,
});

/** Returns this many putts of a player, with every mark in turn. */
export const markedPutts = (player_id: number, experience: string, count: number): readonly KeptPutt[] =>
  Array.from({ length: count }, (_, i) =>
    keptPuttWith({ seq: i + 1, player_id, experience, mark: PUTT_MARKS[i % PUTT_MARKS.length] ?? '' }),
  );
