// Opens Redis or Valkey servers as the engine of relays, after checking their version, that they evict nothing, and
// that their data is ours.

import type { Log } from '../../../hal/log/log.ts';
import { fail, messageOf, ok, type Result } from '../../../wire/errors.ts';
import { readEngineAddress, type EngineAddress } from './engine-address.ts';
import { connectRedis, type RedisCommands } from './redis-commands.ts';
import { createRedisStore } from './store-redis.ts';
import type { SharedStore } from '../fleet/shared-store.ts';

interface OpenRedisOptions {
  /** See `engine-address.ts`. A password in it is never shown. */
  readonly url: string;
  readonly log: Log;
}

export interface OpenRedis {
  readonly store: SharedStore;
  readonly commands: RedisCommands;
  /** Prefix of every key. */
  readonly prefix: string;
  /** False while the server is unreachable. */
  isThere(): boolean;
}

/** Timeout of a command; its caller must retry. */
const TIMEOUT_MS = 2000;
const VERSION_MIN = 7;
/** Version of the keys and their values. */
const FORMAT = '1';

/** Errors: `bad_value` for the address; `engine_unusable`; `data_foreign` if a newer version created the data. */
export async function openRedis({ url, log }: OpenRedisOptions): Promise<Result<OpenRedis>> {
  const address = readEngineAddress(url);
  if (!address.ok) return address;
  const { prefix, name } = address.value;
  let there = true;
  const onState = (state: 'lost' | 'there', sentence: string): void => {
    there = state === 'there';
    if (there) log.write('info', 'relay', `The engine ${name} is reachable again.`);
    else log.write('warn', 'relay', `The engine ${name} is unreachable: ${sentence}. Clients must retry.`);
  };
  let commands: RedisCommands | null = null;
  try {
    commands = await connectRedis({ address: address.value, timeout_ms: TIMEOUT_MS, onState });
    const problem = await problemOf(commands, address.value);
    if (!problem) return ok({ store: createRedisStore({ commands, prefix }), commands, prefix, isThere: () => there });
    await commands.close();
    return problem;
  } catch (thrown) {
    await commands?.close();
    return fail(
      'engine_unusable',
      `The engine ${name} can't be used: ${messageOf(thrown).replace(/\.$/, '')}${advice(messageOf(thrown))}.`,
    );
  }
}

const ADVICE = [
  [/^(NOAUTH|WRONGPASS)/, '; use redis://:PASSWORD@HOST or redis://USER:PASSWORD@HOST'],
  [/^READONLY/, '; it is a replica: use its master'],
  [/^Socket closed/, '; it must be Redis or Valkey, with TLS if the address starts with rediss'],
] as const;

const advice = (message: string): string => ADVICE.find(([pattern]) => pattern.test(message))?.[1] ?? '';

/** Returns null if there is no problem. */
async function problemOf(
  commands: RedisCommands,
  { kind, prefix }: Pick<EngineAddress, 'kind' | 'prefix'>,
): Promise<Result<never> | null> {
  for (const reply of await commands.toAll('INFO', 'default')) {
    const unusable = unusableBy(String(reply), kind);
    if (unusable !== null) return fail('engine_unusable', unusable);
  }
  await commands.send('SET', `${prefix}format`, FORMAT, 'NX');
  const format = String(await commands.send('GET', `${prefix}format`));
  if (format !== FORMAT)
    return fail(
      'data_foreign',
      `Another version of tapin wrote the data below ${prefix} in the engine (format ${format}).`,
    );
  return null;
}

/** Returns the reason why a server can't be used, from its INFO reply; null if it can. */
function unusableBy(info: string, kind: EngineAddress['kind']): string | null {
  const field = (name: string): string => new RegExp(`^${name}:(\\S+)`, 'm').exec(info)?.[1] ?? 'unknown';
  const version = Number.parseInt(field('redis_version'), 10);
  if (!(version >= VERSION_MIN))
    return `The engine is version ${version}; version ${VERSION_MIN} or later is required.`;
  if (field('redis_mode') === 'cluster' && kind !== 'cluster')
    return 'The engine is a cluster node: use redis-cluster://.';
  if (field('redis_mode') === 'sentinel') return 'The engine is a sentinel: use redis-sentinel:// and ?master=NAME.';
  const policy = field('maxmemory_policy');
  if (policy === 'noeviction') return null;
  return `The engine evicts data when it is full (maxmemory-policy ${policy}): set it to noeviction.`;
}
