// Records the state machines of a device: each step with its cause, and at the end of a batch the states that no step
// explains, such as the state of a machine that has started or ended.

import type { InspectionEvent } from 'xstate';
import { stepOf } from './machine-step.ts';
import type { RecorderProxy } from './recorder-proxy.ts';

/** Starts recording the states. @returns Inspector for the device's machines. */
export function recordedStates(
  proxy: Pick<RecorderProxy, 'leave' | 'atEnd'>,
  states: () => Readonly<Record<string, unknown>>,
): (inspected: InspectionEvent) => void {
  const known = new Map<string, unknown>();
  proxy.atEnd(() => {
    const now = states();
    const updated = Object.entries(now).filter(([machine, state]) => known.get(machine) !== state);
    const ended = [...known.keys()].filter((machine) => !(machine in now)).map((machine) => [machine, null] as const);
    const changed = [...updated, ...ended];
    if (changed.length > 0) proxy.leave('states', Object.fromEntries(changed));
    for (const [machine, state] of updated) known.set(machine, state);
    for (const [machine] of ended) known.delete(machine);
  });
  return (inspected) => {
    const step = stepOf(inspected);
    if (!step) return;
    const { machine, source, event, target, state } = step;
    proxy.leave('step', machine, source, event, target, state);
    known.set(machine, state);
  };
}
