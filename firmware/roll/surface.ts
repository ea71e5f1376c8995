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
}

/**
 * Returns a tilted plane.
 *
 * @param up_percent Rise towards the hole, −20..20; negative is downhill.
 * @param side_percent Fall to the right, −20..20; a putt breaks to the right if positive.
 */
export function planeOf({ up_percent, side_percent }: { readonly up_percent: number; readonly side_percent: number }) {
  const [x, y] = [up_percent / 100, -side_percent / 100];
  return {
    is_plane: true,
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
}

/** Returns a surface through heights on a grid: bicubic, by Catmull-Rom splines, so that its gradient is continuous. */
export function contoursOf(contours: Contours): Surface {
  const { columns, grid_m, left_m, top_m } = contours;
  const rows = Math.floor(contours.heights_mm.length / columns);
  const cells = cellsOf(contours, rows);
  return {
    is_plane: false,
    gradientAt(x_m, y_m, into) {
      const [u, v] = [(x_m - left_m) / grid_m, (y_m - top_m) / grid_m];
      const [column, row] = [Math.floor(u), Math.floor(v)];
      if (!(column >= 1 && column < columns - 2 && row >= 1 && row < rows - 2)) return false;
      gradientIn(cells, (row * columns + column) * TERMS, u - column, v - row, into);
      into.x /= grid_m;
      into.y /= grid_m;
      return true;
    },
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
