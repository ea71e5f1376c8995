// Keeps the events of a device from the last ten minutes while a page follows them. Separate from the panel's value
// because events arrive far more often than anything else.

import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { createKeptEvents, KEPT, type KeptLimits } from '../connection/kept-events.ts';
import { TURN_MS } from './timeline-lanes.ts';
import type { TimelineEvent } from './timeline-event.ts';

export interface Timeline {
  /** Oldest first. */
  all(): readonly TimelineEvent[];
  /** Events up to the time shown, oldest first. */
  events(): readonly TimelineEvent[];
  /** Sets the time shown; null for the present. */
  showUntil(at_ms: number | null): void;
  /** Adds events. `first`: they are the start of the kept events and replace all that are here. */
  add(events: readonly TimelineEvent[], first: boolean): void;
  /** Applies the server's limits. */
  limit(limits: KeptLimits): void;
  /** Called when the connection opens or reopens; requests the kept events again. */
  opened(): void;
  /** Follows the timeline until the returned function is called. */
  follow(): () => void;
  subscribe(listener: () => void): () => void;
}

/** @param ask Tells the server whether the page follows the timeline. */
export function createTimeline(ask: (on: boolean) => void): Timeline {
  const listeners = new Set<() => void>();
  let limits = KEPT;
  let kept = createKeptEvents(limits);
  let shown = upTo(null, kept.all());
  let followers = 0;
  let announced = false;
  let end_ms: number | null = null;
  const announce = (): void => {
    if (announced) return;
    announced = true;
    requestAnimationFrame(() => {
      announced = false;
      for (const listener of listeners) listener();
    });
  };
  return {
    all: () => kept.all(),
    events() {
      if (shown.of !== kept.all() || shown.end_ms !== end_ms) shown = upTo(end_ms, kept.all());
      return shown.events;
    },
    showUntil(at_ms) {
      end_ms = at_ms;
      announce();
    },
    add(news, first) {
      if (first) kept = createKeptEvents(limits);
      kept.add(news);
      announce();
    },
    limit(to) {
      limits = to;
    },
    opened() {
      if (followers > 0) ask(true);
    },
    follow() {
      if (++followers === 1) ask(true);
      return () => {
        if (--followers === 0) ask(false);
      };
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

interface Shown {
  readonly of: readonly TimelineEvent[];
  readonly end_ms: number | null;
  readonly events: readonly TimelineEvent[];
}

const upTo = (end_ms: number | null, of: readonly TimelineEvent[]): Shown => ({
  of,
  end_ms,
  events: end_ms === null ? of : of.filter(({ at_ms }) => at_ms <= end_ms + TURN_MS),
});

/** Follows a device's timeline and returns its events up to the time shown. */
export const useTimeline = (timeline: Timeline): readonly TimelineEvent[] => useEvents(timeline, timeline.events);

/** Like `useTimeline`, but includes events after the time shown. */
export const useWholeTimeline = (timeline: Timeline): readonly TimelineEvent[] => useEvents(timeline, timeline.all);

/** Like `useWholeTimeline`, for several timelines. */
export function useTimelines(timelines: readonly Timeline[]): readonly (readonly TimelineEvent[])[] {
  const [, drawAgain] = useState({});
  useLayoutEffect(() => {
    const ends = timelines.map((timeline) => timeline.subscribe(() => drawAgain({})));
    return () => ends.forEach((end) => end());
  }, timelines);
  useEffect(() => {
    const ends = timelines.map((timeline) => timeline.follow());
    return () => ends.forEach((end) => end());
  }, timelines);
  return timelines.map((timeline) => timeline.all());
}

function useEvents(timeline: Timeline, get: () => readonly TimelineEvent[]): readonly TimelineEvent[] {
  const [, drawAgain] = useState(get());
  useLayoutEffect(() => timeline.subscribe(() => drawAgain(get())), [timeline]);
  useEffect(() => timeline.follow(), [timeline]);
  return get();
}
