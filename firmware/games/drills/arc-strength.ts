// Arc strength: how much the face turns on its way tells how strongly the club swings round. The player chooses an arc, and a putt within
// its band counts (C96).

import { ARC_BANDS } from '../../../wire/choices.ts';
import { PLAUSIBLE } from '../../../wire/limits.ts';
import { rotationValue } from '../../units.ts';
import { mean } from '../putt.ts';
import { pointsOf, SHOTS, shareText, streakOf, type DrillCfg, type DrillPutt, type DrillSpec } from './drill.ts';

/** `value`: rotation of the face in degrees an inch. */
export const arcStrength: DrillSpec = {
  id: 'arc',
  name: 'Arc strength',
  trend: { label: 'In the band', unit: '%', digits: 0, better: 'high' },
  fields: {
    shots: SHOTS,
    band: { label: 'Arc', min: 0, max: 2, step: 1, default: 1, words: ARC_BANDS.map(({ name }) => name) },
  },
  shown: () => ['shots', 'band'],
  stations: () => [],
  values: PLAUSIBLE.face_rotation_deg_per_in,
  points_max: 1,
  score(putt, _called_ft, cfg) {
    const value = putt.strike.face_rotation_deg_per_in;
    return { value, points: isInBand(value, cfg) ? 1 : 0 };
  },
  remark({ value, points }, { band = 0 }) {
    const wanted = ARC_BANDS[band]?.name ?? '';
    const found = ARC_BANDS.find((each) => isWithin(value, each))?.name ?? 'backwards';
    return {
      good: points > 0,
      text: `${rotationValue(value)} °/in: ${points > 0 ? wanted : `${found}, not ${wanted}`}`,
    };
  },
  standing: (putts) => `${pointsOf(putts)} in`,
  headline: (putts) => `${pointsOf(putts)} of ${putts.length} in the band`,
  figures: (putts) => [
    { label: 'In the band', text: shareText(pointsOf(putts), putts.length) },
    { label: 'Mean rotation', text: `${rotationValue(meanOf(putts))} °/in` },
    { label: 'Best streak', text: String(streakOf(putts)) },
  ],
  trend_value: (putts) => (putts.length > 0 ? (100 * pointsOf(putts)) / putts.length : null),
};

type Band = (typeof ARC_BANDS)[number];

const isWithin = (value: number, { above, upto }: Band): boolean => value > above && value <= upto;

const isInBand = (value: number, { band = 0 }: DrillCfg): boolean => {
  const wanted = ARC_BANDS[band];
  return wanted !== undefined && isWithin(value, wanted);
};

const meanOf = (putts: readonly DrillPutt[]): number => mean(putts.map(({ value }) => value));
