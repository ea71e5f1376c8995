// What has happened to a device in the last ten minutes, as far as somebody looks at it: kept beside the panel's value, since it comes
// far more often than anything else.

import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { createKeptEvents, KEPT, type KeptLimits } from '../connection/kept-events.ts';
import { TURN_MS } from './timeline-lanes.ts';
import type { TimelineEvent } from './timeline-event.ts';

export interface Timeline {
  /** Oldest first. */
  all(): readonly TimelineEvent[];
  /** Those until the moment that is shown. */
  events(): readonly TimelineEvent[];
  /** Null for the present. */
  showUntil(at_ms: number | null): void;
  /** `first`: what is kept begins, in the place of what is here. */
  add(events: readonly TimelineEvent[], first: boolean): void;
  /** As the server keeps them. */
  limit(limits: KeptLimits): void;
  /** The connection is open, again or for the first time: what is kept comes once more. */
  opened(): void;
  /** Has it followed until what it gives is called. */
  follow(): () => void;
  subscribe(listener: () => void): () => void;
}

/** @param ask Tells the server whether anybody looks. */
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

/** The events of a device, from when this is shown. */
export const useTimeline = (timeline: Timeline): readonly TimelineEvent[] => useEvents(timeline, timeline.events);

/** Those after the moment that is shown too. */
export const useWholeTimeline = (timeline: Timeline): readonly TimelineEvent[] => useEvents(timeline, timeline.all);

/** Of each of them the same. */
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
