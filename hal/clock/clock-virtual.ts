// Time that moves only when it is told to: a heap of alarms, popped one at a time in (due, insertion) order.
// `now` is set to an alarm's own time before it fires, so a timer that sets itself again ticks as often as it should.

import type { Clock } from './clock.ts';

export interface VirtualClock extends Clock {
  /** Fires every alarm due within the next `ms`, letting promises settle after each; then stands at now + ms. */
  advance(ms: number): Promise<void>;
  /** Keeps `advance` from going on, until what it gives is called: something goes on that takes no time on this clock. */
  hold(): () => void;
  /** Fires the next alarm, whenever it is due. False if there is none. */
  step(): boolean;
  /** Alarms that are set and not yet fired or cleared. */
  pending(): number;
  /** Whether the wall clock counts as right, and what it shows. */
  setWall(wall: { synced: boolean; unix_s: number }): void;
}

interface Entry {
  readonly due_ms: number;
  readonly order: number;
  fire: (() => void) | null;
}

const before = (a: Entry, b: Entry): boolean => a.due_ms < b.due_ms || (a.due_ms === b.due_ms && a.order < b.order);

export function createVirtualClock(): VirtualClock {
  const heap: Entry[] = [];
  let now_ms = 0;
  let order = 0;
  let live = 0;
  const holds = new Set<object>();
  let wall = { synced: true, unix_s: 1_800_000_000, at_ms: 0 };

  const fireNextUntil = (limit_ms: number): boolean => {
    for (;;) {
      const first = heap[0];
      if (!first || first.due_ms > limit_ms) return false;
      pop(heap);
      if (first.fire === null) continue;
      now_ms = Math.max(now_ms, first.due_ms);
      const fire = first.fire;
      first.fire = null;
      live--;
      fire();
      return true;
    }
  };

  return {
    now_ms: () => now_ms,
    unix_s: () => wall.unix_s + Math.floor((now_ms - wall.at_ms) / 1000),
    synced: () => wall.synced,
    setTimeout(fire, delay_ms) {
      const entry: Entry = { due_ms: now_ms + Math.max(0, delay_ms || 0), order: order++, fire };
      push(heap, entry);
      live++;
      return entry;
    },
    clearTimeout(alarm) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an alarm is what setTimeout above gave, or nothing
      const entry = alarm as Entry | undefined;
      if (!entry?.fire) return;
      entry.fire = null;
      live--;
    },
    async advance(ms) {
      const until_ms = now_ms + ms;
      const settled = async (): Promise<void> => {
        do await settle();
        while (holds.size > 0);
      };
      await settled();
      while (fireNextUntil(until_ms)) await settled();
      now_ms = Math.max(now_ms, until_ms);
    },
    hold() {
      const held = {};
      holds.add(held);
      return () => void holds.delete(held);
    },
    step: () => fireNextUntil(Number.POSITIVE_INFINITY),
    pending: () => live,
    setWall: (next) => (wall = { ...next, at_ms: now_ms }),
  };
}

/** One turn of the event loop: every promise that can settle has settled. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function push(heap: Entry[], entry: Entry): void {
  let at = heap.push(entry) - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    const above = heap[parent];
    if (!above || !before(entry, above)) break;
    heap[at] = above;
    at = parent;
  }
  heap[at] = entry;
}

function pop(heap: Entry[]): void {
  const last = heap.pop();
  if (!last || heap.length === 0) return;
  let at = 0;
  for (;;) {
    const child = earlierChild(heap, at);
    const below = heap[child];
    if (!below || !before(below, last)) break;
    heap[at] = below;
    at = child;
  }
  heap[at] = last;
}

function earlierChild(heap: readonly Entry[], at: number): number {
  const left = 2 * at + 1;
  const one = heap[left];
  const other = heap[left + 1];
  return one && other && before(other, one) ? left + 1 : left;
}
