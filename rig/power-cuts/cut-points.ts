// Chooses the writes that survive a power cut: all up to the last flush before it, and any subset of the later ones,
// because a disk may reorder them.

import type { Random } from '../../hal/random/random.ts';
import type { LogEntry } from './log-writes.ts';

export interface Cut {
  /** Number of log entries before the cut. */
  readonly at: number;
  /** Number of those entries that a flush has made safe. */
  readonly safe: number;
  /** Indexes of later entries that still reached the disk. */
  readonly kept: readonly number[];
}

/** Returns how many of the first `at` entries are covered by a flush among them. */
function safeAt(entries: readonly LogEntry[], at: number): number {
  return entries.slice(0, at).findLastIndex(({ flush }) => flush) + 1;
}

/** Chooses cuts spread evenly over the log, alternating between disks that write in order and disks that reorder. */
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
