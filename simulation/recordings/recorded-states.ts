// What the machines of a device go through, as it leaves the device: each step with what led to it, and at the end of a turn the states that
// no step led to, such as those of a machine that has begun or ended.

import type { InspectionEvent } from 'xstate';
import { stepOf } from './machine-step.ts';
import type { RecorderProxy } from './recorder-proxy.ts';

/** @returns Who inspects the device's machines. */
export function recordedStates(
  proxy: Pick<RecorderProxy, 'leave' | 'atEnd'>,
  states: () => Readonly<Record<string, unknown>>,
): (inspected: InspectionEvent) => void {
  const known = new Map<string, unknown>();
  proxy.atEnd(() => {
    const now = states();
    const begun = Object.entries(now).filter(([machine, state]) => known.get(machine) !== state);
    const ended = [...known.keys()].filter((machine) => !(machine in now)).map((machine) => [machine, null] as const);
    const changed = [...begun, ...ended];
    if (changed.length > 0) proxy.leave('states', Object.fromEntries(changed));
    for (const [machine, state] of begun) known.set(machine, state);
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
