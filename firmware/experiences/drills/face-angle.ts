// Face angle: square at impact. Within half a degree scores 3 points, one degree 2, two degrees 1 (C96).

import { PLAUSIBLE } from '../../../wire/limits.ts';
import { angleValue } from '../../units.ts';
import { deviation, mean } from '../putt.ts';
import { drill, pointsOf, SHOTS, type DrillPutt } from './drill.ts';

/** C96: best first. */
const POINTS = [
  { within_deg: 0.5, points: 3 },
  { within_deg: 1, points: 2 },
  { within_deg: 2, points: 1 },
] as const;

/** `value`: face angle, degrees, positive if open. */
export const faceAngle = drill({
  id: 'face',
  mode: 7,
  name: 'Face angle',
  icon: 'M12 3 L12 21 M12 12 L20 12 M17 9 L20 12 L17 15',
  about: 'Square face: 3 within 0.5°, 2 within 1°, 1 within 2°.',
  trend: { label: 'Mean error', unit: '°', digits: 1, better: 'low', values: { min: 0, max: 90 } },
  fields: { shots: SHOTS },
  shown: () => ['shots'],
  values: PLAUSIBLE.face_angle_deg,
  points_max: 3,
  score({ player_strike: { face_angle_deg: value } }) {
    return { value, points: POINTS.find(({ within_deg }) => Math.abs(value) <= within_deg)?.points ?? 0 };
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
  trendValue: (putts) => (putts.length > 0 ? errorOf(putts) : null),
});

const errorOf = (putts: readonly DrillPutt[]): number => mean(putts.map(({ value }) => Math.abs(value)));
const pointsText = (points: number): string => (points === 1 ? '1 point' : `${points} points`);

function sideText(value: number): string {
  if (Math.abs(value) < 0.05) return 'square';
  return value > 0 ? 'open' : 'closed';
}
