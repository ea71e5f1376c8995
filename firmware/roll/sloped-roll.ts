// Roll of a ball over a surface, and its verdict at the hole, by the forces of ball-motion.ts.

import { dropInto, entersHole, leaveHole, meetHole } from './hole-crossing.ts';
import { pullAt, reachOf, rollFor, rollToRest, slide, type Ball, type Ground, type Pull } from './ball-motion.ts';
import { directionOf } from './direction.ts';
import { frictionOfStimp } from './roll.ts';
import type { Surface } from './surface.ts';
import { HOLE_RADIUS_M, type Verdict } from './verdict.ts';

/** A ball that rolls longer leaves the green. */
const ROLL_S_MAX = 20;

export interface SlopedGreen {
  readonly surface: Surface;
  readonly stimp_ft: number;
  readonly x_factor: number;
}

export interface StruckBall {
  readonly speed_mps: number;
  /** Direction from the line to the hole, −90..90; positive right. */
  readonly start_deg: number;
  /** Whether the ball rolls from the start, as from a Stimpmeter. Default: it slides first. */
  readonly rolls?: boolean;
}

export interface SlopedOutcome {
  readonly verdict: Verdict;
  /** Place where the ball rests, is holed, or leaves the green: x towards the hole, y to the right. */
  readonly x_m: number;
  readonly y_m: number;
  readonly time_s: number;
  /** False if the ball leaves the green, or does not stop within 20 s. */
  readonly rests: boolean;
  /** Whether the ball reached the hole faster than any ball is captured. */
  readonly too_fast: boolean;
}

interface RollOptions {
  /** Distance of the hole straight ahead, metres; null for no hole. */
  readonly hole_m: number | null;
  /** Called with the state at the start and after each step. The state is reused: copy it. */
  readonly trace?: (ball: Readonly<Ball>) => void;
  /** Length of a step, as a share of the time in which the ball would stop. Default: 0.4. */
  readonly step?: number;
}

const STEP = 0.4;
/** Shortest step where friction does not hold the ball, seconds, and longest step on contours, metres. */
const STEP_S_MIN = 0.004;
const STEP_M_MAX = 0.25;
/** Way on contours that is as good as on a plane, and way that is as good as none, metres. */
const [PLANE_M, STILL_M] = [0.003, 1e-9];

/** Computes the roll of a ball: at most 20 s, in at most some 5,000 steps. */
export function rollOver(struck: StruckBall, green: SlopedGreen, options: RollOptions): SlopedOutcome {
  const { hole_m, trace } = options;
  const ground: Ground = { ...green, friction_mps2: frictionOfStimp(green.stimp_ft) };
  let [now, next] = [struckBall(struck), struckBall(struck)];
  const rim = struckBall(struck);
  const at: Pull = { x: 0, y: 0, press: 1 };
  let [lipped, reached, too_fast] = [false, false, false];
  const end = (ball: Ball, rests: boolean, holed = false): SlopedOutcome => {
    trace?.(ball);
    const missed = hole_m === null ? '' : lipped ? 'lip' : reached ? 'miss' : 'short';
    return { verdict: holed ? 'holed' : missed, x_m: ball.x, y_m: ball.y, time_s: ball.t, rests, too_fast };
  };
  for (;;) {
    trace?.(now);
    if (now.t >= ROLL_S_MAX || !pullAt(ground, now.x, now.y, at)) return end(now, false);
    const slides = now.slip_x !== 0 || now.slip_y !== 0;
    if (slides) {
      if (!slide(now, ground, next)) return end(now, false);
    } else {
      if (isNearRest(now, ground, at, options)) {
        rollToRest(now, ground, at, next);
        reached ||= hole_m !== null && hasPassed(now, next, hole_m);
        return end(next, true);
      }
      const h = Math.min(stepOf(now, ground, at, options.step ?? STEP), ROLL_S_MAX - now.t);
      rollFor(now, ground, at, h, next);
    }
    if (hole_m !== null && entersHole(now, next, ground.x_factor, hole_m, rim)) {
      const met = meetHole(rim, ground, at, hole_m);
      too_fast ||= met.too_fast;
      if (met.holed) return end(dropInto(rim, ground, hole_m, next), true, true);
      leaveHole(rim, met, ground, next);
      lipped = true;
    }
    reached ||= hole_m !== null && hasPassed(now, next, hole_m);
    [now, next] = [next, now];
  }
}

/** Whether a ball that goes forward from one place to the next no longer comes closer to the hole. */
const hasPassed = (from: Ball, to: Ball, hole_m: number): boolean =>
  to.x > from.x && (to.x - hole_m) * (to.x - from.x) + to.y * (to.y - from.y) >= 0;

function struckBall({ speed_mps, start_deg, rolls = false }: StruckBall): Ball {
  const { x, y } = directionOf(start_deg);
  const [vx, vy] = [speed_mps * x, speed_mps * y];
  const slip = rolls ? 0 : 1;
  return { t: 0, x: 0, y: 0, vx, vy, slip_x: slip * vx, slip_y: slip * vy };
}

/** Whether nothing but rest is left: the ground is a plane as far as the ball can go, and the hole is out of reach. */
function isNearRest(ball: Ball, ground: Ground, at: Pull, { hole_m, trace }: RollOptions): boolean {
  const reach_m = reachOf(ball, ground, at);
  if (reach_m < STILL_M) return true;
  const is_plane = ground.surface.is_plane && !trace;
  if (reach_m === Infinity || !(is_plane || reach_m < PLANE_M)) return false;
  if (hole_m === null) return true;
  const clear_m = reach_m + HOLE_RADIUS_M;
  return (ball.x - hole_m) * (ball.x - hole_m) + ball.y * ball.y > clear_m * clear_m;
}

/** Returns the length of the next step, seconds. */
function stepOf(ball: Ball, ground: Ground, at: Pull, share: number): number {
  const { vx, vy } = ball;
  const { surface, friction_mps2, x_factor } = ground;
  const speed = Math.sqrt(vx * vx + vy * vy);
  const h = (share * speed) / (friction_mps2 + Math.sqrt(at.x * at.x + at.y * at.y));
  const longest = surface.is_plane || speed === 0 ? h : STEP_M_MAX / (x_factor * speed);
  // Where friction holds, a step ends before the ball could turn back.
  const shortest = reachOf(ball, ground, at) === Infinity ? STEP_S_MIN : 0;
  return Math.max(shortest, Math.min(h, longest));
}
