// What became of a machine, for its statechart: how often each state was entered and each arrow gone, and when.

import type { ChartArrow } from './machine-chart.ts';
import type { Transition } from './transitions.ts';

interface Visit {
  readonly number: number;
  readonly at_ms: number;
  /** Null where the machine did not run. */
  readonly from: string | null;
  /** Where it went from here; null while it is here. */
  readonly left: { readonly at_ms: number; readonly to: string | null } | null;
}

/** Whether one that is in `state` is in `outer`. */
export const isWithin = (state: string | null, outer: string): boolean =>
  state !== null && (state === outer || state.startsWith(`${outer}.`));

/** The times that a machine has come into a state from outside of it, oldest first. `transitions`: of this machine. */
export function visitsOf(transitions: readonly Transition[], path: string): readonly Visit[] {
  const visits: Visit[] = [];
  for (const { number, at_ms, from, to } of transitions) {
    const [was, is] = [isWithin(from, path), isWithin(to, path)];
    const last = visits.at(-1);
    if (was && !is && last) visits.splice(-1, 1, { ...last, left: { at_ms, to } });
    if (!was && is) visits.push({ number, at_ms, from, left: null });
  }
  return visits;
}

/** Whether a transition went this way. An arrow may stand for several of a state, which lead to the same one. */
export function wentAlong({ from, to, step }: Transition, arrow: Pick<ChartArrow, 'from' | 'to'>): boolean {
  if (!arrow.from.startsWith(START)) return step?.source === arrow.from && step.target === arrow.to;
  if (!isWithin(to, arrow.to)) return false;
  // The first arrow of a machine, or of a state that has states in it.
  const outer = arrow.to.split('.').slice(0, -1).join('.');
  return from === null || (outer !== '' && (step ? isWithin(outer, step.target) : !isWithin(from, outer)));
}

/** As the layout calls its dot. */
const START = 'start ';
