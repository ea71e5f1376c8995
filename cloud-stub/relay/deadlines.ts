// One alarm for each session, at the moment when time alone next changes what others see (R51). An alarm that is set too early is
// kept: it costs one look, where moving it at every contact would cost more.

import type { Alarm, Clock } from '../../hal/clock/clock.ts';

export interface Deadlines {
  /** @param due_ms When `at` is called for this host at the latest, of the relay's own time; null asks for nothing. */
  expect(host: string, due_ms: number | null): void;
  clear(): void;
}

export function createDeadlines(clock: Clock, now: () => number, at: (host: string) => void): Deadlines {
  const alarms = new Map<string, { readonly due_ms: number; readonly alarm: Alarm }>();
  const fire = (host: string): void => {
    alarms.delete(host);
    at(host);
  };
  return {
    expect(host, due_ms) {
      const set = alarms.get(host);
      if (due_ms === null || (set && set.due_ms <= due_ms)) return;
      if (set) clock.clearTimeout(set.alarm);
      alarms.set(host, { due_ms, alarm: clock.setTimeout(() => fire(host), due_ms - now()) });
    },
    clear() {
      for (const { alarm } of alarms.values()) clock.clearTimeout(alarm);
      alarms.clear();
    },
  };
}
