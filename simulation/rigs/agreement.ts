// Agreement of two sensors per figure: bias, spread and worst case of B − A over the same strokes, against the error
// budget of docs/physics.md. Method of Bland and Altman (Lancet, 1986): 95 % of differences lie within bias ± 1.96 SD.

import type { StrikeValues } from '../../hal/sensor/swing.ts';
import type { Pair } from './pairing.ts';

interface FigureKind {
  readonly name: keyof Omit<StrikeValues, 'clamped'>;
  readonly label: string;
  /** Unit of the differences. */
  readonly unit: string;
  /** Maximum error of a sensor, in either direction. */
  readonly budget: number;
  readonly digits: number;
}

/** Speed is compared as a percentage of A. */
const FIGURES: readonly FigureKind[] = [
  { name: 'club_speed_mps', label: 'Club speed', unit: '%', budget: 1, digits: 2 },
  { name: 'face_angle_deg', label: 'Face angle', unit: '°', budget: 0.15, digits: 3 },
  { name: 'face_rotation_deg_per_in', label: 'Face rotation', unit: '°/in', budget: 0.1, digits: 3 },
  { name: 'attack_angle_deg', label: 'Attack angle', unit: '°', budget: 0.25, digits: 3 },
  { name: 'left_inner_proportion', label: 'Left side', unit: '', budget: 0.005, digits: 4 },
  { name: 'right_inner_proportion', label: 'Right side', unit: '', budget: 0.005, digits: 4 },
];

interface Difference {
  /** Mean of both values, in the figure's own unit. */
  readonly mean: number;
  readonly difference: number;
}

export interface Agreement {
  readonly kind: FigureKind;
  readonly differences: readonly Difference[];
  readonly n: number;
  /**
   * Mean of the differences, and half the width of its 95 % confidence interval (Student's t). NaN if there are too
   * few.
   */
  readonly bias: number;
  readonly confidence: number;
  /** Standard deviation of the differences. */
  readonly sd: number;
  /** Largest difference, with its sign. */
  readonly worst: number;
  readonly verdict: 'within' | 'biased' | 'scattered' | 'too few';
}

/** Compares all figures. `biased`, `scattered`: B exceeds the budget too often because of its bias or its spread. */
export const agreementsOf = (pairs: readonly Pair[]): readonly Agreement[] =>
  FIGURES.map((kind) => agreementOf(kind, pairs));

/** Standard deviations that contain 95 % of the differences. */
const LIMITS_SD = 1.96;

export const limitOf = ({ sd }: Pick<Agreement, 'sd'>): number => LIMITS_SD * sd;

function agreementOf(kind: FigureKind, pairs: readonly Pair[]): Agreement {
  const differences = pairs.flatMap((pair) => differenceOf(kind, pair));
  const values = differences.map(({ difference }) => difference);
  const n = values.length;
  const bias = values.reduce((sum, value) => sum + value, 0) / n;
  const sd = Math.sqrt(values.reduce((sum, value) => sum + (value - bias) ** 2, 0) / (n - 1));
  const confidence = (studentT(n - 1) * sd) / Math.sqrt(n);
  const worst = values.reduce((most, value) => (Math.abs(value) > Math.abs(most) ? value : most), 0);
  return {
    kind,
    differences,
    n,
    bias,
    confidence,
    sd,
    worst,
    verdict: verdictOf(kind.budget, { n, bias, confidence, sd }),
  };
}

/** Returns no difference for a figure that a sensor has not measured or has clamped. */
function differenceOf({ name }: FigureKind, { a, b }: Pair): readonly Difference[] {
  const [one, other] = [a[name], b[name]];
  const is_end = name.endsWith('proportion') && (a.clamped || b.clamped);
  if (one === null || other === null || is_end) return [];
  const difference = name === 'club_speed_mps' ? ((other - one) / one) * 100 : other - one;
  return [{ mean: (one + other) / 2, difference }];
}

function verdictOf(
  budget: number,
  { n, bias, confidence, sd }: Pick<Agreement, 'n' | 'bias' | 'confidence' | 'sd'>,
): Agreement['verdict'] {
  if (n < 2) return 'too few';
  const off = Math.abs(bias);
  if (off - confidence > budget) return 'biased';
  if (limitOf({ sd }) > budget) return 'scattered';
  if (off + limitOf({ sd }) > budget) return off > confidence ? 'biased' : 'scattered';
  return off + confidence > budget ? 'too few' : 'within';
}

/** Two-sided Student's t for 95 %, by degrees of freedom from 1: NIST/SEMATECH e-Handbook, 1.3.6.7.2. */
const T_95: readonly number[] = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131, 2.12, 2.11,
  2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042,
];
const T_95_FROM: readonly (readonly [freedom: number, t: number])[] = [
  [120, 1.98],
  [60, 2],
  [40, 2.021],
  [30, 2.042],
];

/** Uses the row above for values between two rows, which is the wider one. NaN below 1. */
const studentT = (freedom: number): number =>
  T_95[freedom - 1] ?? T_95_FROM.find(([from]) => freedom >= from)?.[1] ?? Number.NaN;
