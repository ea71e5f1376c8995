// Arc strength: the rotation of the face shows how strongly the club swings on an arc. The player chooses an arc, and a
// putt within its band scores (C96).

import { PLAUSIBLE } from '../../../wire/limits.ts';
import { rotationValue } from '../../units.ts';
import { mean } from '../putt.ts';
import { drill, pointsOf, SHOTS, shareText, streakOf, type DrillPutt } from './drill.ts';

/** C96: arcs by face rotation, degrees per inch. */
const BANDS = [
  { name: 'straight', above: -0.3, upto: 0.3 },
  { name: 'slight', above: 0.3, upto: 0.6 },
  { name: 'strong', above: 0.6, upto: Number.POSITIVE_INFINITY },
] as const;

/** `value`: face rotation, degrees per inch. */
export const arcStrength = drill({
  id: 'arc',
  mode: 5,
  name: 'Arc strength',
  icon: 'M3 18 A14 14 0 0 1 21 18 M18 14 L21 18 L16.5 19',
  about: 'Repeat your arc: each putt in the band is a point.',
  trend: { label: 'In the band', unit: '%', digits: 0, better: 'high', values: { min: 0, max: 100 } },
  fields: {
    shots: SHOTS,
    band: { label: 'Arc', min: 0, max: 2, step: 1, default: 1, words: BANDS.map(({ name }) => name) },
  },
  shown: () => ['shots', 'band'],
  values: PLAUSIBLE.face_rotation_deg_per_in,
  points_max: 1,
  score(putt, _called_ft, { band }) {
    const value = putt.player_strike.face_rotation_deg_per_in;
    return { value, points: isInBand(value, band) ? 1 : 0 };
  },
  remark({ value, points }, { band }) {
    const wanted = BANDS[band]?.name ?? '';
    const found = BANDS.find((each) => isWithin(value, each))?.name ?? 'backwards';
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
  trendValue: (putts) => (putts.length > 0 ? (100 * pointsOf(putts)) / putts.length : null),
});

type Band = (typeof BANDS)[number];

const isWithin = (value: number, { above, upto }: Band): boolean => value > above && value <= upto;

const isInBand = (value: number, band: number): boolean => {
  const wanted = BANDS[band];
  return wanted !== undefined && isWithin(value, wanted);
};

const meanOf = (putts: readonly DrillPutt[]): number => mean(putts.map(({ value }) => value));
