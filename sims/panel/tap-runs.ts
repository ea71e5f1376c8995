// Groups the taps of a virtual keyboard for the page: the newest runs of the same key, each with a count.

import { TAPS_KEPT_MAX, type RecordedTap } from '../../hal/keyboard/keyboard-virtual.ts';
import type { TapRun } from './page/connection/protocol.ts';

export const TAP_RUNS_MAX = 12;

/** Returns the newest runs of a keyboard's kept taps, oldest first. */
export function runsOf(taps: readonly RecordedTap[]): readonly TapRun[] {
  let runs: readonly TapRun[] = [];
  // A full list may have dropped older taps.
  const cut = taps.length >= TAPS_KEPT_MAX;
  // The oldest kept tap may continue a run whose start was dropped.
  for (const [index, tap] of taps.entries()) runs = withTap(runs, tap, cut && index === 0);
  return runs;
}

/** Returns the runs after one more tap. Counts stay exact even when the keyboard drops old taps. */
export function withTap(
  runs: readonly TapRun[],
  { usage, modifiers, name }: RecordedTap,
  at_least = false,
): readonly TapRun[] {
  const newest = runs.at(-1);
  if (newest?.usage === usage && newest.modifiers === modifiers)
    return [...runs.slice(0, -1), { ...newest, count: newest.count + 1 }];
  return [...runs, { usage, modifiers, name, count: 1, at_least }].slice(-TAP_RUNS_MAX);
}
