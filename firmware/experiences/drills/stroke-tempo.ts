// Stroke tempo: a metronome beats the wanted time away, back on one beat and through on the next. Within 0.02 s scores 3
// points, 0.05 s 2, 0.1 s 1 (C184).

import type { Range } from '../../../wire/limits.ts';
import { deviation, mean } from '../putt.ts';
import { drill, pointsOf, SHOTS, type DrillPutt } from './drill.ts';

/** C184: best first. Good players repeat to 0.02 s. */
const POINTS = [
  { within_s: 0.02, points: 3 },
  { within_s: 0.05, points: 2 },
  { within_s: 0.1, points: 1 },
] as const;

/** Value of a putt whose backstroke the gates did not see. */
const UNSEEN = 0;
const AWAY_S: Range = { min: UNSEEN, max: 3 };
/** Tolerance for floating-point rounding, so that a putt on a limit is on it. */
const SLACK_S = 1e-9;

/** `value`: time away, s; 0 if the gates did not see the backstroke. */
export const strokeTempo = drill({
  id: 'rhythm',
  mode: 17,
  name: 'Stroke tempo',
  icon: 'M8 21 L16 21 L13.5 4 L10.5 4 Z M12 17 L17 6 M9 17 L15 17',
  about: 'Back and through on the beat: 3 within 0.02 s.',
  trend: { label: 'Spread', unit: 's', digits: 3, better: 'low', values: { min: 0, max: 3 } },
  fields: {
    shots: SHOTS,
    away: { label: 'Time away', unit: 'cs', min: 40, max: 200, step: 5, default: 80 },
    metronome: { label: 'Metronome', min: 0, max: 1, step: 1, default: 1, words: ['off', 'on'] },
  },
  shown: () => ['shots', 'away', 'metronome'],
  values: AWAY_S,
  points_max: 3,
  beat_ms: ({ away, metronome }) => (metronome === 1 ? away * 10 : null),
  score({ strike }, _called_ft, { away }) {
    const value = strike.time_away_s ?? UNSEEN;
    const off_s = Math.abs(value - away / 100);
    const scored = value === UNSEEN ? undefined : POINTS.find(({ within_s }) => off_s <= within_s + SLACK_S);
    return { value, points: scored?.points ?? 0 };
  },
  remark: ({ value, points }, { away }) => ({
    good: points > 0,
    text: value === UNSEEN ? 'No backstroke seen' : `${value.toFixed(2)} s: ${offText(value - away / 100)}`,
  }),
  standing: (putts) => (pointsOf(putts) === 1 ? '1 pt' : `${pointsOf(putts)} pts`),
  headline: (putts) => (pointsOf(putts) === 1 ? '1 point' : `${pointsOf(putts)} points`),
  figures(putts) {
    const times = timesOf(putts);
    if (times.length === 0) return [{ label: 'Time away', text: 'not seen' }];
    return [
      { label: 'Time away', text: `${mean(times).toFixed(2)} s` },
      { label: 'Spread', text: `± ${deviation(times).toFixed(3)} s` },
      { label: 'Seen', text: `${times.length} of ${putts.length}` },
    ];
  },
  trendValue(putts) {
    const times = timesOf(putts);
    return times.length > 1 ? deviation(times) : null;
  },
});

const timesOf = (putts: readonly DrillPutt[]): readonly number[] =>
  putts.flatMap(({ value }) => (value === UNSEEN ? [] : [value]));

function offText(off_s: number): string {
  const text = Math.abs(off_s).toFixed(2);
  if (Number(text) === 0) return 'on the beat';
  return off_s < 0 ? `${text} s early` : `${text} s late`;
}
