// Keeps the newest events of a device: the server for pages that request them, a page for as long as it shows them.

import type { TimelineEvent } from '../timeline/timeline-event.ts';

export interface KeptLimits {
  readonly ms: number;
  readonly events: number;
}

/** Limits for a running device. */
export const KEPT: KeptLimits = { ms: 600_000, events: 20_000 };
/** Slack above the limits, so that not every new event shifts all existing ones. */
const SLACK = 1.1;

export interface KeptEvents {
  /** Returns the events, oldest first; a new array after each change. */
  all(): readonly TimelineEvent[];
  add(events: readonly TimelineEvent[]): void;
}

export function createKeptEvents(limits: KeptLimits): KeptEvents {
  const kept: TimelineEvent[] = [];
  let shown: readonly TimelineEvent[] | null = null;
  /** Time of the oldest event that is not carried over. */
  let since_ms = Infinity;
  return {
    all: () => (shown ??= [...kept]),
    add(events) {
      shown = null;
      kept.push(...events);
      since_ms = Math.min(since_ms, events.find(({ carried }) => !carried)?.at_ms ?? Infinity);
      const newest_ms = kept.at(-1)?.at_ms ?? 0;
      if (kept.length < limits.events * SLACK && newest_ms - since_ms < limits.ms * SLACK) return;
      const first = kept.findIndex(({ at_ms, carried }) => !carried && at_ms >= newest_ms - limits.ms);
      const from = Math.max(first, kept.length - limits.events);
      since_ms = kept[from]?.at_ms ?? Infinity;
      kept.unshift(...carriedOver(kept.splice(0, from)));
    },
  };
}

/** Returns what each lane still shows, and the intervals that have started but not ended. */
function carriedOver(old: readonly TimelineEvent[]): readonly TimelineEvent[] {
  const holds = new Map<string, TimelineEvent>();
  for (const event of old) {
    const key = `${event.lane} ${event.key ?? ''}`;
    if (event.what === 'begin' || (event.what === 'show' && event.name !== null)) holds.set(key, event);
    else if (event.what === 'end' || event.what === 'show') holds.delete(key);
  }
  return [...holds.values()]
    .toSorted((a, b) => a.number - b.number)
    .map((event): TimelineEvent => ({ ...event, carried: true }));
}
