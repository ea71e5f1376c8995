// Distance and time of a ball on a flat green: it slides until it rolls, then rolls until it stops. Sources: the
// Stimpmeter's release speed of 6.00 ft/s (USGA; 1.8288 m/s) defines the friction of a green; the 5/7 rule for sliding
// to rolling is textbook mechanics of a solid sphere. The sliding friction of 0.30 is this project's choice: it makes
// the skid 18 to 12 % of the putt at stimp 8 to 13, as measured (docs/physics.md). No public document specifies the
// original device's model.

export const FOOT_M = 0.3048;
export const GRAVITY_MPS2 = 9.80665;
export const STIMP_RELEASE_MPS = 1.8288;
export const SLIDING_FRICTION = 0.3;
/** Share of the launch speed left when a ball struck without spin starts to roll. */
const ROLL_SHARE = 5 / 7;

export interface Roll {
  readonly ball_speed_mps: number;
  /** Multiplier on every predicted length. */
  readonly x_factor: number;
  /** Deceleration while rolling. */
  readonly friction_mps2: number;
  /** Speed at which the ball starts to roll. */
  readonly roll_speed_mps: number;
  readonly skid_m: number;
  readonly skid_s: number;
  readonly distance_m: number;
  readonly time_s: number;
}

/**
 * Returns the deceleration (m/s²) of a rolling ball on a green of this stimp (feet): v² / (2 · distance) of the
 * Stimpmeter itself.
 */
export const frictionOfStimp = (stimp_ft: number): number => STIMP_RELEASE_MPS ** 2 / (2 * FOOT_M * stimp_ft);

/** Computes the roll of a ball that leaves the club at `ball_speed_mps` (0 or more) without spin. */
export function rollOf(ball_speed_mps: number, stimp_ft: number, x_factor = 1): Roll {
  const friction_mps2 = frictionOfStimp(stimp_ft);
  const roll_speed_mps = ROLL_SHARE * ball_speed_mps;
  const sliding_mps2 = SLIDING_FRICTION * GRAVITY_MPS2;
  const skid_m = (x_factor * (ball_speed_mps ** 2 - roll_speed_mps ** 2)) / (2 * sliding_mps2);
  const skid_s = (ball_speed_mps - roll_speed_mps) / sliding_mps2;
  return {
    ball_speed_mps,
    x_factor,
    friction_mps2,
    roll_speed_mps,
    skid_m,
    skid_s,
    distance_m: skid_m + (x_factor * roll_speed_mps ** 2) / (2 * friction_mps2),
    time_s: skid_s + roll_speed_mps / friction_mps2,
  };
}

/** Returns the ball's speed (m/s) after `x_m` along its path; 0 from the end of its roll. */
export function speedAfter(roll: Roll, x_m: number): number {
  if (x_m >= roll.distance_m) return 0;
  const square =
    x_m <= roll.skid_m
      ? roll.ball_speed_mps ** 2 - (2 * SLIDING_FRICTION * GRAVITY_MPS2 * x_m) / roll.x_factor
      : roll.roll_speed_mps ** 2 - (2 * roll.friction_mps2 * (x_m - roll.skid_m)) / roll.x_factor;
  return Math.sqrt(Math.max(0, square));
}

/** Returns the distance (m) along the path at `t_s` after the strike. */
export function placeAt(roll: Roll, t_s: number): number {
  if (t_s >= roll.time_s) return roll.distance_m;
  if (t_s <= roll.skid_s)
    return roll.x_factor * (roll.ball_speed_mps * t_s - (SLIDING_FRICTION * GRAVITY_MPS2 * t_s ** 2) / 2);
  const rolling_s = t_s - roll.skid_s;
  return roll.skid_m + roll.x_factor * (roll.roll_speed_mps * rolling_s - (roll.friction_mps2 * rolling_s ** 2) / 2);
}

/** Returns how far (m) a ball still rolls with `speed_mps` left of this roll. */
export function remaining(roll: Roll, speed_mps: number): number {
  if (speed_mps <= roll.roll_speed_mps) return (roll.x_factor * speed_mps ** 2) / (2 * roll.friction_mps2);
  const sliding = (speed_mps ** 2 - roll.roll_speed_mps ** 2) / (2 * SLIDING_FRICTION * GRAVITY_MPS2);
  return roll.x_factor * sliding + (roll.distance_m - roll.skid_m);
}

/** Returns the ball speed (m/s) that rolls `distance_ft` feet: distance is proportional to the square of the speed. */
export const ballSpeedFor = (distance_ft: number, stimp_ft: number, x_factor = 1): number =>
  Math.sqrt((distance_ft * FOOT_M) / rollOf(1, stimp_ft, x_factor).distance_m);
