// Face rotation: repeat the same arc, whichever it is. The result is the spread of the rotation over the set; less is
// better (C96).

import { PLAUSIBLE } from '../../../wire/limits.ts';
import { rotationValue } from '../../units.ts';
import { deviation, mean } from '../putt.ts';
import { drill, SHOTS, type DrillPutt } from './drill.ts';

/** `value`: face rotation, degrees per inch. */
export const faceRotation = drill({
  id: 'rotation',
  mode: 6,
  name: 'Face rotation',
  icon: 'M19 12 A7 7 0 1 1 16.5 6.6 M17 2.5 L16.8 7 L12.5 6.5',
  about: 'Rotate the face alike: the smaller spread is better.',
  trend: { label: 'Spread', unit: '°/in', digits: 2, better: 'low', values: { min: 0, max: 99 } },
  fields: { shots: { ...SHOTS, min: 2 } },
  shown: () => ['shots'],
  values: PLAUSIBLE.face_rotation_deg_per_in,
  points_max: 0,
  score: (putt) => ({ value: putt.player_strike.face_rotation_deg_per_in, points: 0 }),
  remark: ({ value }) => ({ good: false, text: `${rotationValue(value)} °/in` }),
  standing: (putts) => spreadText(putts),
  headline: (putts) => spreadText(putts),
  figures(putts) {
    const values = putts.map(({ value }) => value);
    return [
      { label: 'Mean', text: `${rotationValue(mean(values))} °/in` },
      { label: 'Least', text: `${rotationValue(Math.min(...values))} °/in` },
      { label: 'Most', text: `${rotationValue(Math.max(...values))} °/in` },
    ];
  },
  trendValue: (putts) => (putts.length > 1 ? spreadOf(putts) : null),
});

const spreadOf = (putts: readonly DrillPutt[]): number => deviation(putts.map(({ value }) => value));

/** One putt has no spread. */
const spreadText = (putts: readonly DrillPutt[]): string =>
  putts.length < 2 ? '–' : `± ${spreadOf(putts).toFixed(2)} °/in`;
