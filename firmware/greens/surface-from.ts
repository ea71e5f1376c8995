// Surface of a green from a formula for its height. Coordinates in metres from the hole: x along the line from the tee,
// y to its right. Every operation is +, −, ×, ÷ or a square root, so that all devices compute the same green.

import { contoursOf, type Gradient, type Surface } from '../roll/surface.ts';

/** Returns the height of a point, in any unit. */
export type HeightAt = (x_m: number, y_m: number) => number;

const GRID_M = 0.5;
/** Room behind the tee, behind the hole, and to each side, metres. */
const ROOM = { tee: 3, hole: 7, side: 7 } as const;
/** Places in a cell, each way, at which the slope is measured. */
const PROBES = 3;

/**
 * Samples a green for a putt of `length_m` and scales it so that its steepest place falls by `percent_max`. Beyond its
 * edge it continues with the slope it has there.
 */
export function surfaceFrom(heightAt: HeightAt, length_m: number, percent_max: number): Surface {
  const [left_m, top_m] = [-Math.ceil(length_m + ROOM.tee), -ROOM.side];
  const [columns, rows] = [(ROOM.hole - left_m) / GRID_M + 1, (2 * ROOM.side) / GRID_M + 1];
  const heights = Array.from({ length: columns * rows }, (_, i) =>
    heightAt(left_m + (i % columns) * GRID_M, top_m + Math.floor(i / columns) * GRID_M),
  );
  const place = { columns, grid_m: GRID_M, left_m, top_m, endless: true };
  const steepest = steepestOf(contoursOf({ ...place, heights_mm: heights }), left_m, top_m);
  const scale = steepest > 0 ? percent_max / 100 / steepest : 0;
  return contoursOf({ ...place, heights_mm: heights.map((height) => height * scale) });
}

/** Returns the largest gradient of a surface between a corner and the opposite one. */
function steepestOf(surface: Surface, left_m: number, top_m: number): number {
  const slope: Gradient = { x: 0, y: 0 };
  const step_m = GRID_M / PROBES;
  let square = 0;
  for (let x_m = left_m; x_m <= ROOM.hole; x_m += step_m)
    for (let y_m = top_m; y_m <= ROOM.side; y_m += step_m) {
      surface.gradientAt(x_m, y_m, slope);
      square = Math.max(square, slope.x * slope.x + slope.y * slope.y);
    }
  return Math.sqrt(square);
}

/** Returns a round hill of height 1 at a centre, level from `radius_m` on. */
export function hill(x_m: number, y_m: number, radius_m: number): HeightAt {
  return (x, y) => {
    const rest = 1 - ((x - x_m) * (x - x_m) + (y - y_m) * (y - y_m)) / (radius_m * radius_m);
    return rest > 0 ? rest * rest * rest : 0;
  };
}

/** Rises from 0 to 1 over a distance from a place, without an edge. */
export function step(at: number, from: number, over: number): number {
  const share = Math.max(0, Math.min(1, (at - from) / over));
  return share * share * (3 - 2 * share);
}
