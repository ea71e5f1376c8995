// Steps of a sequence diagram: the requests and answers of all devices on the page, in order.

import { callsOf } from './calls.ts';
import type { TimelineEvent } from '../timeline/timeline-event.ts';

export interface SessionStep {
  readonly at_ms: number;
  /** Index of the device among the given timelines. */
  readonly device: number;
  /** Direction: from the device to the server, or back. */
  readonly to: 'server' | 'device';
  readonly label: string;
  readonly bad: boolean;
}

/** Returns the steps in order of time. An answer is labelled with the path of its request. */
export function sessionSteps(timelines: readonly (readonly TimelineEvent[])[]): readonly SessionStep[] {
  const steps = timelines.flatMap((events, device) =>
    callsOf(events)
      .filter(({ lane }) => lane === 'HTTP')
      .flatMap(({ name, started_ms, ended_ms, status, problem, cancelled }): SessionStep[] => {
        const request: SessionStep = { at_ms: started_ms, device, to: 'server', label: name, bad: false };
        if (ended_ms === null) return [request];
        const held = ended_ms - started_ms >= HELD_MS ? `, held ${((ended_ms - started_ms) / 1000).toFixed(1)} s` : '';
        const what = cancelled ? 'cancelled' : problem === null ? String(status ?? '') : 'no answer';
        const bad = problem !== null || (status ?? 200) >= 400;
        const answered: SessionStep = {
          at_ms: ended_ms,
          device,
          to: 'device',
          label: `${what} ${pathOf(name)}${held}`,
          bad: bad && !cancelled,
        };
        return [request, answered];
      }),
  );
  return steps.toSorted((a, b) => a.at_ms - b.at_ms);
}

/** Minimum time that counts as a hold. */
const HELD_MS = 1000;

const pathOf = (name: string): string => name.replace(/^[A-Z]+ /, '');
