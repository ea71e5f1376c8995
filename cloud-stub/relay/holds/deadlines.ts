// One alarm per session with held requests, for the next time at which its visible state changes without a request
// (R51). An alarm that is too early stays: it costs one check, while moving it at every contact would cost more.

import type { Alarm, Clock } from '../../../hal/clock/clock.ts';

interface Deadlines {
  /** @param in_ms Longest time until `at` is called for this host; null for no deadline. */
  expect(host: string, in_ms: number | null): void;
  /** Cancels the alarm of a session without held requests. */
  forget(host: string): void;
}

export function createDeadlines(clock: Clock, at: (host: string) => void): Deadlines {
  const alarms = new Map<string, { readonly due_ms: number; readonly alarm: Alarm }>();
  const fire = (host: string): void => {
    alarms.delete(host);
    at(host);
  };
  return {
    expect(host, in_ms) {
      const set = alarms.get(host);
      if (in_ms === null) return;
      const due_ms = clock.now_ms() + in_ms;
      if (set && set.due_ms <= due_ms) return;
      if (set) clock.clearTimeout(set.alarm);
      alarms.set(host, { due_ms, alarm: clock.setTimeout(() => fire(host), in_ms) });
    },
    forget(host) {
      const set = alarms.get(host);
      if (!set) return;
      clock.clearTimeout(set.alarm);
      alarms.delete(host);
    },
  };
}
