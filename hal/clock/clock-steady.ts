// Clock on a machine that may be busy or suspended: a late alarm fires at its due time, and the time passes no alarm that
// has not fired. So no timeout precedes a reply that the machine delayed, as long as both are on this clock.

import { nextMacrotask } from '#macrotask';
import { createAlarmHeap, later } from './alarm-heap.ts';
import type { Alarm, Clock } from './clock.ts';

/** @param lag_ms_max Maximum lag behind the clock below, in milliseconds; a machine that falls further behind loses time. */
export function createSteadyClock(below: Clock, lag_ms_max: number): Clock {
  const alarms = createAlarmHeap();
  let lost_ms = below.now_ms();
  /** Due time of the alarm that has just fired, until the next turn of the event loop. */
  let held_ms: number | null = null;
  let armed: { readonly alarm: Alarm; readonly due_ms: number } | null = null;
  const target_ms = (): number => below.now_ms() - lost_ms;
  const now_ms = (): number => held_ms ?? Math.min(target_ms(), alarms.next_ms());
  const disarm = (): void => {
    if (armed) below.clearTimeout(armed.alarm);
    armed = null;
  };
  /** Sets one alarm on the clock below, for the earliest alarm here. */
  const arm = (): void => {
    const due_ms = alarms.next_ms();
    if (armed?.due_ms === due_ms) return;
    disarm();
    if (due_ms === Infinity || held_ms !== null) return;
    armed = { alarm: below.setTimeout(fireNext, due_ms - target_ms()), due_ms };
  };
  /** Fires the next alarm if it is due; the one after it fires in a later turn, when all work in between is done. */
  function fireNext(): void {
    disarm();
    held_ms = null;
    const lag_ms = target_ms() - alarms.next_ms();
    if (lag_ms > lag_ms_max) lost_ms += lag_ms - lag_ms_max;
    const alarm = alarms.take(target_ms());
    if (!alarm) return arm();
    held_ms = alarm.due_ms;
    try {
      alarm.fire();
    } finally {
      nextMacrotask(fireNext);
    }
  }
  return {
    ...below,
    now_ms,
    setTimeout(fire, delay_ms) {
      const alarm = alarms.set(fire, later(now_ms(), Math.max(0, delay_ms || 0)));
      arm();
      return alarm;
    },
    clearTimeout(alarm) {
      alarms.clear(alarm);
      arm();
    },
  };
}
