// Row of the table of kept putts.

/** A putt as the device reports it. Distances in feet, speeds in m/s, angles in degrees. */
export interface PuttRow {
  /** Number of the putt on its device, from 1. */
  readonly seq: number;
  readonly unix_s: number;
  readonly player_id: number;
  readonly player: string;
  readonly experience: string;
  readonly target_ft: number | null;
  readonly club_speed_mps: number;
  readonly ball_speed_mps: number;
  readonly wanted_speed_mps: number | null;
  readonly face_angle_deg: number;
  readonly face_rotation_deg_per_in: number;
  readonly attack_angle_deg: number | null;
  readonly impact_mm: number | null;
  readonly verdict: string;
  readonly leave_ft: number | null;
  readonly past_ft: number | null;
  readonly right_ft: number | null;
  readonly mark: string;
  readonly time_away_s: number | null;
}
