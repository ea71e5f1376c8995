// Runs an action on a shared engine: opens the engine, closes it afterwards, and reports any failure as one sentence.

import { EngineAway } from '../../cloud-stub/relay/engine.ts';
import { openRedis, type OpenRedis } from '../../cloud-stub/relay/redis/open-redis.ts';
import { createSystemClock } from '../../hal/clock/clock-system.ts';
import { fail, type Result } from '../../wire/errors.ts';
import { stderrLog } from '../process/process.ts';

/** Runs the action. Errors: as for the engine's address, the engine and the action. */
export async function withEngine<T>(url: string, act: (engine: OpenRedis) => Promise<Result<T>>): Promise<Result<T>> {
  const opened = await openRedis({ url, log: stderrLog(createSystemClock(), false) });
  if (!opened.ok) return opened;
  const done = await act(opened.value).catch(awayOr);
  await opened.value.commands.close();
  return done;
}

function awayOr(thrown: unknown): Result<never> {
  if (!(thrown instanceof EngineAway)) throw thrown;
  return fail('engine_unusable', `The engine stopped answering (${thrown.message.replace(/\.$/, '')}); try again.`);
}
