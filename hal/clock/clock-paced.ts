// Clock that runs faster or slower than its underlying clock, or stands still, like a board with a detuned crystal. Its
// wall clock keeps the right time.

import { createAlarmHeap } from './alarm-heap.ts';
import type { Alarm, Clock } from './clock.ts';

export interface PacedClock extends Clock {
  /** Sets the rate relative to the clock below; 0 stops this clock. */
  setPace(pace: number): void;
  /** Jumps to the next due time and fires all alarms due then. Does nothing if no alarm is set. */
  step(settled: () => Promise<void>): Promise<void>;
  /**
   * Jumps ahead by `ms` and fires the alarms due until then, at any pace. Awaits `settled` before and after each alarm.
   */
  advance(ms: number, settled: () => Promise<void>): Promise<void>;
  /** Makes the current `advance` end at the alarm that fires now. Does nothing between two of them. */
  interrupt(): void;
}

export function createPacedClock(below: Clock): PacedClock {
  const alarms = createAlarmHeap();
  let pace = 1;
  const move = { interrupted: false };
  /** Readings at the last pace change or jump. */
  let from = { now_ms: below.now_ms(), below_ms: below.now_ms() };
  let armed: { readonly alarm: Alarm; readonly due_ms: number } | null = null;
  const now_ms = (): number => from.now_ms + (below.now_ms() - from.below_ms) * pace;
  const standAt = (at_ms: number): void => void (from = { now_ms: at_ms, below_ms: below.now_ms() });
  /** Sets one alarm on the clock below, for the earliest alarm here. */
  const arm = (): void => {
    const due_ms = alarms.next_ms();
    if (armed?.due_ms !== due_ms) rearm(due_ms);
  };
  const rearm = (due_ms = alarms.next_ms()): void => {
    // Cleared last: a steady clock below stands still at it until then.
    const before = armed;
    armed = null;
    if (pace !== 0 && due_ms !== Infinity)
      armed = { alarm: below.setTimeout(() => fireDue(now_ms()), (due_ms - now_ms()) / pace), due_ms };
    if (before) below.clearTimeout(before.alarm);
  };
  /**
   * Fires the alarms due by `until_ms`. Alarms that become due in the meantime wait for the next call: on a busy
   * machine they would starve all other work.
   */
  function fireDue(until_ms: number): void {
    // An alarm that has just fired may have set another one, which is armed by now.
    rearm(Infinity);
    const alarm = alarms.take(until_ms);
    if (!alarm) return arm();
    try {
      alarm.fire();
    } finally {
      // Runs after the microtasks that the alarm queued.
      queueMicrotask(() => fireDue(until_ms));
    }
  }
  const passTo = async (until_ms: number, settled: () => Promise<void>): Promise<void> => {
    const before = pace;
    move.interrupted = false;
    setPace(0);
    try {
      await settled();
      for (let next_ms = alarms.next_ms(); next_ms <= until_ms && !move.interrupted; next_ms = alarms.next_ms()) {
        standAt(Math.max(now_ms(), next_ms));
        alarms.take(next_ms)?.fire();
        await settled();
      }
      if (!move.interrupted) standAt(Math.max(now_ms(), until_ms));
    } finally {
      setPace(before);
    }
  };
  function setPace(next: number): void {
    standAt(now_ms());
    pace = next;
    rearm();
  }
  return {
    ...below,
    now_ms,
    setTimeout(fire, delay_ms) {
      const alarm = alarms.set(fire, now_ms() + Math.max(0, delay_ms || 0));
      arm();
      return alarm;
    },
    clearTimeout(alarm) {
      alarms.clear(alarm);
      arm();
    },
    setPace,
    async step(settled) {
      if (alarms.size() > 0) await passTo(alarms.next_ms(), settled);
    },
    advance: (ms, settled) => passTo(now_ms() + ms, settled),
    interrupt: () => void (move.interrupted = true),
  };
}
