// Motion of a ball on a surface. Forces per mass: while it slides, sliding friction against the slip of its contact
// point, and the pull of gravity along the surface; while it rolls, the friction of the green against its velocity, and
// 5/7 of the pull. The slip begins as the velocity of a ball without spin and answers to friction 7/2 times as fast as
// the velocity, since a solid sphere resists rotation with 2/5 m r² (docs/physics.md). On a plane, the end of a slide
// and the resting point have closed forms; between them Runge-Kutta steps follow the curve. Every operation is +, −, ×,
// ÷ or a square root, which IEEE 754 rounds correctly, so that each machine computes the same bits.

import { GRAVITY_MPS2, SLIDING_FRICTION } from './roll.ts';
import type { Gradient, Surface } from './surface.ts';

/** Share of the pull that moves a rolling ball. */
export const ROLL_PULL = 5 / 7;
/** Friction changes the slip so many times as fast as the velocity. */
export const SLIP_RATE = 7 / 2;

/** State of the ball, SI units. The slip is the velocity of its contact point, zero once it rolls. */
export interface Ball {
  t: number;
  x: number;
  y: number;
  vx: number;
  vy: number;
  slip_x: number;
  slip_y: number;
}

export interface Ground {
  readonly surface: Surface;
  /** Deceleration while rolling on a flat green, m/s². */
  readonly friction_mps2: number;
  /** Multiplier on every length. */
  readonly x_factor: number;
}

/** Pull of gravity along the surface, m/s², and the share of the weight that presses on it, at one place. */
export interface Pull {
  x: number;
  y: number;
  press: number;
}

const gradient: Gradient = { x: 0, y: 0 };

/** Writes the pull at a place. False outside the green. */
export function pullAt({ surface }: Ground, x_m: number, y_m: number, into: Pull): boolean {
  if (!surface.gradientAt(x_m, y_m, gradient)) return false;
  const press = 1 / Math.sqrt(1 + gradient.x * gradient.x + gradient.y * gradient.y);
  into.press = press;
  into.x = -GRAVITY_MPS2 * press * gradient.x;
  into.y = -GRAVITY_MPS2 * press * gradient.y;
  return true;
}

/** Time and way to a standstill of a body that a constant friction slows and a constant pull moves. */
interface Standstill {
  t: number;
  x: number;
  y: number;
}

/**
 * Computes the standstill in closed form: friction · |v| + pull · v falls linearly, and so do its moments
 * (docs/physics.md). Requires friction > |pull|.
 */
function standstillOf(
  vx: number,
  vy: number,
  friction: number,
  pull_x: number,
  pull_y: number,
  into: Standstill,
): void {
  const pull = Math.sqrt(pull_x * pull_x + pull_y * pull_y);
  const [down_x, down_y] = pull > 0 ? [pull_x / pull, pull_y / pull] : [1, 0];
  const speed = Math.sqrt(vx * vx + vy * vy);
  const down = vx * down_x + vy * down_y;
  const [across_x, across_y] = [vx - down * down_x, vy - down * down_y];
  const along =
    (2 * friction * speed * down + pull * (down * down + speed * speed)) / (4 * (friction * friction - pull * pull));
  const across = (2 * friction * speed + pull * down) / (4 * friction * friction - pull * pull);
  into.t = (friction * speed + pull * down) / (friction * friction - pull * pull);
  into.x = along * down_x + across * across_x;
  into.y = along * down_y + across * across_y;
}

const still: Standstill = { t: 0, x: 0, y: 0 };
const pull: Pull = { x: 0, y: 0, press: 1 };

/** Slides until the ball rolls, with the pull in the middle of the slide. False if it leaves the green. */
export function slide(ball: Ball, ground: Ground, into: Ball): boolean {
  if (!pullAt(ground, ball.x, ball.y, pull)) return false;
  if (!ground.surface.is_plane) {
    slideUnder(ball, ground, into);
    if (!pullAt(ground, (ball.x + into.x) / 2, (ball.y + into.y) / 2, pull)) return false;
  }
  slideUnder(ball, ground, into);
  return true;
}

function slideUnder(ball: Ball, { x_factor }: Ground, into: Ball): void {
  const friction = SLIP_RATE * SLIDING_FRICTION * GRAVITY_MPS2 * pull.press;
  standstillOf(ball.slip_x, ball.slip_y, friction, pull.x, pull.y, still);
  const { t } = still;
  // The velocity changes by 1/SLIP_RATE of the slip's change, and by the rest of the pull.
  const own = 1 / SLIP_RATE;
  into.t = ball.t + t;
  into.vx = ball.vx - own * ball.slip_x + ROLL_PULL * pull.x * t;
  into.vy = ball.vy - own * ball.slip_y + ROLL_PULL * pull.y * t;
  into.x = ball.x + x_factor * (ball.vx * t + own * (still.x - ball.slip_x * t) + (ROLL_PULL * pull.x * t * t) / 2);
  into.y = ball.y + x_factor * (ball.vy * t + own * (still.y - ball.slip_y * t) + (ROLL_PULL * pull.y * t * t) / 2);
  into.slip_x = 0;
  into.slip_y = 0;
}

/**
 * Returns how far a rolling ball can go at most if the ground stays as it is here, metres; Infinity where friction does
 * not hold it. `at`: pull at the ball.
 */
