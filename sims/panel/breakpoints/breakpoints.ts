// Breakpoints of a panel: watches the timelines of its devices, counts the events that match, and pauses time there.

import { fail, ok, type Result } from '../../../wire/errors.ts';
import type { PacedTime } from '../paced-time.ts';
import type { BreakpointsView } from '../page/connection/protocol.ts';
import type { PanelDevice } from '../panel-device.ts';
import { eventText, linesOf } from '../page/timeline/event-words.ts';
import type { TimelineEvent } from '../page/timeline/timeline-event.ts';
import { BREAK_KINDS, breakText, isHit, readWhen, type BreakSpec } from './breakpoint.ts';

export interface Breakpoint extends BreakSpec {
  readonly id: number;
  readonly on: boolean;
  /** Number of events that matched while it was on. */
  readonly hits: number;
}

/** Event at which time last paused. */
interface BreakStop {
  readonly id: number;
  readonly device: number;
  readonly at_ms: number;
  /** The event in words. */
  readonly event: string;
}

/** Breakpoints as a page shows them. */
export interface ShownBreakpoints {
  /** null while they are not available yet. */
  view(): BreakpointsView | null;
  onChange(listener: () => void): () => void;
}

export interface Breakpoints extends ShownBreakpoints {
  all(): readonly Breakpoint[];
  /** Last stop; null if time has resumed since, or never stopped. */
  stopped(): BreakStop | null;
  /** Adds a breakpoint. Errors: `bad_value` for an invalid condition, `too_many`. */
  add(spec: BreakSpec): Result<Breakpoint>;
  /** Switches a breakpoint on or off. Errors: `not_found`. */
  setOn(id: number, on: boolean): Result<Breakpoint>;
  /** Errors: `not_found`. */
  remove(id: number): Result<unknown>;
  /** Forgets the last stop and collects the events of all devices while time is moved; null if none is recorded. */
  watchMove(): Move | null;
}

/** Events while time is moved. */
interface Move {
  /** Describes the first event that shows something, or else the first one; '' if none has happened. */
  event(): string;
  end(): void;
}

const BREAKPOINTS_MAX = 64;
const WHEN = 'when must be a label and a figure, such as club_speed:>= 5 mph or target:16 ft.';

export function createBreakpoints(devices: readonly PanelDevice[], time: PacedTime): Breakpoints {
  const points = new Map<number, Breakpoint>();
  const listeners = new Set<() => void>();
  const notify = (): void => listeners.forEach((listener) => listener());
  let next_id = 1;
  let stop: BreakStop | null = null;
  const events = watchEvents(devices, (seen) => {
    const { device, event, text, before, lines } = seen;
    for (const point of points.values()) {
      const applies = point.on && (point.device ?? device) === device && isHit(point, event, before);
      if (!applies || !readWhen(point.when)?.(lines)) continue;
      points.set(point.id, { ...point, hits: point.hits + 1 });
      // The first of several in one move is the one that ended it.
      stop ??= { id: point.id, device, at_ms: event.at_ms, event: lineOf(point, event) || text || breakText(point) };
      time.halt();
      notify();
    }
  });
  time.onChange(() => {
    if (!time.paused()) stop = null;
  });
  const change = (id: number, to: (point: Breakpoint) => Breakpoint | null): Result<Breakpoint> => {
    const point = points.get(id);
    if (!point) return fail('not_found', `There is no breakpoint ${id}.`);
    const changed = to(point);
    if (changed) points.set(id, changed);
    else points.delete(id);
    events.setNeeded(points.size > 0);
    notify();
    return ok(changed ?? point);
  };
  return {
    all: () => [...points.values()],
    stopped: () => stop,
    view: () => ({
      points: [...points.values()].map(({ id, kind, value, when, on, hits }) => ({ id, kind, value, when, on, hits })),
      stopped: stop,
      kinds: BREAK_KINDS,
    }),
    add(spec) {
      if (!readWhen(spec.when)) return fail('bad_value', WHEN);
      if (points.size >= BREAKPOINTS_MAX)
        return fail('too_many', `There are already ${BREAKPOINTS_MAX} breakpoints: remove one first.`);
      const point = { ...spec, id: next_id++, on: true, hits: 0 };
      points.set(point.id, point);
      events.setNeeded(true);
      notify();
      return ok(point);
    },
    setOn: (id, on) => change(id, (point) => ({ ...point, on })),
    remove: (id) => change(id, () => null),
    watchMove() {
      stop = null;
      return events.watch();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

interface EventWatch {
  /** Whether the events are needed even while no move is watched. */
  setNeeded(needed: boolean): void;
  /** Collects events; null if no device is recorded. */
  watch(): Move | null;
}

/** Follows the devices only while their events are needed: that costs time at each of them. */
function watchEvents(devices: readonly PanelDevice[], onEvent: (seen: DeviceEvent) => void): EventWatch {
  const watching = new Set<(seen: SeenEvent) => void>();
  let needed = false;
  /** Unsubscribes from the devices; null while nothing is followed. */
  let ends: readonly (() => void)[] | null = null;
  const update = (): void => {
    const follows = needed || watching.size > 0;
    if (follows) ends ??= devices.flatMap((device, index) => followDevice(device, (seen) => tell(index, seen)));
    else {
      ends?.forEach((end) => end());
      ends = null;
    }
  };
  const tell = (device: number, seen: SeenEvent): void => {
    for (const listener of watching) listener(seen);
    onEvent({ ...seen, device });
  };
  return {
    setNeeded(now) {
      needed = now;
      update();
    },
    watch() {
      let [telling, quiet] = ['', ''];
      const note = ({ event, text }: SeenEvent): void => {
        telling ||= text;
        quiet ||= quietText(event);
      };
      const end = (): void => {
        watching.delete(note);
        update();
      };
      watching.add(note);
      update();
      if (ends?.length !== 0) return { event: () => telling || quiet, end };
      end();
      return null;
    },
  };
}

/** Quotes the line of the screen that a breakpoint waited for; '' for other kinds. */
function lineOf({ kind, value }: BreakSpec, event: TimelineEvent): string {
  const line = kind === 'text' ? linesOf(event).find((each) => each.includes(value)) : undefined;
  return line === undefined ? '' : `screen ${JSON.stringify(line)}`;
}

/** Describes an event that shows nothing, such as an alarm or a heartbeat. */
const quietText = ({ lane, name, what }: TimelineEvent): string =>
  what === 'end' || what === 'figure' ? '' : lane === 'alarms' ? 'alarm' : `${lane}: ${name ?? 'ends'}`;

interface DeviceEvent extends SeenEvent {
  /** Index of the device. */
  readonly device: number;
}

interface SeenEvent {
  readonly event: TimelineEvent;
  /** The event in words; '' if it says nothing to a reader. */
  readonly text: string;
  /** Lines of the screen before the event, and after its batch. */
  readonly before: readonly string[];
  readonly lines: readonly string[];
}

/** Follows the new events of a device. @returns Functions that end it; none without a timeline. */
function followDevice(device: PanelDevice, onEvent: (seen: SeenEvent) => void): readonly (() => void)[] {
  let shown = device.screen.picture().lines;
  const followed = device.timeline?.follow((events) => {
    const lines = events.findLast(({ lane }) => lane === 'screen');
    const after = lines ? linesOf(lines) : shown;
    let before = shown;
    for (const [at, event] of events.entries()) {
      onEvent({ event, text: eventText(events, at), before, lines: after });
      if (event.lane === 'screen') before = linesOf(event);
    }
    shown = after;
  });
  return followed ? [followed.end] : [];
}
