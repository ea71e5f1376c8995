// The taps of a virtual keyboard as a page shows them: runs of the same key with a count, the newest ones.

import { TAPS_KEPT_MAX, type RecordedTap } from '../../hal/keyboard/keyboard-virtual.ts';
import type { TapRun } from './page/connection/protocol.ts';

export const TAP_RUNS_MAX = 12;

/** The newest runs of the taps that a keyboard has kept, oldest first. */
export function runsOf(taps: readonly RecordedTap[]): readonly TapRun[] {
  let runs: readonly TapRun[] = [];
  // Where it keeps so many, there may have been more.
  const cut = taps.length >= TAPS_KEPT_MAX;
  // The oldest of the kept taps may go on a run whose beginning is forgotten.
  for (const [index, tap] of taps.entries()) runs = withTap(runs, tap, cut && index === 0);
  return runs;
}

/** The runs after one more tap. Whoever goes on from them counts right, however few taps the keyboard keeps. */
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
