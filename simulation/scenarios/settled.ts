// Waits for a device in real time to settle after a key; slow devices take longer to show the effect.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Result } from '../../wire/errors.ts';
import type { DeviceTarget } from './backend.ts';

const POLL_MS = 40;

/**
 * Runs an action, then waits until the device has changed and stays the same. `limit_ms`: time after which an action
 * counts as having no effect.
 */
export async function settled(
  { snapshot }: Pick<DeviceTarget, 'snapshot'>,
  act: () => Promise<Result<unknown>>,
  limit_ms: number,
): Promise<Result<unknown>> {
  const observe = async (): Promise<string> => {
    const { lines, states } = await snapshot();
    return JSON.stringify([lines, states]);
  };
  const before = await observe();
  const done = await act();
  const until_ms = performance.now() + limit_ms;
  let last = before;
  while (done.ok && performance.now() < until_ms) {
    const now = await observe();
    if (now === last && now !== before) break;
    last = now;
    await sleep(POLL_MS);
  }
  return done;
}
