// History of a machine for its statechart: how often and when each state was entered and each arrow taken.

import type { ChartArrow } from './machine-chart.ts';
import type { Transition } from './transitions.ts';

interface Visit {
  readonly number: number;
  readonly at_ms: number;
  /** Previous state; null if the machine was not running. */
  readonly from: string | null;
  /** Exit from the state; null while the machine is in it. */
  readonly left: { readonly at_ms: number; readonly to: string | null } | null;
}

/** True if `state` is `outer` or inside it. */
export const isWithin = (state: string | null, outer: string): boolean =>
  state !== null && (state === outer || state.startsWith(`${outer}.`));

/**
 * Returns the machine's visits to a state, entered from outside it, oldest first. `transitions`: the transitions of
 * this machine.
 */
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

/** Whether a transition took this arrow. An arrow may stand for several transitions with the same target. */
export function wentAlong({ from, to, step }: Transition, arrow: Pick<ChartArrow, 'from' | 'to'>): boolean {
  if (!arrow.from.startsWith(START)) return step?.source === arrow.from && step.target === arrow.to;
  if (!isWithin(to, arrow.to)) return false;
  // The initial arrow of a machine or of a compound state.
  const outer = arrow.to.split('.').slice(0, -1).join('.');
  return from === null || (outer !== '' && (step ? isWithin(outer, step.target) : !isWithin(from, outer)));
}

/** Prefix of the layout's name for an initial dot. */
const START = 'start ';
