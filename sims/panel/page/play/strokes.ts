// Strokes of the putter that can be swung again, with what became of each; and those that go wrong in a known way.

import type { StrikeField } from '../connection/protocol.ts';
import { swingsOf } from '../sensor/swings.ts';
import type { TimelineEvent } from '../timeline/timeline-event.ts';

/** As POST strike takes them. */
interface StrokeNumbers extends Readonly<Record<string, number>> {
  readonly club_speed_mps: number;
  readonly face_angle_deg: number;
}

export interface Stroke {
  readonly number: number;
  readonly at_ms: number;
  /** Counted from 1 since the device was there. */
  readonly place: number;
  readonly numbers: StrokeNumbers;
  /** Whether the device has heard of it; null while it may be under way. */
  readonly arrived: boolean | null;
}

const SHOWN = 10;
/** A slow head, and a cable that delays it, take no longer. */
const UNDER_WAY_MS = 3000;
/** As fine as the form takes them. */
const rounded = (value: number): number => Math.round(value * 1000) / 1000;

/** Oldest first. */
export function strokesOf(events: readonly TimelineEvent[]): readonly Stroke[] {
  const swung = events.filter(({ lane }) => lane === 'putter');
  const strikes = swingsOf(events).filter(({ verdict }) => verdict.kind === 'strike');
  const newest_ms = events.at(-1)?.at_ms ?? 0;
  return swung.map(({ number, at_ms, args }, at): Stroke => {
    const next = swung[at + 1]?.number ?? Infinity;
    const arrived = strikes.some((strike) => strike.number > number && strike.number < next);
    const may_come = next === Infinity && newest_ms - at_ms < UNDER_WAY_MS;
    const place = Number(args['stroke']);
    return { number, at_ms, place, numbers: numbersIn(args), arrived: arrived || (may_come ? null : false) };
  });
}

/** The last ten. */
export const lastStrokes = (events: readonly TimelineEvent[]): readonly Stroke[] => strokesOf(events).slice(-SHOWN);

function numbersIn({ stroke: _place, ...args }: TimelineEvent['args']): StrokeNumbers {
  const numbers = Object.entries(args).map(([name, value]) => [name, rounded(Number(value))] as const);
  return { club_speed_mps: 0, face_angle_deg: 0, ...Object.fromEntries(numbers) };
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
