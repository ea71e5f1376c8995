// Make distance: a distance is called, and the ball is to stop there; there is no hole. Within 5 % of it is a hit; a run of hits is a
// streak (C96).

import { DISTANCE_HIT_WITHIN } from '../../../wire/choices.ts';
import { distanceFeet, mean } from '../putt.ts';
import { pointsOf, SHOTS, shareText, streakOf, type DrillPutt, type DrillSpec } from './drill.ts';

const feet = (label: string, otherwise: number) =>
  ({ label, min: 5, max: 100, step: 1, default: otherwise, unit: 'ft' }) as const;

/** `value`: how far beyond the called distance the ball rolled, in percent of it; negative where it was short. */
export const makeDistance: DrillSpec = {
  id: 'distance',
  name: 'Make distance',
  trend: { label: 'Mean error', unit: '%', digits: 0, better: 'low' },
  fields: {
    shots: SHOTS,
    manual: { label: 'Distances', min: 0, max: 1, step: 1, default: 0, words: ['at random', 'all the same'] },
    csMin: feet('Shortest', 10),
    csMax: feet('Longest', 40),
    target: feet('Distance', 20),
  },
  shown: ({ manual }) => ['shots', 'manual', ...(manual === 1 ? ['target'] : ['csMin', 'csMax'])],
  stations: ({ shots, manual, csMin = 0, csMax = 0, target = 0 }, random) =>
    Array.from({ length: shots }, () => (manual === 1 ? target : csMin + random.int(csMax - csMin + 1))),
  values: { min: -100, max: 99_999 },
  points_max: 1,
  score(putt, called_ft) {
    const value = (100 * (distanceFeet(putt) - called_ft)) / called_ft;
    return { value, points: Math.abs(value) <= 100 * DISTANCE_HIT_WITHIN ? 1 : 0 };
  },
  remark: ({ value, points }) => ({
    good: points > 0,
    text: points > 0 ? `Hit: ${errorText(value)}` : errorText(value),
  }),
  standing: (putts) => hitsText(putts),
  headline: (putts) => hitsText(putts),
  figures: (putts) => [
    { label: 'Mean error', text: `${errorOf(putts).toFixed(0)} %` },
    { label: 'Short', text: shareText(putts.filter(({ value }) => value < 0).length, putts.length) },
    { label: 'Best streak', text: String(streakOf(putts)) },
  ],
  trend_value: (putts) => (putts.length > 0 ? errorOf(putts) : null),
};

const errorOf = (putts: readonly DrillPutt[]): number => mean(putts.map(({ value }) => Math.abs(value)));

function errorText(percent: number): string {
  const digits = Math.abs(percent) < 10 ? 1 : 0;
  const text = Math.abs(percent).toFixed(digits);
  if (Number(text) === 0) return 'right there';
  return percent < 0 ? `${text} % short` : `${text} % long`;
}

const hitsText = (putts: readonly DrillPutt[]): string => {
  const hits = pointsOf(putts);
  return hits === 1 ? '1 hit' : `${hits} hits`;
};
