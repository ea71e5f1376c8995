// Statistics of a player's putts (docs/my-putting.md gives the sources).

import type { KeptPutt } from '../persisted/putts.ts';
import { deviation, mean } from './putt.ts';

/** Distances of the make percentages, feet. A putt counts for the nearest one, by ratio. */
const MAKE_DISTANCES_FT = [3, 6, 10, 15, 20, 30] as const;
/** A putt this far from the nearest distance counts for none. */
const RATIO_MAX = 1.5;
/** Span of recent putts, back from the player's last one. */
const RECENT_S = 30 * 24 * 3600;
/** Putts needed before a figure is shown. */
const PUTTS_MIN = 5;

export interface MakeRate {
  readonly feet: number;
  readonly count: number;
  readonly made: number;
  /** Range that holds the true rate with 95 % confidence, shares of 1. */
  readonly low: number;
  readonly high: number;
}

/** A mean or spread and the number of putts behind it; null value if they are too few. */
export interface Figure {
  readonly value: number | null;
  readonly count: number;
}

/** A mean with the standard deviation of its values. */
interface SpreadFigure extends Figure {
  readonly spread: number;
}

export interface PuttingFigures {
  /** Mean distance left by putts at a hole; 0 for a holed one. Feet. */
  readonly leave_ft: Figure;
  /** Mean of the ball speed over the wanted one, less 1. */
  readonly speed_bias: Figure;
  /** Standard deviation of the ball speed over the wanted one. */
  readonly speed_spread: Figure;
  /** Standard deviation of the face angle. Degrees. */
  readonly face_spread_deg: Figure;
  /** Mean time away of the club, and its standard deviation. Seconds. */
  readonly time_away_s: SpreadFigure;
}

export interface PuttingStats {
  readonly count: number;
  readonly rates: readonly MakeRate[];
  readonly all: PuttingFigures;
  /** Putts of the last 30 days, and those before them. */
  readonly recent: PuttingFigures;
  readonly before: PuttingFigures;
}

export function statsOf(putts: readonly KeptPutt[]): PuttingStats {
  const newest_s = putts.reduce((newest, { unix_s }) => Math.max(newest, unix_s), 0);
  const dated = putts.filter(({ unix_s }) => unix_s > 0);
  const isRecent = ({ unix_s }: KeptPutt): boolean => unix_s > newest_s - RECENT_S;
  return {
    count: putts.length,
    rates: MAKE_DISTANCES_FT.map((feet) => rateAt(putts, feet)),
    all: figuresOf(putts),
    recent: figuresOf(dated.filter((putt) => isRecent(putt))),
    before: figuresOf(dated.filter((putt) => !isRecent(putt))),
  };
}

/** Returns the distance for which a putt counts; null if none is near. */
function distanceOf(target_ft: number): number | null {
  const ratio = (feet: number): number => Math.max(feet / target_ft, target_ft / feet);
  const nearest = MAKE_DISTANCES_FT.reduce((best, feet) => (ratio(feet) < ratio(best) ? feet : best));
  return ratio(nearest) <= RATIO_MAX ? nearest : null;
}

function rateAt(putts: readonly KeptPutt[], feet: number): MakeRate {
  const at = putts.filter(
    ({ target_ft, verdict }) => verdict !== '' && target_ft !== null && distanceOf(target_ft) === feet,
  );
  const made = at.filter(({ verdict }) => verdict === 'holed').length;
  return { feet, count: at.length, made, ...wilson(made, at.length) };
}

/** Normal quantile of 95 %. */
const Z = 1.96;

/** Returns the score interval of a proportion (Wilson 1927, doi:10.1080/01621459.1927.10502953). */
export function wilson(made: number, count: number): { readonly low: number; readonly high: number } {
  if (count === 0) return { low: 0, high: 1 };
  const rate = made / count;
  const middle = rate + Z ** 2 / (2 * count);
  const half = Z * Math.sqrt((rate * (1 - rate)) / count + Z ** 2 / (4 * count ** 2));
  const whole = 1 + Z ** 2 / count;
  return { low: Math.max(0, (middle - half) / whole), high: Math.min(1, (middle + half) / whole) };
}

function figuresOf(putts: readonly KeptPutt[]): PuttingFigures {
  const leaves = putts.flatMap(({ verdict, leave_ft }) => (verdict === '' || leave_ft === null ? [] : [leave_ft]));
  const speeds = putts.flatMap(({ ball_speed_mps, wanted_speed_mps }) =>
    wanted_speed_mps ? [ball_speed_mps / wanted_speed_mps - 1] : [],
  );
  const faces = putts.map(({ face_angle_deg }) => face_angle_deg);
  const times = putts.flatMap(({ time_away_s }) => time_away_s ?? []);
  return {
    leave_ft: figure(leaves, mean),
    speed_bias: figure(speeds, mean),
    speed_spread: figure(speeds, deviation),
    face_spread_deg: figure(faces, deviation),
    time_away_s: { ...figure(times, mean), spread: deviation(times) },
  };
}

const figure = (values: readonly number[], of: (values: readonly number[]) => number): Figure => ({
  value: values.length < PUTTS_MIN ? null : of(values),
  count: values.length,
});
