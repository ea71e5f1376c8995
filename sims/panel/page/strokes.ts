// Strokes that can be swung again: those that the sensor has measured, and those that go wrong in a known way.

import type { StrikeField } from './protocol.ts';
import { swingsOf } from './swings.ts';
import type { TimelineEvent } from './timeline-event.ts';

/** As POST strike takes them. */
export interface StrokeNumbers extends Readonly<Record<string, number>> {
  readonly club_speed_mps: number;
  readonly face_angle_deg: number;
}

export interface Stroke {
  readonly number: number;
  readonly at_ms: number;
  /** Counted from 1, the oldest of those that are shown. */
  readonly place: number;
  readonly numbers: StrokeNumbers;
}

const SHOWN = 10;
/** As fine as the form takes them. */
const rounded = (value: number): number => Math.round(value * 1000) / 1000;

/** The last ten, oldest first. */
export function strokesOf(events: readonly TimelineEvent[]): readonly Stroke[] {
  const strokes = swingsOf(events).flatMap(({ number, at_ms, verdict }) => {
    if (verdict.kind !== 'strike') return [];
    const { club_speed_mps, face_angle_deg, clamped: _clamped, ...others } = verdict.values;
    const measured = Object.entries(others).flatMap(([name, value]) =>
      value === null ? [] : [[name, rounded(value)] as const],
    );
    const numbers = {
      ...Object.fromEntries(measured),
      club_speed_mps: rounded(club_speed_mps),
      face_angle_deg: rounded(face_angle_deg),
    };
    return [{ number, at_ms, numbers }];
  });
  return strokes.slice(-SHOWN).map((stroke, index) => ({ ...stroke, place: index + 1 }));
}

interface Preset {
  readonly name: string;
  readonly title: string;
  readonly numbers: StrokeNumbers;
}

const [OFF_LINE_DEG, FAT_DEG, TOO_HARD] = [4, -9, 1.4];

/** As fast as the last stroke, so that one thing alone is wrong with each. */
export function presetsFor(fields: readonly StrikeField[], last: Stroke | undefined): readonly Preset[] {
  const speed = fields.find(({ name }) => name === 'club_speed_mps');
  const club_speed_mps = last?.numbers.club_speed_mps ?? speed?.default ?? 1;
  const straight = { club_speed_mps, face_angle_deg: 0 };
  const hard_mps = rounded(Math.min(speed?.max ?? club_speed_mps, club_speed_mps * TOO_HARD));
  return [
    { name: 'Straight', title: 'Square, at the speed of the last stroke', numbers: straight },
    {
      name: 'Pull',
      title: `The face ${OFF_LINE_DEG}° to the left`,
      numbers: { ...straight, face_angle_deg: -OFF_LINE_DEG },
    },
    {
      name: 'Push',
      title: `The face ${OFF_LINE_DEG}° to the right`,
      numbers: { ...straight, face_angle_deg: OFF_LINE_DEG },
    },
    { name: 'Fat', title: `Steeply down, by ${-FAT_DEG}°`, numbers: { ...straight, attack_angle_deg: FAT_DEG } },
    {
      name: 'Too hard',
      title: 'Two fifths faster than the last stroke',
      numbers: { ...straight, club_speed_mps: hard_mps },
    },
  ];
}
