// Clock of a device that can be switched off at any time.

import type { VirtualClock } from '../../hal/clock/clock-virtual.ts';
import type { Clock } from '../../hal/clock/clock.ts';

export interface StoppableClock {
  readonly clock: Clock;
  stop(): void;
}

/** Creates a clock whose alarms stop with the device and whose wall time is off by `skew_s`. */
export function stoppableClock(clock: VirtualClock, skew_s: () => number): StoppableClock {
  let dead = false;
  return {
    clock: {
      now_ms: () => clock.now_ms(),
      unix_s: () => clock.unix_s() + skew_s(),
      synced: () => true,
      setTimeout: (fire, ms) => clock.setTimeout(() => !dead && fire(), ms),
      clearTimeout: (alarm) => clock.clearTimeout(alarm),
    },
    stop: () => void (dead = true),
  };
}
