// Surfaces of a green: a plane, or smooth contours. Coordinates in metres from the ball: x towards the hole, y to the
// right. The roll needs only the gradient of the height. Every operation is +, −, ×, ÷, floor or a square root, which
// IEEE 754 rounds correctly, so that each machine computes the same bits.

/** Gradient of the height: rise over distance towards x and y. */
export interface Gradient {
  x: number;
  y: number;
}

export interface Surface {
  /** Whether the gradient is the same everywhere. */
  readonly is_plane: boolean;
  /** Writes the gradient at a point into `into`. False outside the green. */
  gradientAt(x_m: number, y_m: number, into: Gradient): boolean;
  /** Returns the height of a point in metres; NaN outside the green. */
  heightAt(x_m: number, y_m: number): number;
}

/** Slope of a plane as the player of a putt sees it. */
export interface PlaneSlope {
  /** Rise towards the hole, −20..20; negative is downhill. */
  readonly up_percent: number;
  /** Fall to the right, −20..20; a putt breaks to the right if positive. */
  readonly side_percent: number;
}

/** Returns a tilted plane. */
export function planeOf({ up_percent, side_percent }: PlaneSlope) {
  const [x, y] = [up_percent / 100, -side_percent / 100];
  return {
    is_plane: true,
    heightAt: (x_m, y_m) => x * x_m + y * y_m,
    gradientAt(_x_m, _y_m, into) {
      into.x = x;
      into.y = y;
      return true;
    },
  } satisfies Surface;
}

export interface Contours {
  /** Heights in millimetres, row by row: along x first, then along y. */
  readonly heights_mm: readonly number[];
  /** Points in a row: at least 4. */
  readonly columns: number;
  /** Distance of the points, metres. */
  readonly grid_m: number;
  /** Place of the first point, metres. */
  readonly left_m: number;
  readonly top_m: number;
  /** Whether the green continues beyond its edge with the slope that it has there. Default: it ends. */
  readonly endless?: boolean;
}

/** Returns a surface through heights on a grid: bicubic, by Catmull-Rom splines, so that its gradient is continuous. */
export function contoursOf(contours: Contours): Surface {
  const { columns, grid_m, left_m, top_m, endless = false } = contours;
  const rows = Math.floor(contours.heights_mm.length / columns);
  const cells = cellsOf(contours, rows);
  const cell: Cell = { first: 0, s: 0, t: 0, beyond_x: 0, beyond_y: 0 };
  const slope: Gradient = { x: 0, y: 0 };
  /** Finds the cell of a point, or of the nearest point of an endless green. */
  const find = (x_m: number, y_m: number): boolean => {
    const [u, v] = [(x_m - left_m) / grid_m, (y_m - top_m) / grid_m];
    const [in_u, in_v] = [within(u, 1, columns - 2), within(v, 1, rows - 2)];
    if (Number.isNaN(u + v) || (!endless && (u !== in_u || v !== in_v))) return false;
    const [column, row] = [Math.min(Math.floor(in_u), columns - 3), Math.min(Math.floor(in_v), rows - 3)];
    cell.first = (row * columns + column) * TERMS;
    [cell.s, cell.t] = [in_u - column, in_v - row];
    [cell.beyond_x, cell.beyond_y] = [u - in_u, v - in_v];
    return true;
  };
  return {
    is_plane: false,
    gradientAt(x_m, y_m, into) {
      const u = (x_m - left_m) / grid_m;
      const v = (y_m - top_m) / grid_m;
      const column = Math.floor(u);
      const row = Math.floor(v);
      // Most places are inside: a roll asks for several of them in each step.
      if (column >= 1 && column < columns - 2 && row >= 1 && row < rows - 2)
        gradientIn(cells, (row * columns + column) * TERMS, u - column, v - row, into);
      else if (find(x_m, y_m)) gradientIn(cells, cell.first, cell.s, cell.t, into);
      else return false;
      into.x /= grid_m;
      into.y /= grid_m;
      return true;
    },
    heightAt(x_m, y_m) {
      if (!find(x_m, y_m)) return Number.NaN;
      gradientIn(cells, cell.first, cell.s, cell.t, slope);
      return heightIn(cells, cell.first, cell.s, cell.t) + slope.x * cell.beyond_x + slope.y * cell.beyond_y;
    },
  };
}

