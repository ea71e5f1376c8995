// Builds the lanes of the timeline at the bottom of the page: condenses the many lanes of a trace into the few that
// users read.

import { callsOf } from '../network/calls.ts';
import { strokesOf } from '../play/strokes.ts';
import { swingsOf } from '../sensor/swings.ts';
import { transitionsOf } from '../machines/transitions.ts';
import type { TimelineEvent } from './timeline-event.ts';

/** An instant or an interval on a lane. */
export interface LaneItem {
  readonly from_ms: number;
  /** Equals `from_ms` for an instant; null while the interval is still open. */
  readonly to_ms: number | null;
  readonly label: string;
}

export const LANE_NAMES = [
  'Keys',
  'Strikes',
  'Frames',
  'Faults',
  'Page',
  'Transitions',
  'Requests',
  'Pictures',
] as const;
/** Trace lanes of injected faults; each fault lasts until it is cleared. */
export const FAULT_LANES = ['fault of the cable', 'fault of the network', 'fault of the clock'] as const;
type LaneName = (typeof LANE_NAMES)[number];
/** Oldest first. */
export type Lanes = Readonly<Record<LaneName, readonly LaneItem[]>>;

export const lanesOf = (events: readonly TimelineEvent[]): Lanes => ({
  Keys: momentsOf(events, ({ lane }) => lane === 'keys and touch'),
  Strikes: [...strikesIn(events), ...lostIn(events)].toSorted((a, b) => a.from_ms - b.from_ms),
  Frames: momentsOf(events, ({ lane, name }) => lane.startsWith('frames ') && name !== 'BEAT'),
  /** Includes the power lane, because a power cut explains the events after it. */
  Faults: [
    ...FAULT_LANES.flatMap((name) => lastingOf(events, ({ lane }) => lane === name)),
    ...lastingOf(events, ({ what, lane }) => what === 'show' && lane === 'power'),
    ...momentsOf(events, ({ lane }) => lane === 'power'),
  ].toSorted((a, b) => a.from_ms - b.from_ms),
  Page: lastingOf(events, ({ what, lane }) => what === 'show' && lane === 'machine navigation'),
  Transitions: transitionsOf(events).map(({ at_ms, machine, from, to, step }) => ({
    from_ms: at_ms,
    to_ms: at_ms,
    label: `${machine}: ${from ?? 'not running'} → ${to ?? 'not running'}${step ? ` by ${step.event}` : ''}`,
  })),
  Requests: callsOf(events).map(({ started_ms, ended_ms, name, status }) => ({
    from_ms: started_ms,
    to_ms: ended_ms,
    label: status === null ? name : `${name}: ${status}`,
  })),
  Pictures: lastingOf(events, isPicture),
});

/** Returns the verdicts of swings, without the backstroke that precedes each. */
const strikesIn = (events: readonly TimelineEvent[]): readonly LaneItem[] =>
  swingsOf(events).flatMap(({ at_ms, verdict }) => {
    if (verdict.kind === 'backstroke') return [];
    const label = verdict.kind === 'strike' ? `strike, ${verdict.values.club_speed_mps.toFixed(2)} m/s` : verdict.kind;
    return [{ from_ms: at_ms, to_ms: at_ms, label }];
  });

const lostIn = (events: readonly TimelineEvent[]): readonly LaneItem[] =>
  strokesOf(events).flatMap(({ at_ms, arrived }) =>
    arrived === false ? [{ from_ms: at_ms, to_ms: at_ms, label: 'lost stroke' }] : [],
  );

/** Upper limit, in ms, between an input and the effects drawn in the same step. */
export const TURN_MS = 0.2;

/** Lanes that the next/previous buttons stop at; BEATs are too frequent. */
const STOPS = ['Keys', 'Strikes', 'Faults', 'Page', 'Requests', 'Pictures'] as const;

/** Returns the start of the next or previous item from `at_ms`; null if none. */
export function nextStop(lanes: Lanes, at_ms: number, direction: 1 | -1): number | null {
  let next_ms: number | null = null;
  for (const name of STOPS)
    for (const { from_ms } of lanes[name]) {
      const beyond = direction * (from_ms - at_ms) > TURN_MS;
      if (beyond && (next_ms === null || direction * (next_ms - from_ms) > 0)) next_ms = from_ms;
    }
  return next_ms;
}

/** Returns the item at `at_ms`, or the nearest one within `reach_ms`; null if none. */
export function itemAt(items: readonly LaneItem[], at_ms: number, reach_ms: number): LaneItem | null {
  let [found, nearest_ms]: [LaneItem | null, number] = [null, reach_ms];
  for (const item of items) {
    const away_ms = Math.max(item.from_ms - at_ms, at_ms - (item.to_ms ?? Infinity), 0);
    // Of overlapping items, the one that started last is on top.
    if (away_ms <= nearest_ms) [found, nearest_ms] = [item, away_ms];
  }
  return found;
}

const momentsOf = (events: readonly TimelineEvent[], of: (event: TimelineEvent) => boolean): readonly LaneItem[] =>
  events
    .filter((event) => event.what === 'moment' && of(event))
    .map(({ at_ms, name }) => ({ from_ms: at_ms, to_ms: at_ms, label: name ?? '' }));

/** True for pictures, and for the power-off that ends the last picture. */
const isPicture = ({ what, lane, name, args }: TimelineEvent): boolean =>
  (lane === 'screen' && 'picture' in args) || (what === 'show' && lane === 'power' && name === null);

/** Builds intervals that each last until the next event; an event without a name only closes the previous interval. */
function lastingOf(events: readonly TimelineEvent[], of: (event: TimelineEvent) => boolean): readonly LaneItem[] {
  const items: LaneItem[] = [];
  for (const event of events) {
    if (!of(event)) continue;
    const last = items.at(-1);
    if (last?.to_ms === null) items.splice(-1, 1, { ...last, to_ms: event.at_ms });
    if (event.name !== null) items.push({ from_ms: event.at_ms, to_ms: null, label: event.name });
  }
  return items;
}
