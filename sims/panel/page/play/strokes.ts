// Past strokes that can be repeated, with their results, and presets with a known fault.

import type { StrikeField } from '../connection/protocol.ts';
import { swingsOf } from '../sensor/swings.ts';
import type { TimelineEvent } from '../timeline/timeline-event.ts';

/** Body of POST strike. */
interface StrokeNumbers extends Readonly<Record<string, number>> {
  readonly club_speed_mps: number;
  readonly face_angle_deg: number;
}

export interface ListedStroke {
  readonly number: number;
  readonly at_ms: number;
  /** Number of the stroke, counted from 1 since the device was created. */
  readonly place: number;
  readonly numbers: StrokeNumbers;
  /** Whether the device received it; null while it may still be in transit. */
  readonly arrived: boolean | null;
}

const SHOWN = 10;
/** Maximum time in transit, even for a slow head or a cable with a delay. */
const TRANSIT_MS_MAX = 3000;
/** Rounds to the precision of the form. */
const rounded = (value: number): number => Math.round(value * 1000) / 1000;

/** Returns the strokes, oldest first. */
export function strokesOf(events: readonly TimelineEvent[]): readonly ListedStroke[] {
  const swung = events.filter(({ lane }) => lane === 'putter');
  const strikes = swingsOf(events).filter(({ verdict }) => verdict.kind === 'strike');
  const newest_ms = events.at(-1)?.at_ms ?? 0;
  return swung.map(({ number, at_ms, args }, at): ListedStroke => {
    const next = swung[at + 1]?.number ?? Infinity;
    const arrived = strikes.some((strike) => strike.number > number && strike.number < next);
    const may_come = next === Infinity && newest_ms - at_ms < TRANSIT_MS_MAX;
    const place = Number(args['stroke']);
    return { number, at_ms, place, numbers: numbersIn(args), arrived: arrived || (may_come ? null : false) };
  });
}

/** Returns the last ten strokes. */
export const lastStrokes = (events: readonly TimelineEvent[]): readonly ListedStroke[] =>
  strokesOf(events).slice(-SHOWN);

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

/** Returns the presets at the speed of the last stroke, so that each has a single fault. */
export function presetsFor(fields: readonly StrikeField[], last: ListedStroke | undefined): readonly Preset[] {
  const speed = fields.find(({ name }) => name === 'club_speed_mps');
  const club_speed_mps = last?.numbers.club_speed_mps ?? speed?.default ?? 1;
  const straight = { club_speed_mps, face_angle_deg: 0 };
  const hard_mps = rounded(Math.min(speed?.max ?? club_speed_mps, club_speed_mps * TOO_HARD));
  return [
    { name: 'Straight', title: 'Square, at the speed of the last stroke', numbers: straight },
    {
      name: 'Pull',
      title: `Face ${OFF_LINE_DEG}° to the left`,
      numbers: { ...straight, face_angle_deg: -OFF_LINE_DEG },
    },
    {
      name: 'Push',
      title: `Face ${OFF_LINE_DEG}° to the right`,
      numbers: { ...straight, face_angle_deg: OFF_LINE_DEG },
    },
    { name: 'Fat', title: `Attack angle ${-FAT_DEG}° down`, numbers: { ...straight, attack_angle_deg: FAT_DEG } },
    {
      name: 'Too hard',
      title: '40 % faster than the last stroke',
      numbers: { ...straight, club_speed_mps: hard_mps },
    },
  ];
}
