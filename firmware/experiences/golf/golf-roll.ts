// Simulates a ball among walls and posts, through sand and into the cup: it slides, then rolls as on any green, bounces
// with reduced speed and drops as into any hole. The share of speed kept at a wall (0.75 perpendicular, 0.95 parallel)
// and the factor of four for sand are this project's choice. Steps of 1/240 s locate each touch exactly, so that a fast
// ball cannot pass through a wall.

import { captureSpeed, HOLE_RADIUS_M } from '../../roll/verdict.ts';
import { directionOf, lengthOf } from '../../roll/direction.ts';
import type { Roll } from '../../roll/roll.ts';
import { firstTouch, isInside, type Point } from './geometry.ts';
import type { Ground } from './hole.ts';

export const BALL_RADIUS_M = 0.021335;
const SLIDING_MPS2 = 0.3 * 9.80665;
const [ACROSS, ALONG] = [0.75, 0.95];
const SAND = 4;
const STEP_S = 1 / 240;
const STEPS_A_SAMPLE = 8;
const STEPS_MAX = 240 * 30;
const TOUCHES_A_STEP_MAX = 8;

export const SAMPLES_A_SECOND = 30;

export interface GolfRoll {
  /** Ball positions at 30 Hz; the last one is the end. */
  readonly path: readonly Point[];
  readonly lasts_s: number;
  readonly holed: boolean;
  readonly touches: number;
}

interface Ball {
  x: number;
  y: number;
  vx: number;
  vy: number;
}

/** Simulates the roll of a ball struck at `from` in a direction (degrees, 0 along x, positive to the right of it). */
export function rollOn(ground: Ground, from: Point, direction_deg: number, roll: Roll): GolfRoll {
  const { ball_speed_mps, roll_speed_mps } = roll;
  const direction = directionOf(direction_deg);
  const ball: Ball = {
    ...from,
    vx: ball_speed_mps * direction.x,
    vy: ball_speed_mps * direction.y,
  };
  const path: Point[] = [{ x: from.x, y: from.y }];
  let [slides, touches, steps] = [true, 0, 0];
  const end = (holed: boolean): GolfRoll => {
    path.push(holed ? ground.cup : { x: ball.x, y: ball.y });
    return { path, lasts_s: steps * STEP_S, holed, touches };
  };
  for (; steps < STEPS_MAX; steps++) {
    const speed = lengthOf(ball.vx, ball.vy);
    slides &&= speed > roll_speed_mps;
    const slower = slides
      ? Math.max(roll_speed_mps, speed - SLIDING_MPS2 * STEP_S)
      : Math.max(0, speed - roll.friction_mps2 * (inSand(ground, ball) ? SAND : 1) * STEP_S);
    if (slower === 0) return end(false);
    ball.vx *= slower / speed;
    ball.vy *= slower / speed;
    // Uses the mean speed of the step; the X factor scales lengths but not time.
    const step_s = (STEP_S * roll.x_factor * (speed + slower)) / (2 * slower);
    if (falls(ground.cup, ball, slower, step_s)) return end(true);
    const hits = move(ground, ball, step_s);
    touches += hits;
    if (hits > 0) slides = false;
    if ((steps + 1) % STEPS_A_SAMPLE === 0) path.push({ x: ball.x, y: ball.y });
  }
  return end(false);
}

const inSand = ({ sand }: Ground, at: Point): boolean => sand.some((patch) => isInside(at, patch));

/** Whether this step crosses the cup slowly enough to drop. */
function falls(cup: Point, { x, y, vx, vy }: Ball, speed: number, step_s: number): boolean {
  const [ux, uy] = [vx / speed, vy / speed];
  const along = (cup.x - x) * ux + (cup.y - y) * uy;
  const nearest = Math.min(Math.max(along, 0), speed * step_s);
  const gap = lengthOf(cup.x - x - ux * nearest, cup.y - y - uy * nearest);
  if (gap >= HOLE_RADIUS_M) return false;
  return speed <= captureSpeed(Math.abs((cup.x - x) * uy - (cup.y - y) * ux));
}

/** Moves the ball by one step with its bounces. Returns the number of touches. */
function move({ walls, posts }: Ground, ball: Ball, step_s: number): number {
  let left = 1;
  let touches = 0;
  while (left > 0 && touches < TOUCHES_A_STEP_MAX) {
    const to = { x: ball.x + ball.vx * step_s * left, y: ball.y + ball.vy * step_s * left };
    const touch = firstTouch(ball, to, BALL_RADIUS_M, walls, posts);
    if (!touch) {
      [ball.x, ball.y] = [to.x, to.y];
      return touches;
    }
    ball.x += (to.x - ball.x) * touch.at;
    ball.y += (to.y - ball.y) * touch.at;
    bounce(ball, touch.normal);
    left *= 1 - touch.at;
    touches++;
  }
  return touches;
}

function bounce(ball: Ball, { x: nx, y: ny }: Point): void {
  const across = ball.vx * nx + ball.vy * ny;
  const [tx, ty] = [ball.vx - across * nx, ball.vy - across * ny];
  ball.vx = ALONG * tx - ACROSS * across * nx;
  ball.vy = ALONG * ty - ACROSS * across * ny;
}
