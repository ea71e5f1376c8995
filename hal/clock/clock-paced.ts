// A clock whose time passes faster or slower than that of the clock below it, or stands still: a board whose quartz somebody turns, and
// whose clock of the day goes on as it should.

import { createAlarmHeap } from './alarm-heap.ts';
import type { Alarm, Clock } from './clock.ts';

export interface PacedClock extends Clock {
  /** Times as fast as the clock below, from now on; 0 stands still. */
  setPace(pace: number): void;
  /** Goes to the next moment at which an alarm is due, and fires all that are due then. Nothing where none is set. */
  step(settled: () => Promise<void>): Promise<void>;
  /** Goes on by so much as fast as it goes. `settled`: what an alarm brings about has happened, before the next one fires. */
  advance(ms: number, settled: () => Promise<void>): Promise<void>;
}

export function createPacedClock(below: Clock): PacedClock {
  const alarms = createAlarmHeap();
  let pace = 1;
  /** Where both stood when this pace began. */
  let from = { now_ms: below.now_ms(), below_ms: below.now_ms() };
  let armed: { readonly alarm: Alarm; readonly due_ms: number } | null = null;
  const now_ms = (): number => from.now_ms + (below.now_ms() - from.below_ms) * pace;
  const standAt = (at_ms: number): void => void (from = { now_ms: at_ms, below_ms: below.now_ms() });

  const disarm = (): void => {
    if (armed) below.clearTimeout(armed.alarm);
    armed = null;
  };
  /** One alarm below, for the first of those that are set. */
  const arm = (): void => {
    const due_ms = alarms.next_ms();
    if (armed?.due_ms === due_ms) return;
    disarm();
    if (pace === 0 || due_ms === Infinity) return;
    armed = { alarm: below.setTimeout(() => fireDue(now_ms()), (due_ms - now_ms()) / pace), due_ms };
  };
  /** Those that become due meanwhile come later: on a busy machine they would keep everything else from its turn. */
  function fireDue(until_ms: number): void {
    armed = null;
    const alarm = alarms.take(until_ms);
    if (!alarm) return arm();
    try {
      alarm.fire();
    } finally {
      // Behind what has settled by it.
      queueMicrotask(() => fireDue(until_ms));
    }
  }
  const passTo = async (until_ms: number, settled: () => Promise<void>): Promise<void> => {
    const before = pace;
    setPace(0);
    try {
      await settled();
      for (let next_ms = alarms.next_ms(); next_ms <= until_ms; next_ms = alarms.next_ms()) {
        standAt(Math.max(now_ms(), next_ms));
        alarms.take(next_ms)?.fire();
        await settled();
      }
      standAt(Math.max(now_ms(), until_ms));
    } finally {
      setPace(before);
    }
  };
  function setPace(next: number): void {
    standAt(now_ms());
    pace = next;
    disarm();
    arm();
  }
  return {
    now_ms,
    unix_s: () => below.unix_s(),
    synced: () => below.synced(),
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
      const next_ms = alarms.next_ms();
      if (next_ms < Infinity) await passTo(next_ms, settled);
    },
    advance: (ms, settled) => passTo(now_ms() + ms, settled),
  };
}
