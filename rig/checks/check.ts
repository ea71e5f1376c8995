// Check of the rig: acts on a machine that runs tapin and verifies the outcome.

import type { Result } from '../../wire/errors.ts';
import { fail } from '../../wire/errors.ts';
import type { DeviceMachine } from '../device.ts';

export interface Check {
  readonly name: string;
  /** @returns The finding, for the report. Errors: `rig_failed`, with the problem. */
  run(device: DeviceMachine): Promise<Result<string>>;
}

export const unexpected = (what: unknown): Result<never> =>
  fail('rig_failed', `Unexpected result: ${JSON.stringify(what)}.`);
