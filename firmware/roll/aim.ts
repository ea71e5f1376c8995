// The ideal putt on a surface: the line and the speed with which a ball crosses the centre of the hole as fast as a ball
// that would roll a given way further on a flat green. Found backwards in time: from the hole, with the wanted speed in
// some direction, a ball rolls back to where it started; the search finds the direction that leads to the ball. It also
// finds putts that die in the hole, where a small change of the line misses by much.

import { ROLL_PULL, pullAt, rollFor, unslide, type Ball, type Ground, type Pull } from './ball-motion.ts';
import { degreesOf } from './bearing.ts';
import { lengthOf } from './direction.ts';
import { between } from './hole-crossing.ts';
import { frictionOfStimp } from './roll.ts';
import type { SlopedGreen } from './sloped-roll.ts';

export interface IdealPutt {
  /** Start direction from the line to the hole, degrees, positive right. */
  readonly start_deg: number;
  readonly speed_mps: number;
  /** Aim point beside the hole's centre, on the perpendicular through it: metres, positive right. */
  readonly aim_m: number;
}

interface Wish {
  readonly hole_m: number;
  /** Way past the hole on a flat green, metres: 0 or more. */
  readonly past_m: number;
  /** Whether the ball rolls from the start. Default: it slides first. */
  readonly rolls?: boolean;
}

/** A putt that dies in the hole: it would roll 0.1 mm further. */
const PAST_M_MIN = 1e-4;

/**
 * Finds the ideal putt. Returns null if there is none within 60° of the line, as where a ball from a standstill is
 * faster at the hole.
 */
export function idealPutt(green: SlopedGreen, { hole_m, past_m, rolls = false }: Wish): IdealPutt | null {
  const ground: Ground = { ...green, friction_mps2: frictionOfStimp(green.stimp_ft) };
  const wanted_mps = Math.sqrt((2 * ground.friction_mps2 * Math.max(PAST_M_MIN, past_m)) / green.x_factor);
  const down = downhillAt(ground, hole_m);
  const from = (angle: number): Traced | null => traceBack(ground, hole_m, wanted_mps, down + angle, rolls);
  let best: IdealPutt | null = null;
  for (const [low, high] of bracketsOf(from)) {
    const putt = puttOf(bisected(from, low, high), hole_m);
    if (putt && (!best || Math.abs(putt.start_deg) < Math.abs(best.start_deg))) best = putt;
  }
  return best;
}

const at: Pull = { x: 0, y: 0, press: 1 };

/** Returns the direction in which the hole's surroundings fall, in radians from the line; 0 if they are level. */
function downhillAt(ground: Ground, hole_m: number): number {
  return pullAt(ground, hole_m, 0, at) ? Math.atan2(at.y, at.x) : 0;
}

/**
 * Angles from downhill to try. A slow ball comes from close to downhill, whatever its line was, so that they are dense
 * there: their half tangents double from one to the next.
 */
const ANGLES: readonly number[] = ((): readonly number[] => {
  const halves = Array.from({ length: 56 }, (_, i) => 2 * Math.atan(2 ** (i - 44)));
  const angles = [...halves.map((angle) => -angle).toReversed(), 0, ...halves];
  return [...angles, (angles[0] ?? 0) + 2 * Math.PI];
})();

/** Returns neighbouring angles between whose paths the ball lies. */
function bracketsOf(from: (angle: number) => Traced | null): readonly (readonly [number, number])[] {
  const found: (readonly [number, number])[] = [];
  let before: { readonly angle: number; readonly miss_m: number } | null = null;
  for (const angle of ANGLES) {
    const traced = from(angle);
    if (traced && before && traced.miss_m * before.miss_m <= 0) found.push([before.angle, angle]);
    before = traced && { angle, miss_m: traced.miss_m };
  }
  return found;
}

