// Drains a relay before it stops: answers the held requests one after another, so that the clients do not all reach the
// next relay at the same time (C123).

import type { Clock } from '../../../hal/clock/clock.ts';
import type { HeldRequests } from './held-requests.ts';

export interface Drain {
  /**
   * Answers the held requests at even intervals, as if they had timed out, and holds new ones only briefly (C123).
   * Clients of a load balancer that has not noticed yet return just as evenly.
   * @returns Resolves when `over_ms` have passed.
   */
  begin(over_ms: number): Promise<void>;
  /** Returns the longest time for which a new request may be held. */
  holdMsMax(): number;
}

/**
 * Share of the drain over which the held requests are answered. Each client may return once on another connection that
 * it kept, and must be answered there before that closes.
 */
const SPREAD_SHARE = 0.8;
/**
 * Share of the drain for which a new request is held: without a hold, a device that knows no other relay would poll
 * continuously.
 */
const BRIEF_SHARE = 0.1;
const BRIEF_HOLD_MS_MAX = 1000;

export function createDrain<Call>(clock: Clock, held: HeldRequests<Call>): Drain {
  let hold_ms_max = Number.POSITIVE_INFINITY;
  return {
    begin(over_ms) {
      hold_ms_max = Math.min(BRIEF_SHARE * over_ms, BRIEF_HOLD_MS_MAX);
      spread(held, SPREAD_SHARE * over_ms, clock.now_ms());
      return new Promise((resolve) => clock.setTimeout(resolve, over_ms));
    },
    holdMsMax: () => hold_ms_max,
  };
}

/** Spreads the ends of the held requests evenly, starting with the one that has waited longest. */
function spread<Call>(held: HeldRequests<Call>, over_ms: number, now_ms: number): void {
  const all = held.all().toSorted((a, b) => a.hold.until_ms - b.hold.until_ms);
  for (const [index, request] of all.entries()) {
    const turn_ms = (over_ms * (index + 1)) / (all.length + 1);
    held.endIn(request, Math.min(turn_ms, request.hold.until_ms - now_ms));
  }
}
