// Which writes a power cut leaves: all up to the last flush before it, and of those after it any, since a disk may do them in any order.

import type { Random } from '../../hal/random/random.ts';
import type { LogEntry } from './log-writes.ts';

export interface Cut {
  /** After so many entries of the log. */
  readonly at: number;
  /** So many of them a flush has made safe. */
  readonly safe: number;
  /** Numbers of those since then which got to the disk. */
  readonly kept: readonly number[];
}

/** How many of the first `at` entries lie before a flush among them. */
function safeAt(entries: readonly LogEntry[], at: number): number {
  return entries.slice(0, at).findLastIndex(({ flush }) => flush) + 1;
}

/** Cuts at points that lie evenly in the log; of every two one where the disk had done its writes in order, and one where it had not. */
export function chooseCuts(entries: readonly LogEntry[], count: number, random: Random): readonly Cut[] {
  return Array.from({ length: count }, (_, index) => {
    const at = Math.round(((index + 1) / count) * entries.length);
    const safe = safeAt(entries, at);
    const since = Array.from({ length: at - safe }, (_entry, step) => safe + step);
    const in_order = index % 2 === 0;
    const kept = in_order ? since : since.filter((each) => entries[each]?.fua === true || random.float() < 0.5);
    return { at, safe, kept };
  });
}
