// Before a relay ends, those who are held are answered one after the other, so that they do not all ask the next relay in the same moment (C123).

import type { Clock } from '../../../hal/clock/clock.ts';
import type { HeldRequests } from './held-requests.ts';

export interface Drain {
  /**
   * Answers those who are held now at even distances, the way they are answered when their time is over, and holds whoever comes meanwhile only
   * briefly (C123). Who comes from a balancer that has not noticed yet asks again as evenly.
   * @returns Resolves when that time is over.
   */
  begin(over_ms: number): Promise<void>;
  /** How long a request may be held that comes now. */
  holdMsMax(): number;
}

/**
 * Of a drain, those who are held when it begins are answered in so much of it. Each may come once more on another connection that it has kept,
 * and has to be answered there too before that is closed.
 */
const SPREAD_SHARE = 0.8;
/** Who comes while the relay drains is held for so much of it: not at once, or a device that knows no other relay would ask all the time. */
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

/** Has the time of those who are held be over at even distances, of who has waited longest first. */
function spread<Call>(held: HeldRequests<Call>, over_ms: number, now_ms: number): void {
  const all = held.all().toSorted((a, b) => a.hold.until_ms - b.hold.until_ms);
  for (const [index, request] of all.entries()) {
    const turn_ms = (over_ms * (index + 1)) / (all.length + 1);
    held.endIn(request, Math.min(turn_ms, request.hold.until_ms - now_ms));
  }
}
