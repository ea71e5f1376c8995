// Runs one seed of the simulation as a test.

import type { ExecutionContext } from 'ava';
import { simulate } from '../../../simulation/sessions/simulate.ts';

/** Asserts that no rule is broken in `hours` of virtual time and that enough events happened for a meaningful run. */
export const passes = async (t: ExecutionContext, seed: number, hours: number): Promise<void> => {
  const { failure, events, virtual_s } = await simulate({ seed, hours, devices: 4 });
  const problem =
    failure && `${failure.rule} violated: ${failure.what}; tapin simulate --seed ${seed} --hours ${hours}`;
  t.is(problem, null);
  t.true(events > 500 && virtual_s >= hours * 3600, `${events} events in ${virtual_s} s`);
};