export function reachOf({ vx, vy }: Ball, { friction_mps2, x_factor }: Ground, at: Pull): number {
  const friction = friction_mps2 * at.press;
  const left = friction - ROLL_PULL * Math.sqrt(at.x * at.x + at.y * at.y);
  return left > 0 ? (x_factor * (vx * vx + vy * vy)) / (2 * left) : Infinity;
}

/** Rolls to the resting point, if the ground stays as it is here. Requires that friction holds. */
export function rollToRest(ball: Ball, { friction_mps2, x_factor }: Ground, at: Pull, into: Ball): void {
  standstillOf(ball.vx, ball.vy, friction_mps2 * at.press, ROLL_PULL * at.x, ROLL_PULL * at.y, still);
  into.t = ball.t + still.t;
  into.x = ball.x + x_factor * still.x;
  into.y = ball.y + x_factor * still.y;
  into.vx = 0;
  into.vy = 0;
}

/** Acceleration of a rolling ball, m/s². */
interface Rate {
  ax: number;
  ay: number;
}

const rates: readonly [Rate, Rate, Rate, Rate] = [
  { ax: 0, ay: 0 },
  { ax: 0, ay: 0 },
  { ax: 0, ay: 0 },
  { ax: 0, ay: 0 },
];

/** Writes the acceleration of a rolling ball. The pull at the last place is kept on a plane and outside the green. */
function rateAt(ground: Ground, x: number, y: number, vx: number, vy: number, at: Pull, into: Rate): void {
  if (!ground.surface.is_plane) pullAt(ground, x, y, at);
  const speed = Math.sqrt(vx * vx + vy * vy);
  const slowing = speed > 0 ? (ground.friction_mps2 * at.press) / speed : 0;
  into.ax = ROLL_PULL * at.x - slowing * vx;
  into.ay = ROLL_PULL * at.y - slowing * vy;
}

const inside: Pull = { x: 0, y: 0, press: 1 };

/** Rolls for `h` seconds: one classical Runge-Kutta step. `at`: pull at the ball. */
export function rollFor(ball: Ball, ground: Ground, at: Pull, h: number, into: Ball): void {
  const { x, y, vx, vy } = ball;
  const stretched = ground.x_factor * h;
  const [k1, k2, k3, k4] = rates;
  inside.x = at.x;
  inside.y = at.y;
  inside.press = at.press;
  const half = h / 2;
  rateAt(ground, x, y, vx, vy, inside, k1);
  const [vx2, vy2] = [vx + half * k1.ax, vy + half * k1.ay];
  rateAt(ground, x + (stretched / 2) * vx, y + (stretched / 2) * vy, vx2, vy2, inside, k2);
  const [vx3, vy3] = [vx + half * k2.ax, vy + half * k2.ay];
  rateAt(ground, x + (stretched / 2) * vx2, y + (stretched / 2) * vy2, vx3, vy3, inside, k3);
  const [vx4, vy4] = [vx + h * k3.ax, vy + h * k3.ay];
  rateAt(ground, x + stretched * vx3, y + stretched * vy3, vx4, vy4, inside, k4);
  into.t = ball.t + h;
  into.x = x + (stretched / 6) * (vx + 2 * vx2 + 2 * vx3 + vx4);
  into.y = y + (stretched / 6) * (vy + 2 * vy2 + 2 * vy3 + vy4);
  into.vx = vx + (h / 6) * (k1.ax + 2 * k2.ax + 2 * k3.ax + k4.ax);
  into.vy = vy + (h / 6) * (k1.ay + 2 * k2.ay + 2 * k3.ay + k4.ay);
  into.slip_x = 0;
  into.slip_y = 0;
}

/** Rounds in which the start of a slide settles, and the square of a change of speed that is as good as none. */
const [UNSLIDES, SPEED_ERROR] = [12, 1e-20];

/** Writes the state of a struck ball without spin that rolls as given after its slide. False outside the green. */
export function unslide(rolling: Ball, ground: Ground, into: Ball): boolean {
  const { x_factor } = ground;
  let [x, y] = [rolling.x, rolling.y];
  let [vx, vy] = [rolling.vx / ROLL_PULL, rolling.vy / ROLL_PULL];
  for (let round = 0; round < UNSLIDES; round++) {
    if (!pullAt(ground, (x + rolling.x) / 2, (y + rolling.y) / 2, pull)) return false;
    standstillOf(vx, vy, SLIP_RATE * SLIDING_FRICTION * GRAVITY_MPS2 * pull.press, pull.x, pull.y, still);
    const { t } = still;
    const own = 1 / SLIP_RATE;
    x = rolling.x - x_factor * ((1 - own) * vx * t + own * still.x + (ROLL_PULL * pull.x * t * t) / 2);
    y = rolling.y - x_factor * ((1 - own) * vy * t + own * still.y + (ROLL_PULL * pull.y * t * t) / 2);
    const [before_x, before_y] = [vx, vy];
    vx = rolling.vx / ROLL_PULL - pull.x * t;
    vy = rolling.vy / ROLL_PULL - pull.y * t;
    if (Math.max((vx - before_x) * (vx - before_x), (vy - before_y) * (vy - before_y)) < SPEED_ERROR) break;
  }
  Object.assign(into, { t: rolling.t - still.t, x, y, vx, vy, slip_x: vx, slip_y: vy });
  return true;
}
