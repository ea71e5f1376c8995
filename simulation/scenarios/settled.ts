// A device in real time after a key: it takes a while until its screen shows what came of it, the longer the slower the device is.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Result } from '../../wire/errors.ts';
import type { Target } from './backend.ts';

const LOOK_EVERY_MS = 40;

/** Does something that may change what is seen, and waits until it has and stays so. `limit_ms`: what has no effect by then has none. */
export async function settled(
  { look }: Pick<Target, 'look'>,
  act: () => Promise<Result<unknown>>,
  limit_ms: number,
): Promise<Result<unknown>> {
  const seen = async (): Promise<string> => {
    const { lines, states } = await look();
    return JSON.stringify([lines, states]);
  };
  const before = await seen();
  const done = await act();
  const until_ms = performance.now() + limit_ms;
  let last = before;
  while (done.ok && performance.now() < until_ms) {
    const now = await seen();
    if (now === last && now !== before) break;
    last = now;
    await sleep(LOOK_EVERY_MS);
  }
  return done;
}
