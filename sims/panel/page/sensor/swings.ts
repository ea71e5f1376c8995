// Extracts the swings from the sensor board's frames: the gate times, and the driver's results by the formula of
// docs/sensor-protocol.md.

import { CHANNELS } from '../../../../hal/sensor/messages.ts';
import { judgeSwing, type SwingMessage, type SwingVerdict } from '../../../../hal/sensor/swing.ts';
import { isFields } from '../../../../wire/json-fields.ts';
import type { TimelineEvent } from '../timeline/timeline-event.ts';

export interface Gate {
  readonly name: (typeof CHANNELS)[number];
  /** Time after the first gate; null if this gate saw nothing. */
  readonly at_us: number | null;
}

export interface Swing {
  /** Number of the event that carried it. */
  readonly number: number;
  readonly at_ms: number;
  readonly swing_id: number;
  /** Length of a tick; times are accurate to half a tick in either direction. */
  readonly tick_ns: number;
  readonly gates: readonly Gate[];
  readonly verdict: SwingVerdict;
  /** Error bounds of the figures due to the board's tick length; empty if it was not a strike. */
  readonly errors: Readonly<Partial<Record<SwingFigure, number>>>;
}

export const FIGURES = ['club_speed_mps', 'face_angle_deg', 'face_rotation_deg_per_in', 'attack_angle_deg'] as const;
export type SwingFigure = (typeof FIGURES)[number];

/** Returns the swings, oldest first. A swing sent again after a lost ACK is listed once. */
export function swingsOf(events: readonly TimelineEvent[]): readonly Swing[] {
  const swings = new Map<string, Swing>();
  for (const event of events) {
    if (event.lane !== 'frames from the board') continue;
    for (const swing of swingsIn(event)) {
      const key = `${swing.swing_id}/${swing.gates.map(({ at_us }) => at_us).join(',')}`;
      if (!swings.has(key)) swings.set(key, swing);
    }
  }
  return [...swings.values()];
}

/** Cache of judged events: several parts of the page request the swings at each event. */
const judged = new WeakMap<TimelineEvent, readonly Swing[]>();

function swingsIn(event: TimelineEvent): readonly Swing[] {
  const swings = judged.get(event) ?? messagesOf(event).flatMap((fields) => swingOf(event, fields) ?? []);
  judged.set(event, swings);
  return swings;
}

const messagesOf = ({ args }: TimelineEvent): readonly unknown[] =>
  Array.isArray(args['messages']) ? args['messages'] : [args];

function swingOf({ number, at_ms }: TimelineEvent, fields: unknown): Swing | null {
  const read = isFields(fields) ? fields : {};
  const { swing_id, base_ticks, present, flags, temperature_dc, tick_ns } = read;
  const [delta_ticks, aperture_error_um] = [numbersIn(read['delta_ticks']), numbersIn(read['aperture_error_um'])];
  const numbers = [swing_id, base_ticks, present, flags, temperature_dc, tick_ns].map(Number);
  if (delta_ticks.length !== CHANNELS.length || numbers.some((each) => !Number.isFinite(each))) return null;
  const [id = 0, base = 0, mask = 0, flagged = 0, temperature = 0, tick = 0] = numbers;
  const message: SwingMessage = {
    kind: 'swing',
    swing_id: id,
    base_ticks: BigInt(Math.round(base)),
    present: mask,
    flags: flagged,
    temperature_dc: temperature,
    delta_ticks,
  };
  const met = delta_ticks.filter((_, channel) => (mask & (1 << channel)) !== 0);
  const first = Math.min(...met);
  const gates = CHANNELS.map((name, channel): Gate => {
    const delta = mask & (1 << channel) ? delta_ticks[channel] : undefined;
    return { name, at_us: delta === undefined ? null : ((delta - first) * tick) / 1000 };
  });
  const verdict = judgeSwing(message, tick, aperture_error_um);
  const errors = verdict.kind === 'strike' ? errorsOf(message, tick, aperture_error_um, verdict.values) : {};
  return { number, at_ms, swing_id: id, tick_ns: tick, gates, verdict, errors };
}

type Figures = Readonly<Record<SwingFigure, number | null>>;

/** Sums the effects of half a tick at each gate: the maximum error due to the tick length. */
function errorsOf(
  swing: SwingMessage,
  tick_ns: number,
  aperture_error_um: readonly number[],
  figures: Figures,
): Swing['errors'] {
  const errors: Partial<Record<SwingFigure, number>> = {};
  for (const channel of CHANNELS.keys()) {
    if ((swing.present & (1 << channel)) === 0) continue;
    const delta_ticks = swing.delta_ticks.with(channel, (swing.delta_ticks[channel] ?? 0) + 0.5);
    const moved = judgeSwing({ ...swing, delta_ticks }, tick_ns, aperture_error_um);
    if (moved.kind !== 'strike') continue;
    for (const figure of FIGURES) {
      const [before, after] = [figures[figure], moved.values[figure]];
      if (before !== null && after !== null) errors[figure] = (errors[figure] ?? 0) + Math.abs(after - before);
    }
  }
  return errors;
}

const numbersIn = (value: unknown): number[] => (Array.isArray(value) ? value.map(Number) : []);
