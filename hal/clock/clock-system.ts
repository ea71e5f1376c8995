// Clock port on the clocks of the machine.

import type { Clock } from './clock.ts';

/**
 * @param isKept Whether the system keeps its wall clock right. Default: always true, so any time from 2024 on counts as
 * right.
 */
export function createSystemClock(isKept = (): boolean => true): Clock {
  const start_ms = performance.now();
  const unix_s = (): number => Math.floor(Date.now() / 1000);
  return {
    now_ms: () => performance.now() - start_ms,
    unix_s,
    synced: () => unix_s() > FIRST_CREDIBLE_UNIX_S && isKept(),
    setTimeout: (fire, delay_ms) => setTimeout(fire, nodeDelay(delay_ms)),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- alarms are handles returned by setTimeout above
    clearTimeout: (alarm) => clearTimeout(alarm as ReturnType<typeof setTimeout>),
  };
}

/**
 * Adds a millisecond, so no alarm is early: Node truncates fractions and counts from a rounded start. Caps the delay,
 * because Node replaces a longer one by 1 ms.
 */
const nodeDelay = (delay_ms: number): number =>
  delay_ms > 0 ? Math.min(Math.ceil(delay_ms) + 1, NODE_DELAY_MS_MAX) : 0;

const NODE_DELAY_MS_MAX = 2 ** 31 - 1; // 24.8 days

/**
 * A board without a battery starts in 1970 or at its image's date; 2024-01-01 is older than any image of this firmware.
 */
const FIRST_CREDIBLE_UNIX_S = 1_704_067_200;
