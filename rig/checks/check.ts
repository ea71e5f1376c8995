// A check of the rig: something is done with a machine in which tapin runs, and what comes of it is as it should be.

import type { Result } from '../../wire/errors.ts';
import { fail } from '../../wire/errors.ts';
import type { DeviceMachine } from '../device.ts';

export interface Check {
  readonly name: string;
  /** @returns What was found, for people. Errors: `rig_failed`, with what is wrong. */
  run(device: DeviceMachine): Promise<Result<string>>;
}

export const unexpected = (what: unknown): Result<never> =>
  fail('rig_failed', `What came is not what was sent: ${JSON.stringify(what)}.`);
