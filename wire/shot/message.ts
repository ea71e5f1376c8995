// Message from a device to a user's server (store §2.4, service.shot.v1), shared by the device and the simulated
// server.

export const SHOT_SCHEMA = 'service.shot.v1';

export interface ShotTarget {
  readonly kind: 'hole' | 'station';
  readonly distance_ft: number;
  /** From 1; 0 if none. */
  readonly hole: number;
  /** From 1; 0 if none. */
  readonly stroke: number;
}

interface Envelope {
  readonly schema: typeof SHOT_SCHEMA;
  readonly device_id: string;
  readonly device_name: string;
  readonly firmware: string;
  /** Unix seconds; 0 while the clock is not synced. */
  readonly time: number;
  /** Whole milliseconds since the device started. */
  readonly uptime_ms: number;
}

export interface TestMessage extends Envelope {
  readonly type: 'test';
}

export interface ShotMessage extends Envelope {
  readonly type: 'shot';
  readonly game: string;
  readonly game_name: string;
  readonly player_id: number;
  readonly player_name: string;
  readonly target: ShotTarget;
  readonly shot: {
    readonly club_speed_mps: number;
    readonly ball_speed_mps: number;
    readonly impact_ratio: number;
    readonly face_angle_deg: number;
    readonly face_rotation_deg_per_in: number;
    readonly attack_angle_deg: number;
    readonly left_inner_proportion: number;
    readonly right_inner_proportion: number;
  };
  readonly stimp: number;
  readonly x_factor: number;
}
