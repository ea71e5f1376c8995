// The ball at the hole: finds where its path crosses the rim, decides whether the hole captures it, and rolls a lip-out
// on. Between two states of its motion the path is the cubic with their places and velocities. The capture speed is
// Penner's (verdict.ts); his eq. 30 raises it uphill and lowers it downhill.

import { ROLL_PULL, SLIP_RATE, type Ball, type Ground, type Pull } from './ball-motion.ts';
import { GRAVITY_MPS2, SLIDING_FRICTION } from './roll.ts';
import { captureSpeed, CAPTURE_SPEED_MPS, HOLE_RADIUS_M, LIP_LOSS } from './verdict.ts';

/** Place and velocity on the path, at a share of the time from one state to the next. */
export function between(from: Ball, to: Ball, x_factor: number, share: number, into: Ball): void {
  const h = to.t - from.t;
  const stretched = h * x_factor;
  const s = share;
  const [s2, s3] = [s * s, s * s * s];
  const [a, b, c, d] = [2 * s3 - 3 * s2 + 1, s3 - 2 * s2 + s, 3 * s2 - 2 * s3, s3 - s2];
  into.t = from.t + s * h;
  into.x = a * from.x + b * stretched * from.vx + c * to.x + d * stretched * to.vx;
  into.y = a * from.y + b * stretched * from.vy + c * to.y + d * stretched * to.vy;
  const [e, f, g] = [6 * (s2 - s), 3 * s2 - 4 * s + 1, 3 * s2 - 2 * s];
  into.vx = (e * (from.x - to.x)) / stretched + f * from.vx + g * to.vx;
  into.vy = (e * (from.y - to.y)) / stretched + f * from.vy + g * to.vy;
  into.slip_x = from.slip_x + s * (to.slip_x - from.slip_x);
  into.slip_y = from.slip_y + s * (to.slip_y - from.slip_y);
}

const squareTo = ({ x, y }: Ball, hole_m: number): number => (x - hole_m) * (x - hole_m) + y * y;

/** Negative while the ball comes closer to the hole. */
const approaches = ({ x, y, vx, vy }: Ball, hole_m: number): number => (x - hole_m) * vx + y * vy;

/**
 * Finds where the path first comes within the rim of a hole at (hole_m, 0), and writes the state there. False if it
 * does not. The path has at most one closest approach, as between two steps of a roll.
 */
export function entersHole(from: Ball, to: Ball, x_factor: number, hole_m: number, into: Ball): boolean {
  const length =
    x_factor *
    (to.t - from.t) *
    Math.sqrt(Math.max(from.vx * from.vx + from.vy * from.vy, to.vx * to.vx + to.vy * to.vy));
  const reach = HOLE_RADIUS_M + length;
  if (squareTo(from, hole_m) > reach * reach || approaches(from, hole_m) >= 0) return false;
  const closest = shareAt(from, to, x_factor, hole_m, 1, approaches, into);
  if (squareTo(into, hole_m) >= HOLE_RADIUS_M * HOLE_RADIUS_M) return false;
  shareAt(from, to, x_factor, hole_m, closest, insideRim, into);
  return true;
}

const insideRim = (ball: Ball, hole_m: number): number => HOLE_RADIUS_M * HOLE_RADIUS_M - squareTo(ball, hole_m);

/** A step's share, and the square of a value, that are as good as zero. */
const [SHARE_ERROR, VALUE_ERROR] = [1e-12, 1e-24];
const TRIES = 40;

/**
 * Finds where a value rises through zero between the start of a step and a share of it, by the Illinois method, and
 * writes the state there. Returns the share; `high` if the value does not get so far.
 */
function shareAt(
  from: Ball,
  to: Ball,
  x_factor: number,
  hole_m: number,
  high: number,
  value: (ball: Ball, hole_m: number) => number,
  into: Ball,
): number {
  between(from, to, x_factor, high, into);
  let [low, low_value, high_value] = [0, value(from, hole_m), value(into, hole_m)];
  if (high_value <= 0) return high;
  let moved = 0;
  for (let tries = 0; tries < TRIES && high - low > SHARE_ERROR; tries++) {
    const share = high - (high_value * (high - low)) / (high_value - low_value);
    between(from, to, x_factor, share, into);
    const found = value(into, hole_m);
    if (found > 0) {
      [high, high_value] = [share, found];
      if (moved > 0) low_value /= 2;
      moved = 1;
    } else {
      [low, low_value] = [share, found];
      if (moved < 0) high_value /= 2;
      moved = -1;
    }
    if (found * found < VALUE_ERROR) break;
  }
  between(from, to, x_factor, high, into);
  return high;
}

