// Clock of a busy machine.

import { createPacedClock } from '../../../hal/clock/clock-paced.ts';
import type { Clock } from '../../../hal/clock/clock.ts';

/** Returns a clock whose alarms fire late, in bursts every `period_ms`. */
export const burstClock = (period_ms: number) => (clock: Clock) =>
  createPacedClock({
    ...clock,
    setTimeout(fire, delay_ms) {
      const due_ms = clock.now_ms() + delay_ms;
      return clock.setTimeout(fire, Math.ceil(due_ms / period_ms) * period_ms - clock.now_ms());
    },
  });