const within = (value: number, min: number, max: number): number => (value < min ? min : value > max ? max : value);

/** A point in its cell, and how far it is beyond the edge of the grid, in cells. */
interface Cell {
  first: number;
  s: number;
  t: number;
  beyond_x: number;
  beyond_y: number;
}

/**
 * Returns the surface as a ball sees it: x from the ball to the hole, y to the right. `ball_x_m`, `ball_y_m`: place of
 * the ball on the surface, whose hole is at 0, 0.
 */
export function seenFrom(surface: Surface, ball_x_m: number, ball_y_m: number): Surface {
  const distance_m = Math.sqrt(ball_x_m * ball_x_m + ball_y_m * ball_y_m);
  const [x, y] = distance_m > 0 ? [-ball_x_m / distance_m, -ball_y_m / distance_m] : [1, 0];
  return {
    is_plane: surface.is_plane,
    gradientAt(along_m, right_m, into) {
      if (!surface.gradientAt(ball_x_m + x * along_m - y * right_m, ball_y_m + y * along_m + x * right_m, into))
        return false;
      const along = x * into.x + y * into.y;
      into.y = x * into.y - y * into.x;
      into.x = along;
      return true;
    },
    heightAt: (along_m, right_m) =>
      surface.heightAt(ball_x_m + x * along_m - y * right_m, ball_y_m + y * along_m + x * right_m),
  };
}

/** Terms of the polynomial of a cell: the coefficient of s^i t^j is at 4 i + j. */
const TERMS = 16;

/** Returns the polynomials of all cells that have neighbours on each side, in metres. */
function cellsOf({ heights_mm, columns }: Contours, rows: number): Float64Array {
  const heights = Float64Array.from(heights_mm, (height) => height / 1000);
  const cells = new Float64Array(rows * columns * TERMS);
  const along = new Float64Array(TERMS);
  for (let row = 1; row < rows - 2; row++)
    for (let column = 1; column < columns - 2; column++) {
      for (let i = 0; i < 4; i++) spline(heights, (row - 1 + i) * columns + column - 1, along, i, 4);
      for (let i = 0; i < 4; i++) spline(along, 4 * i, cells, (row * columns + column) * TERMS + 4 * i, 1);
    }
  return cells;
}

/** Writes the coefficients of a Catmull-Rom spline through four values, between the second and the third. */
function spline(values: Float64Array, first: number, into: Float64Array, at: number, stride: number): void {
  const [a, b] = [values[first] ?? 0, values[first + 1] ?? 0];
  const [c, d] = [values[first + 2] ?? 0, values[first + 3] ?? 0];
  into[at] = b;
  into[at + stride] = (c - a) / 2;
  into[at + 2 * stride] = (2 * a - 5 * b + 4 * c - d) / 2;
  into[at + 3 * stride] = (3 * (b - c) + d - a) / 2;
}

/** Writes the gradient of a cell's polynomial at s, t = 0..1, per cell. */
function gradientIn(cells: Float64Array, first: number, s: number, t: number, into: Gradient): void {
  into.x = 0;
  into.y = 0;
  for (let i = 3; i >= 0; i--) {
    const at = first + 4 * i;
    const [a, b] = [cells[at] ?? 0, cells[at + 1] ?? 0];
    const [c, d] = [cells[at + 2] ?? 0, cells[at + 3] ?? 0];
    into.y = into.y * s + (b + t * (2 * c + 3 * t * d));
    if (i > 0) into.x = into.x * s + i * (a + t * (b + t * (c + t * d)));
  }
}

/** Returns the height of a cell's polynomial at s, t = 0..1, metres. */
function heightIn(cells: Float64Array, first: number, s: number, t: number): number {
  let height = 0;
  for (let i = 3; i >= 0; i--) {
    const at = first + 4 * i;
    const [a, b] = [cells[at] ?? 0, cells[at + 1] ?? 0];
    const [c, d] = [cells[at + 2] ?? 0, cells[at + 3] ?? 0];
    height = height * s + (a + t * (b + t * (c + t * d)));
  }
  return height;
}
