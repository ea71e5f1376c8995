// Transitions of a device's machines, taken from the machine lanes of the timeline.

import type { TimelineEvent } from '../timeline/timeline-event.ts';

const MACHINE = 'machine ';

export interface Transition {
  readonly number: number;
  readonly at_ms: number;
  readonly machine: string;
  /** Previous state; null if the machine was not running. */
  readonly from: string | null;
  readonly to: string | null;
  /** Step that caused it; null when a machine started or ended. */
  readonly step: MachineStep | null;
}

/** Step in a machine's definition, as recorded in the timeline. */
interface MachineStep {
  readonly event: string;
  /** Paths of states; '' for the machine itself. */
  readonly source: string;
  readonly target: string;
}

/** Returns the transitions, oldest first. */
export function transitionsOf(events: readonly TimelineEvent[]): readonly Transition[] {
  const states = new Map<string, string>();
  const transitions: Transition[] = [];
  for (const { number, at_ms, lane, what, name, args, carried } of events) {
    if (what !== 'show' || !lane.startsWith(MACHINE)) continue;
    const machine = lane.slice(MACHINE.length);
    const from = states.get(machine) ?? null;
    if (name !== null) states.set(machine, name);
    else states.delete(machine);
    const step = stepIn(args);
    if ((from !== name || step) && !carried) transitions.push({ number, at_ms, machine, from, to: name, step });
  }
  return transitions;
}

const stepIn = ({ event, source, target }: TimelineEvent['args']): MachineStep | null =>
  typeof event === 'string' && typeof source === 'string' && typeof target === 'string'
    ? { event, source, target }
    : null;
