// Affine maps of the plane: rotation of the picture on a display, and alignment of a touch screen with it.

import { fail, ok, type Result } from './errors.ts';

/** `[a, b, c, d, e, f]`, in the order of LIBINPUT_CALIBRATION_MATRIX: x' = a·x + b·y + c and y' = d·x + e·y + f. */
export type Affine = readonly [number, number, number, number, number, number];

export interface Point {
  readonly x: number;
  readonly y: number;
}

type Three<T> = readonly [T, T, T];

export const IDENTITY: Affine = [1, 0, 0, 0, 1, 0];

export const applied = ([a, b, c, d, e, f]: Affine, { x, y }: Point): Point => ({
  x: a * x + b * y + c,
  y: d * x + e * y + f,
});

/** Returns the map that applies `first`, then `then`. */
export function composed(then: Affine, first: Affine): Affine {
  const [a, b, c, d, e, f] = then;
  const [g, h, i, j, k, l] = first;
  return [a * g + b * j, a * h + b * k, a * i + b * l + c, d * g + e * j, d * h + e * k, d * i + e * l + f];
}

/** Returns the factor by which a map scales areas; negative if it mirrors. */
export const determinant = ([a, b, , d, e]: Affine): number => a * e - b * d;

/** Inverts a map, whose determinant must not be 0. */
export function inverse(map: Affine): Affine {
  const [a, b, c, d, e, f] = map;
  const by = determinant(map);
  return [e / by, -b / by, (b * f - c * e) / by, -d / by, a / by, (c * d - a * f) / by];
}

/** Returns the map from the triangle (0, 0), (1, 0), (0, 1) to this one. */
const ontoTriangle = ([o, p, q]: Three<Point>): Affine => [p.x - o.x, q.x - o.x, o.x, p.y - o.y, q.y - o.y, o.y];

/** Returns the area of a triangle; 0 if its points are collinear. */
export const areaOf = (points: Three<Point>): number => Math.abs(determinant(ontoTriangle(points))) / 2;

/** Returns the map that takes each of three points to its target. Errors: `bad_value` for collinear points. */
export function affineThrough(from: Three<Point>, to: Three<Point>): Result<Affine> {
  if (areaOf(from) === 0) return fail('bad_value', 'The three points are on one line.');
  return ok(composed(ontoTriangle(to), inverse(ontoTriangle(from))));
}
