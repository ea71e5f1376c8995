// Scoring of a putt at a called distance, shared by the drills that call one: within 5 % is a hit, and a run of hits is
// a streak (C96).

import { distanceFeet, mean, type Putt } from '../putt.ts';
import type { SetFigure, Remark } from '../set-rules.ts';
import { pointsOf, shareText, streakOf, type DrillPutt } from './drill.ts';

/** C96: tolerance of a hit, as a share of the called distance. */
export const HIT_WITHIN = 0.05;

/** `value`: how far the ball rolled past the distance, in percent of it; negative if short. */
export const CALLED_DISTANCE = {
  trend: { label: 'Mean error', unit: '%', digits: 0, better: 'low', values: { min: 0, max: 99_999 } },
  values: { min: -100, max: 99_999 },
  points_max: 1,
  score(putt: Putt, called_ft: number): DrillPutt {
    const value = (100 * (distanceFeet(putt) - called_ft)) / called_ft;
    return { value, points: Math.abs(value) <= 100 * HIT_WITHIN ? 1 : 0 };
  },
  remark: ({ value, points }: DrillPutt): Remark => ({
    good: points > 0,
    text: points > 0 ? `Hit: ${errorText(value)}` : errorText(value),
  }),
  standing: (putts: readonly DrillPutt[]): string => hitsText(putts),
  headline: (putts: readonly DrillPutt[]): string => hitsText(putts),
  figures: (putts: readonly DrillPutt[]): readonly SetFigure[] => [
    { label: 'Mean error', text: `${errorOf(putts).toFixed(0)} %` },
    { label: 'Short', text: shareText(putts.filter(({ value }) => value < 0).length, putts.length) },
    { label: 'Best streak', text: String(streakOf(putts)) },
  ],
  trendValue: (putts: readonly DrillPutt[]): number | null => (putts.length > 0 ? errorOf(putts) : null),
} as const;

const errorOf = (putts: readonly DrillPutt[]): number => mean(putts.map(({ value }) => Math.abs(value)));

function errorText(percent: number): string {
  const digits = Math.abs(percent) < 10 ? 1 : 0;
  const text = Math.abs(percent).toFixed(digits);
  if (Number(text) === 0) return 'spot on';
  return percent < 0 ? `${text} % short` : `${text} % long`;
}

const hitsText = (putts: readonly DrillPutt[]): string => {
  const hits = pointsOf(putts);
  return hits === 1 ? '1 hit' : `${hits} hits`;
};
