// What has happened to a device in the last ten minutes, as far as somebody looks at it: kept beside the panel's value, since it comes
// far more often than anything else.

import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import type { TimelineEvent } from './timeline-event.ts';

export interface Timeline {
  /** Oldest first. */
  events(): readonly TimelineEvent[];
  /** `first`: what is kept begins, in the place of what is here. */
  add(events: readonly TimelineEvent[], first: boolean): void;
  /** The connection is open, again or for the first time: what is kept comes once more. */
  opened(): void;
  /** Has it followed until what it gives is called. */
  follow(): () => void;
  subscribe(listener: () => void): () => void;
}

const KEPT_MS = 600_000;
const KEPT_MAX = 20_000;

/** @param ask Tells the server whether anybody looks. */
export function createTimeline(ask: (on: boolean) => void): Timeline {
  const listeners = new Set<() => void>();
  let events: readonly TimelineEvent[] = [];
  let followers = 0;
  let announced = false;
  const change = (now: readonly TimelineEvent[]): void => {
    events = now;
    if (announced) return;
    announced = true;
    requestAnimationFrame(() => {
      announced = false;
      for (const listener of listeners) listener();
    });
  };
  return {
    events: () => events,
    add: (news, first) => change(newest(first ? news : [...events, ...news])),
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

function newest(events: readonly TimelineEvent[]): readonly TimelineEvent[] {
  const oldest_ms = (events.at(-1)?.at_ms ?? 0) - KEPT_MS;
  if (events.length <= KEPT_MAX && (events[0]?.at_ms ?? 0) >= oldest_ms) return events;
  return events.slice(-KEPT_MAX).filter(({ at_ms }) => at_ms >= oldest_ms);
}

/** The events of a device, from when this is shown. */
export function useTimeline(timeline: Timeline): readonly TimelineEvent[] {
  const [, drawAgain] = useState(timeline.events());
  useLayoutEffect(() => timeline.subscribe(() => drawAgain(timeline.events())), [timeline]);
  useEffect(() => timeline.follow(), [timeline]);
  return timeline.events();
}
