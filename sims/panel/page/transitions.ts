// How the machines of a device came where they are: from the timeline's lanes of machines.

import type { TimelineEvent } from './timeline-event.ts';

const MACHINE = 'machine ';

export interface Transition {
  readonly number: number;
  readonly at_ms: number;
  readonly machine: string;
  /** Null where it did not run. */
  readonly from: string | null;
  readonly to: string | null;
}

/** Oldest first. */
export function transitionsOf(events: readonly TimelineEvent[]): readonly Transition[] {
  const states = new Map<string, string>();
  const transitions: Transition[] = [];
  for (const { number, at_ms, lane, what, name, carried } of events) {
    if (what !== 'show' || !lane.startsWith(MACHINE)) continue;
    const machine = lane.slice(MACHINE.length);
    const from = states.get(machine) ?? null;
    if (name !== null) states.set(machine, name);
    else states.delete(machine);
    if (from !== name && !carried) transitions.push({ number, at_ms, machine, from, to: name });
  }
  return transitions;
}