interface Meeting {
  readonly holed: boolean;
  /** Whether no line through the hole would have captured the ball. */
  readonly too_fast: boolean;
  readonly speed_mps: number;
  /** Speed at the far rim, before the lip takes its share. */
  readonly far_mps: number;
  readonly out_mps: number;
  readonly chord_m: number;
}

/** Judges a ball at the rim. It is captured up to a speed, or if the green stops it over the hole. */
export function meetHole(ball: Ball, ground: Ground, at: Pull, hole_m: number): Meeting {
  const { x, y, vx, vy } = ball;
  const speed_mps = Math.sqrt(vx * vx + vy * vy);
  const offset_m = ((hole_m - x) * vy + y * vx) / speed_mps;
  const chord_m = 2 * Math.sqrt(Math.max(0, HOLE_RADIUS_M * HOLE_RADIUS_M - offset_m * offset_m));
  const ahead = (at.x * vx + at.y * vy) / speed_mps;
  const uphill = 1 / Math.sqrt(1 + ahead / GRAVITY_MPS2);
  const capture = uphill * captureSpeed(offset_m);
  const far_square = squareAfter(ball, ground, at, ahead, chord_m);
  return {
    holed: speed_mps <= capture || far_square <= 0,
    too_fast: speed_mps > uphill * CAPTURE_SPEED_MPS,
    speed_mps,
    far_mps: Math.sqrt(Math.max(0, far_square)),
    out_mps: Math.sqrt(Math.max(0, far_square - LIP_LOSS * capture * capture)),
    chord_m,
  };
}

/**
 * Returns the square of the speed after a straight way, as on the green; negative if the ball stops before its end.
 *
 * @param ahead Pull along the way, m/s².
 */
function squareAfter(
  ball: Ball,
  { friction_mps2, x_factor }: Ground,
  { press }: Pull,
  ahead: number,
  way_m: number,
): number {
  const { vx, vy, slip_x, slip_y } = ball;
  const speed = Math.sqrt(vx * vx + vy * vy);
  const slip = Math.sqrt(slip_x * slip_x + slip_y * slip_y);
  const [sliding, rolling] = [SLIDING_FRICTION * GRAVITY_MPS2 * press, friction_mps2 * press];
  const slide_s = slip / (SLIP_RATE * sliding - ahead);
  const slide_m = Math.min(way_m, x_factor * slide_s * (speed - ((sliding - ahead) * slide_s) / 2));
  const lost = slide_m * (sliding - ahead) + (way_m - slide_m) * (rolling - ROLL_PULL * ahead);
  return speed * speed - (2 * lost) / x_factor;
}

/** Writes the state of a ball in the hole. */
export function dropInto({ t, x, y, vx, vy }: Ball, { x_factor }: Ground, hole_m: number, into: Ball): Ball {
  const way = Math.sqrt((x - hole_m) * (x - hole_m) + y * y);
  return Object.assign(into, {
    t: t + way / (x_factor * Math.sqrt(vx * vx + vy * vy)),
    x: hole_m,
    y: 0,
    vx: 0,
    vy: 0,
    slip_x: 0,
    slip_y: 0,
  });
}

/** Writes the state of a lip-out: at the far rim, on its line. A sliding ball still starts to roll at the same speed. */
export function leaveHole(
  rim: Ball,
  { speed_mps, far_mps, out_mps, chord_m }: Meeting,
  { x_factor }: Ground,
  into: Ball,
): void {
  const [ahead_x, ahead_y] = [rim.vx / speed_mps, rim.vy / speed_mps];
  const rolls_at_mps = speed_mps - Math.sqrt(rim.slip_x * rim.slip_x + rim.slip_y * rim.slip_y) / SLIP_RATE;
  const slip = rim.slip_x !== 0 || rim.slip_y !== 0 ? SLIP_RATE * Math.max(0, out_mps - rolls_at_mps) : 0;
  into.t = rim.t + (2 * chord_m) / (x_factor * (speed_mps + far_mps));
  into.x = rim.x + chord_m * ahead_x;
  into.y = rim.y + chord_m * ahead_y;
  into.vx = out_mps * ahead_x;
  into.vy = out_mps * ahead_y;
  into.slip_x = slip * ahead_x;
  into.slip_y = slip * ahead_y;
}
