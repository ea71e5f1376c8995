// Converts a swing drawn through the ball by hand to a strike: the head's speed and direction at the ball, and the
// curvature of its path.

import type { StrikeField } from '../connection/protocol.ts';

/** Position of the head relative to the ball, in units of the pad's drawing. */
export interface HeadPlace {
  readonly at_ms: number;
  readonly right: number;
  /** Distance towards the player; negative once past the ball. */
  readonly down: number;
}

/** Scale: the pad's mat is 0.52 m wide, so that the putter swings as fast as a hand moves a mouse. */
const M_PER_UNIT = 0.002;
const UNITS_PER_IN = 0.0254 / M_PER_UNIT;
/** Length of the path before the ball that is evaluated; the two rows of gates are 25 units apart. */
const WINDOW = 40;
const DEG_PER_RAD = 180 / Math.PI;

export interface HandStrike extends Readonly<Record<string, number>> {
  readonly club_speed_mps: number;
  readonly face_angle_deg: number;
  readonly face_rotation_deg_per_in: number;
}

/** Returns the strike; null until the head has passed through the ball from behind. The face is square to its path. */
export function strikeOfSwing(positions: readonly HeadPlace[], fields: readonly StrikeField[]): HandStrike | null {
  const through = positions.findIndex(({ down }, index) => down <= 0 && (positions[index - 1]?.down ?? 0) > 0);
  if (through < 1) return null;
  const before = positions.slice(0, through);
  // Start of the last forward movement.
  const from = before.findLastIndex(
    ({ down }, index) => down > WINDOW || down <= (before[index + 1]?.down ?? -Infinity),
  );
  const counted = positions.slice(Math.max(0, from), through + 1);
  const { slope: units_per_ms } = lineThrough(counted.map(({ at_ms, down }) => [at_ms, -down]));
  if (!(units_per_ms > 0)) return null;
  const { slope, bend } = curveThrough(counted.map(({ right, down }) => [-down, right]));
  const limited = (name: string, value: number, scale: number): number => {
    const field = fields.find((each) => each.name === name);
    return Math.round(Math.min(Math.max(value, field?.min ?? value), field?.max ?? value) * scale) / scale + 0;
  };
  return {
    club_speed_mps: limited('club_speed_mps', units_per_ms * Math.hypot(1, slope) * 1000 * M_PER_UNIT, 100),
    face_angle_deg: limited('face_angle_deg', Math.atan(slope) * DEG_PER_RAD, 10),
    // Curvature of the path: y'' / (1 + y'²)^(3/2).
    face_rotation_deg_per_in: limited(
      'face_rotation_deg_per_in',
      ((2 * bend) / (1 + slope * slope) ** 1.5) * DEG_PER_RAD * UNITS_PER_IN,
      10,
    ),
  };
}

type Point = readonly [x: number, y: number];

/** Fits a line by least squares. */
function lineThrough(points: readonly Point[]): { readonly slope: number } {
  const [x0, y0] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))];
  const xx = sum(points.map(([x]) => (x - x0) ** 2));
  return { slope: sum(points.map(([x, y]) => (x - x0) * (y - y0))) / xx };
}

/**
 * Fits y = a + slope·x + bend·x² by least squares, so that `slope` applies at x = 0, the ball. Falls back to a line for
 * too few points.
 */
function curveThrough(points: readonly Point[]): { readonly slope: number; readonly bend: number } {
  const power = (n: number): number => sum(points.map(([x]) => x ** n));
  const moment = (n: number): number => sum(points.map(([x, y]) => y * x ** n));
  const [s0, s1, s2, s3, s4] = [points.length, power(1), power(2), power(3), power(4)];
  const [m0, m1, m2] = [moment(0), moment(1), moment(2)];
  const det = (a: number, b: number, c: number, d: number, e: number, f: number, g: number, h: number, i: number) =>
    a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  const whole = det(s0, s1, s2, s1, s2, s3, s2, s3, s4);
  if (points.length < 4 || Math.abs(whole) < 1e-6) return { ...lineThrough(points), bend: 0 };
  return {
    slope: det(s0, m0, s2, s1, m1, s3, s2, m2, s4) / whole,
    bend: det(s0, s1, m0, s1, s2, m1, s2, s3, m2) / whole,
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const mean = (values: readonly number[]): number => sum(values) / values.length;
