// Converts successive SVG path segments to absolute M, L, Q, C and Z; a segment's meaning depends on those before it.
// Counts points and subpaths (R120).

import { addArc } from './arc-cubics.ts';
import { isDrawable } from './scan-path.ts';

/** R120: limits per path. */
export const PATH_POINTS_MAX = 2048;
export const PATH_SUBPATHS_MAX = 64;

export type PathCommand = 'M' | 'L' | 'H' | 'V' | 'C' | 'S' | 'Q' | 'T' | 'A' | 'Z';

/** Reason a segment is rejected: a coordinate is infinite in single precision, or a limit is exceeded. */
type Refusal = 'endless' | 'points' | 'subpaths';

export interface PathPen {
  /**
   * Adds a whole segment or nothing of it. `numbers`: starts with the command's arguments, flags as 0 and 1. Returns
   * the reason if rejected, else null.
   */
  add(command: PathCommand, relative: boolean, numbers: readonly number[]): Refusal | null;
  /** Returns one letter of M, L, Q, C, Z per segment. */
  commands(): string;
  /** Returns the points of the segments, alternating x and y. */
  points(): readonly number[];
  subpaths(): number;
}

/** Normalised form of each command. */
const LETTER = { M: 'M', L: 'L', H: 'L', V: 'L', C: 'C', S: 'C', Q: 'Q', T: 'Q', A: 'C' } as const;
/** Number of coordinates (end and control points) per segment. */
const COORDINATES = { M: 2, L: 2, C: 6, S: 4, Q: 4, T: 2 } as const;
/** Curve type that a smooth curve can continue, by command; otherwise its first control point is the current point. */
const CURVE = { M: null, L: null, H: null, V: null, C: 'C', S: 'C', Q: 'Q', T: 'Q', A: null } as const;

export function createPathPen(): PathPen {
  const points: number[] = [];
  let [commands, subpaths, closed] = ['', 0, false];
  let [x, y, start_x, start_y] = [0, 0, 0, 0];
  let curve: 'C' | 'Q' | null = null;

  const addMirrored = (of: 'C' | 'Q'): void => {
    const last = points.length;
    if (curve !== of) points.push(x, y);
    else points.push(2 * x - (points[last - 4] ?? x), 2 * y - (points[last - 3] ?? y));
  };
  /** Adds an arc; drops one that ends where it starts, and draws a line if a radius is 0. */
  const addArcOrLine = (n: readonly number[], base_x: number, base_y: number): 'C' | 'L' => {
    const [rx = 0, ry = 0, rotation_deg = 0, large = 0, sweep = 0, end_x = 0, end_y = 0] = n;
    const end = { x: base_x + end_x, y: base_y + end_y };
    if (end.x === x && end.y === y) return 'C';
    if (rx !== 0 && ry !== 0)
      addArc(points, { x0: x, y0: y, rx, ry, rotation_deg, large: large === 1, sweep: sweep === 1, ...end });
    else points.push(end.x, end.y);
    return rx !== 0 && ry !== 0 ? 'C' : 'L';
  };
  const addPoints = (
    command: Exclude<PathCommand, 'Z'>,
    relative: boolean,
    n: readonly number[],
  ): 'M' | 'L' | 'Q' | 'C' => {
    const [base_x, base_y] = relative ? [x, y] : [0, 0];
    if (command === 'A') return addArcOrLine(n, base_x, base_y);
    if (command === 'H') points.push(base_x + (n[0] ?? 0), y);
    else if (command === 'V') points.push(x, base_y + (n[0] ?? 0));
    else {
      if (command === 'S' || command === 'T') addMirrored(LETTER[command]);
      for (let i = 0; i < COORDINATES[command]; i += 2) points.push(base_x + (n[i] ?? 0), base_y + (n[i + 1] ?? 0));
    }
    return LETTER[command];
  };
  const close = (): void => {
    if (!closed) commands += 'Z'; // a repeated Z closes nothing
    [closed, x, y, curve] = [true, start_x, start_y, null];
  };
  return {
    add(command, relative, numbers) {
      if (command === 'Z') {
        close();
        return null;
      }
      const before = points.length;
      const letter = addPoints(command, relative, numbers);
      const opens = command === 'M' || (closed && points.length > before);
      const refusal = refusalOf(points, before, opens ? subpaths + 1 : subpaths);
      if (refusal !== null) {
        points.length = before;
        return refusal;
      }
      if (opens) [subpaths, closed] = [subpaths + 1, false];
      curve = CURVE[command];
      if (points.length === before) return null;
      commands += letter === 'C' ? 'C'.repeat((points.length - before) / 6) : letter;
      [x, y] = [points[points.length - 2] ?? x, points[points.length - 1] ?? y];
      if (command === 'M') [start_x, start_y] = [x, y];
      return null;
    },
    commands: () => commands,
    points: () => points,
    subpaths: () => subpaths,
  };
}

function refusalOf(points: readonly number[], added_from: number, subpaths: number): Refusal | null {
  for (let n = added_from; n < points.length; n++) if (!isDrawable(points[n] ?? 0)) return 'endless';
  if (points.length / 2 > PATH_POINTS_MAX) return 'points';
  return subpaths > PATH_SUBPATHS_MAX ? 'subpaths' : null;
}
