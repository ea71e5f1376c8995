// How the machines of a device came where they are: from the timeline's lanes of machines.

import type { TimelineEvent } from '../timeline/timeline-event.ts';

const MACHINE = 'machine ';

export interface Transition {
  readonly number: number;
  readonly at_ms: number;
  readonly machine: string;
  /** Null where it did not run. */
  readonly from: string | null;
  readonly to: string | null;
  /** What led to it; null where a machine began or ended. */
  readonly step: MachineStep | null;
}

/** Of a machine's definition, as the timeline has it. */
interface MachineStep {
  readonly event: string;
  /** Paths of states; '' for the machine itself. */
  readonly source: string;
  readonly target: string;
}

/** Oldest first. */
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
