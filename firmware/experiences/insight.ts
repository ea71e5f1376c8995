// One sentence about a player's result: true, about this player, and worth knowing before the next set.

import type { KeptPutt } from '../persisted/putts.ts';
import { distanceText, type Units } from '../units.ts';
import type { Trend } from './experience.ts';
import { deviation, mean } from './putt.ts';

interface Finished {
  readonly trend: Trend;
  /** Trend value of this set; null if it has none. */
  readonly value: number | null;
  /** Trend values of this player's earlier sets, oldest first. */
  readonly earlier: readonly number[];
  /** This player's putts of the set. */
  readonly putts: readonly KeptPutt[];
  readonly units: Units;
}

/** Misses needed before their mean is worth a sentence. */
const MISSES_MIN = 3;
/** Sets that make up what is usual. */
const USUAL_SETS = 10;
/** Mean misses below these are not worth a sentence: share of the distance, and feet beside the line. */
const BIAS = { share: 0.04, feet: 0.25 } as const;

export function insightOf(finished: Finished): string {
  return bestText(finished) || allHoledText(finished) || biasText(finished) || usualText(finished);
}

/** Formats a trend value, such as `6 %`. */
export const valueText = (
  value: number,
  { digits, unit }: { readonly digits: number; readonly unit: string },
): string => `${value.toFixed(digits)}${unit && ` ${unit}`}`;

const isBetter = (a: number, b: number, { better }: Trend): boolean => (better === 'low' ? a < b : a > b);

/** Returns the best of these values. */
export const bestOf = (values: readonly number[], { better }: Pick<Trend, 'better'>): number =>
  better === 'low' ? Math.min(...values) : Math.max(...values);

function bestText({ trend, value, earlier }: Finished): string {
  if (value === null || earlier.length === 0) return '';
  const before = bestOf(earlier, trend);
  const [now, then] = [valueText(value, trend), valueText(before, trend)];
  return isBetter(value, before, trend) && now !== then
    ? `Best yet: ${trend.label.toLowerCase()} ${now}, before ${then}.`
    : '';
}

const allHoledText = ({ putts }: Finished): string =>
  putts.length >= MISSES_MIN && putts.every(({ verdict }) => verdict === 'holed') ? 'You holed every putt.' : '';

/** Says where the misses finish, if their mean is more than twice its standard error to one side. */
function biasText({ putts, units }: Finished): string {
  const misses = putts.filter(({ past_ft, verdict }) => past_ft !== null && verdict !== 'holed');
  if (misses.length < MISSES_MIN) return '';
  const isBias = (values: readonly number[], least: number): boolean =>
    Math.abs(mean(values)) >= Math.max(least, (2 * deviation(values)) / Math.sqrt(values.length));
  const along = misses.map(({ past_ft, target_ft }) => (past_ft ?? 0) / (target_ft ?? 1));
  const past = mean(along);
  if (isBias(along, BIAS.share))
    return `Your misses finish ${Math.abs(100 * past).toFixed(0)} % ${past < 0 ? 'short' : 'long'}.`;
  const across = misses.map(({ right_ft }) => right_ft ?? 0);
  const right = mean(across);
  if (!isBias(across, BIAS.feet)) return '';
  return `Your misses finish ${distanceText(Math.abs(right), units)} ${right < 0 ? 'left' : 'right'}.`;
}

function usualText({ trend, value, earlier }: Finished): string {
  if (value === null) return '';
  if (earlier.length === 0) return 'First result: one to beat.';
  const usual = mean(earlier.slice(-USUAL_SETS));
  const text = valueText(usual, trend);
  if (valueText(value, trend) === text) return `As usual: ${trend.label.toLowerCase()} ${text}.`;
  return `${isBetter(value, usual, trend) ? 'Better' : 'Worse'} than your usual ${text}.`;
}