function bisected(from: (angle: number) => Traced | null, low: number, high: number): Traced | null {
  const sign = Math.sign(from(low)?.miss_m ?? 0);
  let traced: Traced | null = null;
  for (let halves = 0; halves < 60; halves++) {
    const middle = (low + high) / 2;
    traced = from(middle);
    if (!traced) return null;
    if (Math.sign(traced.miss_m) === sign) low = middle;
    else high = middle;
  }
  return traced;
}

/** A path jumps where it turns back; the ball is on none of the paths beside a jump. */
const MISS_M_MAX = 1e-4;
const START_DEG_MAX = 60;

function puttOf(traced: Traced | null, hole_m: number): IdealPutt | null {
  if (!traced || Math.abs(traced.miss_m) > MISS_M_MAX) return null;
  const { vx, vy } = traced.start;
  const start_deg = degreesOf(vx, vy);
  if (Math.abs(start_deg) > START_DEG_MAX) return null;
  return { start_deg, speed_mps: lengthOf(vx, vy), aim_m: (hole_m * vy) / vx };
}

interface Traced {
  /** State at the start of the ball, where the path comes closest to the place of the ball. */
  readonly start: Ball;
  /** How far the path passes beside the place of the ball; the sign is the side. */
  readonly miss_m: number;
}

const STEPS_MAX = 400;
const STEP = 0.2;
const STEP_M_MAX = 0.1;

/** Rolls back from the hole until the start of the ball no longer comes closer to the place of the ball, (0, 0). */
function traceBack(ground: Ground, hole_m: number, speed_mps: number, angle: number, rolls: boolean): Traced | null {
  let now = ballAt(hole_m, speed_mps * Math.cos(angle), speed_mps * Math.sin(angle));
  let next = ballAt(0, 0, 0);
  let closes = false;
  const near = (hole_m / 2) * (hole_m / 2);
  const start = ballAt(0, 0, 0);
  const startOf = (ball: Ball, into: Ball): boolean =>
    rolls ? Object.assign(into, ball) !== null : unslide(ball, ground, into);
  for (let steps = 0; steps < STEPS_MAX; steps++) {
    if (!pullAt(ground, now.x, now.y, at)) return null;
    rollFor(now, ground, at, -stepOf(now, ground, at), next);
    // A slide is a small part of a putt: far from its start, the rolling ball tells as much.
    if (next.x * next.x + next.y * next.y > near) Object.assign(start, next);
    else if (!startOf(next, start)) return null;
    // A ball that dies at the hole may at last have rolled back downhill.
    closes ||= comesCloser(start) > 0;
    if (closes && comesCloser(start) <= 0) return closest(now, next, ground, startOf);
    [now, next] = [next, now];
  }
  return null;
}

const ballAt = (x: number, vx: number, vy: number): Ball => ({ t: 0, x, y: 0, vx, vy, slip_x: 0, slip_y: 0 });

/** Positive while a ball that rolls back comes closer to (0, 0). */
const comesCloser = ({ x, y, vx, vy }: Ball): number => x * vx + y * vy;

function stepOf(ball: Ball, ground: Ground, here: Pull): number {
  const speed = Math.sqrt(ball.vx * ball.vx + ball.vy * ball.vy);
  const h = (STEP * speed) / (ground.friction_mps2 + ROLL_PULL * Math.sqrt(here.x * here.x + here.y * here.y));
  return Math.min(h, STEP_M_MAX / (ground.x_factor * speed));
}

/** Finds the closest approach between two states of a path backwards. */
function closest(from: Ball, to: Ball, ground: Ground, startOf: (ball: Ball, into: Ball) => boolean): Traced | null {
  const [middle, start] = [ballAt(0, 0, 0), ballAt(0, 0, 0)];
  let [low, high] = [0, 1];
  for (let halves = 0; halves < 24; halves++) {
    const share = (low + high) / 2;
    between(from, to, ground.x_factor, share, middle);
    if (!startOf(middle, start)) return null;
    if (comesCloser(start) > 0) low = share;
    else high = share;
  }
  const { x, y, vx, vy } = start;
  return { start, miss_m: (x * vy - y * vx) / Math.sqrt(vx * vx + vy * vy) };
}
