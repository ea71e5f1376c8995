// Face angle: square at impact. Within half a degree 3 points, one degree 2, two degrees 1 (C96).

import { FACE_POINTS } from '../../../wire/choices.ts';
import { PLAUSIBLE } from '../../../wire/limits.ts';
import { angleValue } from '../../units.ts';
import { deviation, mean } from '../putt.ts';
import { pointsOf, SHOTS, type DrillPutt, type DrillSpec } from './drill.ts';

/** `value`: angle of the face in degrees, positive open. */
export const faceAngle: DrillSpec = {
  id: 'face',
  name: 'Face angle',
  trend: { label: 'Mean error', unit: '°', digits: 1, better: 'low' },
  fields: { shots: SHOTS },
  shown: () => ['shots'],
  stations: () => [],
  values: PLAUSIBLE.face_angle_deg,
  points_max: 3,
  score({ strike: { face_angle_deg: value } }) {
    return { value, points: FACE_POINTS.find(({ within_deg }) => Math.abs(value) <= within_deg)?.points ?? 0 };
  },
  remark: ({ value, points }) => ({
    good: points > 0,
    text: `${angleValue(value)}° ${sideText(value)}: ${pointsText(points)}`,
  }),
  standing: (putts) => (pointsOf(putts) === 1 ? '1 pt' : `${pointsOf(putts)} pts`),
  headline: (putts) => pointsText(pointsOf(putts)),
  figures(putts) {
    const values = putts.map(({ value }) => value);
    return [
      { label: 'Mean error', text: `${errorOf(putts).toFixed(1)}°` },
      { label: 'Mean face', text: `${angleValue(mean(values))}°` },
      { label: 'Spread', text: `± ${deviation(values).toFixed(1)}°` },
    ];
  },
  trend_value: (putts) => (putts.length > 0 ? errorOf(putts) : null),
};

const errorOf = (putts: readonly DrillPutt[]): number => mean(putts.map(({ value }) => Math.abs(value)));
const pointsText = (points: number): string => (points === 1 ? '1 point' : `${points} points`);

function sideText(value: number): string {
  if (Math.abs(value) < 0.05) return 'square';
  return value > 0 ? 'open' : 'closed';
}
