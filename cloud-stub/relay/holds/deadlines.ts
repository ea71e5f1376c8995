// One alarm for each session for which somebody waits, at the moment when time alone next changes what others see (R51). An alarm that is
// set too early is kept: it costs one look, where moving it at every contact would cost more.

import type { Alarm, Clock } from '../../../hal/clock/clock.ts';

interface Deadlines {
  /** @param in_ms After which time `at` is called for this host at the latest; null asks for nothing. */
  expect(host: string, in_ms: number | null): void;
  /** Nobody waits for this session any more. */
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
