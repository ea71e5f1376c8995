// Collisions of a moving ball with walls and posts: finds the first touch and its normal. Pure 2D geometry; lengths in
// metres.

import { lengthOf } from '../../roll/direction.ts';
import { assertDefined } from '../../../wire/errors.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

export type Wall = readonly [from: Point, to: Point];

export interface Circle extends Point {
  readonly radius: number;
}

interface Touch {
  /** Share of the path covered when the ball touches, 0..1. */
  readonly at: number;
  /** Unit vector from the touched object to the ball. */
  readonly normal: Point;
}

/**
 * Threshold for moving towards the object: a ball that touches but moves away does not count as touching, so it can
 * leave a wall it rests against.
 */
const AWAY = -1e-12;

/** Returns the first touch of a ball of this radius on its path between two points; null if none. */
export function firstTouch(
  from: Point,
  to: Point,
  radius: number,
  walls: readonly Wall[],
  posts: readonly Circle[],
): Touch | null {
  let first: Touch | null = null;
  const take = (touch: Touch | null): void => {
    if (touch && (first === null || touch.at < first.at)) first = touch;
  };
  for (const wall of walls) {
    const [a, b] = wall;
    if (!isNear(from, to, radius, a, b)) continue;
    take(touchOfWall(from, to, radius, wall));
    for (const { x, y } of wall) take(touchOfCircle(from, to, { x, y, radius }));
  }
  for (const post of posts)
    if (isNear(from, to, post.radius + radius, post, post))
      take(touchOfCircle(from, to, { x: post.x, y: post.y, radius: post.radius + radius }));
  return first;
}

/** Exceeds any rounding error, so that a skipped wall cannot be touched. */
const SLACK_M = 1e-6;

/**
 * Whether the bounding boxes of the path and of the two points are within reach of each other: most walls are far from
 * a short step.
 */
function isNear(from: Point, to: Point, reach: number, a: Point, b: Point): boolean {
  const far = reach + SLACK_M;
  return (
    Math.min(from.x, to.x) - far <= Math.max(a.x, b.x) &&
    Math.max(from.x, to.x) + far >= Math.min(a.x, b.x) &&
    Math.min(from.y, to.y) - far <= Math.max(a.y, b.y) &&
    Math.max(from.y, to.y) + far >= Math.min(a.y, b.y)
  );
}

function touchOfWall(from: Point, to: Point, radius: number, [a, b]: Wall): Touch | null {
  const [wx, wy] = [b.x - a.x, b.y - a.y];
  const length = lengthOf(wx, wy);
  const side = (wx * (from.y - a.y) - wy * (from.x - a.x)) / length;
  const sign = side >= 0 ? 1 : -1;
  const normal = { x: (-wy / length) * sign, y: (wx / length) * sign };
  const closing = (to.x - from.x) * normal.x + (to.y - from.y) * normal.y;
  if (closing >= AWAY) return null;
  const at = (radius - Math.abs(side)) / closing;
  // A ball that is already too near touches now.
  return at > 1 ? null : touchWithin(Math.max(0, at), normal, from, to, a, wx, wy, length);
}

/** Returns the touch if it lies between the ends of the wall. */
function touchWithin(
  at: number,
  normal: Point,
  from: Point,
  to: Point,
  a: Point,
  wx: number,
  wy: number,
  length: number,
): Touch | null {
  const [x, y] = [from.x + (to.x - from.x) * at, from.y + (to.y - from.y) * at];
  const along = ((x - a.x) * wx + (y - a.y) * wy) / (length * length);
  return along >= 0 && along <= 1 ? { at, normal } : null;
}

function touchOfCircle(from: Point, to: Point, { x, y, radius }: Circle): Touch | null {
  const [dx, dy, fx, fy] = [to.x - from.x, to.y - from.y, from.x - x, from.y - y];
  const [a, b, c] = [dx * dx + dy * dy, fx * dx + fy * dy, fx * fx + fy * fy - radius * radius];
  if (a === 0 || b >= AWAY) return null;
  const root = b * b - a * c;
  if (root < 0) return null;
  const at = Math.max(0, (-b - Math.sqrt(root)) / a);
  if (at > 1) return null;
  const [px, py] = [fx + dx * at, fy + dy * at];
  const length = lengthOf(px, py) || 1;
  return { at, normal: { x: px / length, y: py / length } };
}

/** Whether a point lies within a closed outline. */
export function isInside({ x, y }: Point, outline: readonly Point[]): boolean {
  let inside = false;
  outline.forEach((a, i) => {
    const b = assertDefined(outline[(i + 1) % outline.length], 'corner');
    if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) inside = !inside;
  });
  return inside;
}

/** Returns the sides of a closed outline. */
export const sidesOf = (outline: readonly Point[]): readonly Wall[] =>
  outline.map((from, i): Wall => [from, assertDefined(outline[(i + 1) % outline.length], 'corner')]);
