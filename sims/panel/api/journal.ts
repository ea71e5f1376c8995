// Journal of a device's events for its followers. Kept while it has followers and for a minute after, so that a
// disconnected one can resume.

import { toHex } from '../../../wire/bytes.ts';
import type { Alarm, Clock } from '../../../hal/clock/clock.ts';
import type { PanelDevice } from '../panel-device.ts';
import { ledWords, logLine } from './snapshot.ts';
import { watchSnapshot } from './watch-snapshot.ts';

export const EVENT_KINDS = ['states', 'text', 'leds', 'sounds', 'log', 'strikes'] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

export interface JournalEvent {
  /** Recording and event number: `k3x9-17`. */
  readonly id: string;
  /** Kind of event. `gap`: earlier events are no longer kept. */
  readonly kind: EventKind | 'gap';
  /** JSON, with `time_ms` of the device's clock. */
  readonly data: string;
}

interface Follower {
  /** Missed events; for a fresh start, the current state. */
  readonly first: readonly JournalEvent[];
  end(): void;
}

interface Journal {
  /**
   * Follows the events.
   * @param after Id of the last known event; null for a fresh start.
   */
  follow(after: string | null, listener: (event: JournalEvent) => void): Follower;
}

/** Journals by device. */
export type Journals = ReadonlyMap<PanelDevice, Journal>;

const EVENTS_KEPT_MAX = 1000;
const EVENT_CHARS_KEPT_MAX = 1_000_000;
const KEPT_MS = 60_000;

export function createJournal(device: PanelDevice, wall: Clock): Journal {
  let recording: Recording | null = null;
  let recordings = 0;
  let followers = 0;
  let forget: Alarm = null;
  const run = toHex(crypto.getRandomValues(new Uint8Array(4)));
  return {
    follow(after, listener) {
      wall.clearTimeout(forget);
      recording ??= record(device, `${run}.${recordings++}`);
      const { since, hearers } = recording;
      hearers.add(listener);
      followers++;
      let followed = true;
      return {
        first: since(after),
        end() {
          if (!followed) return;
          followed = false;
          hearers.delete(listener);
          if (--followers > 0) return;
          forget = wall.setTimeout(() => {
            recording?.stop();
            recording = null;
          }, KEPT_MS);
        },
      };
    },
  };
}

interface Recording {
  readonly hearers: Set<(event: JournalEvent) => void>;
  /** Returns the events after this one; the current state if that is unknown. */
  since(after: string | null): readonly JournalEvent[];
  stop(): void;
}

function record(device: PanelDevice, name: string): Recording {
  const kept: JournalEvent[] = [];
  let kept_chars = 0;
  let count = 0;
  const hearers = new Set<(event: JournalEvent) => void>();
  /** Last reported value of each kind that has a state. */
  const now = new Map<EventKind, string>();
  const dataOf = (fields: Readonly<Record<string, unknown>>): string =>
    JSON.stringify({ time_ms: device.clock.now_ms(), ...fields });
  const append = (kind: EventKind, data: string): void => {
    const event = { id: `${name}-${++count}`, kind, data };
    kept.push(event);
    kept_chars += data.length;
    while (kept.length > EVENTS_KEPT_MAX || kept_chars > EVENT_CHARS_KEPT_MAX)
      kept_chars -= kept.shift()?.data.length ?? 0;
    for (const listener of hearers) listener(event);
  };
  const currentState = (): readonly [EventKind, Readonly<Record<string, unknown>>][] => [
    ['states', { states: device.device.states() }],
    ['text', { lines: device.screen.picture().lines }],
    ['leds', { leds: ledWords(device) }],
  ];
  const checkChanges = (): void => {
    for (const [kind, fields] of currentState()) {
      const text = JSON.stringify(fields);
      if (now.get(kind) === text) continue;
      now.set(kind, text);
      append(kind, dataOf(fields));
    }
  };
  for (const [kind, fields] of currentState()) now.set(kind, JSON.stringify(fields));
  const ends = [
    watchSnapshot(device, checkChanges),
    device.speaker.onPlay(({ sound }) => append('sounds', dataOf({ sound }))),
    device.log.onLine((line) => append('log', JSON.stringify(logLine(line)))),
    device.onStrike(({ at_ms, ...strike }) => append('strikes', JSON.stringify({ time_ms: at_ms, ...strike }))),
  ];
  return {
    hearers,
    since(after) {
      const [of, number] = after?.split('-') ?? [];
      const last = of === name && /^\d{1,15}$/.test(number ?? '') ? Number(number) : Number.NaN;
      if (last >= count - kept.length && last <= count) return kept.slice(kept.length - (count - last));
      const id = `${name}-${count}`;
      const gap = dataOf({ message: 'Earlier events are no longer kept.' });
      const snapshot = currentState().map(([kind, fields]) => ({ id, kind, data: dataOf(fields) }));
      return after === null ? snapshot : [{ id, kind: 'gap', data: gap }, ...snapshot];
    },
    stop() {
      for (const end of ends) end();
    },
  };
}
