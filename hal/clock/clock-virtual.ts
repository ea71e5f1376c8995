// Clock that moves only when told to. It takes alarms from a heap one at a time, in (due, insertion) order, and sets
// `now` to an alarm's due time before firing it, so a timer that re-arms itself ticks at its full rate.

import { nextMacrotask } from '#macrotask';
import { createAlarmHeap, later } from './alarm-heap.ts';
import type { Clock } from './clock.ts';

export interface VirtualClock extends Clock {
  /** Fires every alarm due within the next `ms`, letting promises settle after each, and ends at now + ms. */
  advance(ms: number): Promise<void>;
  /** Makes the current `advance` end at the alarm that fires now. Does nothing between two of them. */
  interrupt(): void;
  /**
   * Makes `advance` wait while work runs that takes no time on this clock.
   * @returns A function that releases the hold.
   */
  hold(): () => void;
  /** Fires the next alarm, whenever it is due. Returns false if there is none. */
  step(): boolean;
  /** Returns the number of alarms that are set and not yet fired or cleared. */
  pending(): number;
  /** Sets the wall clock and whether it counts as right. */
  setWall(wall: { synced: boolean; unix_s: number }): void;
}

export function createVirtualClock(): VirtualClock {
  const alarms = createAlarmHeap();
  let now_ms = 0;
  const move = { interrupted: false };
  const holds = new Set<object>();
  let wall = { synced: true, unix_s: 1_800_000_000, at_ms: 0 };

  const fireNextUntil = (limit_ms: number): boolean => {
    const alarm = alarms.take(limit_ms);
    if (!alarm) return false;
    now_ms = Math.max(now_ms, alarm.due_ms);
    alarm.fire();
    return true;
  };

  return {
    now_ms: () => now_ms,
    unix_s: () => wall.unix_s + Math.floor((now_ms - wall.at_ms) / 1000),
    synced: () => wall.synced,
    setTimeout: (fire, delay_ms) => alarms.set(fire, later(now_ms, Math.max(0, delay_ms || 0))),
    clearTimeout: (alarm) => alarms.clear(alarm),
    async advance(ms) {
      const until_ms = now_ms + ms;
      move.interrupted = false;
      const settled = async (): Promise<void> => {
        do await settle();
        while (holds.size > 0);
      };
      await settled();
      while (!move.interrupted && fireNextUntil(until_ms)) await settled();
      if (!move.interrupted) now_ms = Math.max(now_ms, until_ms);
    },
    interrupt: () => void (move.interrupted = true),
    hold() {
      const held = {};
      holds.add(held);
      return () => void holds.delete(held);
    },
    step: () => fireNextUntil(Number.POSITIVE_INFINITY),
    pending: () => alarms.size(),
    setWall: (next) => (wall = { ...next, at_ms: now_ms }),
  };
}

/** Waits one turn of the event loop, after which every promise that can settle has settled. */
const settle = (): Promise<void> => new Promise((resolve) => nextMacrotask(resolve));
