// A Redis or Valkey server as the engine of relays, once it is looked at: its version, that it throws nothing away, and that what is in it is
// ours.

import type { Log } from '../../../hal/log/log.ts';
import { fail, messageOf, ok, type Result } from '../../../wire/errors.ts';
import { connectRedis, type RedisCommands } from './redis-commands.ts';
import { createRedisStore } from './store-redis.ts';
import type { SharedStore } from './shared-store.ts';

export interface OpenRedisOptions {
  /** `redis://host:6379/0?prefix=club:&wait=1`; `rediss:` for TLS. A password in it is shown nowhere. */
  readonly url: string;
  readonly log: Log;
}

export interface OpenRedis {
  readonly store: SharedStore;
  readonly commands: RedisCommands;
  /** Before every key. */
  readonly prefix: string;
  /** False while the server is not there. */
  isThere(): boolean;
}

/** A command that takes longer is given up, and its caller told to come again. */
const PATIENCE_MS = 2000;
/** How long replicas may take. */
const REPLICAS_MS = 1000;
const REPLICAS_MAX = 10;
const VERSION_MIN = 7;
/** Of the keys and what they hold. */
const FORMAT = '1';

/** Errors: `bad_value` for the address; `engine_unusable`; `data_foreign` where a newer version has made what is in it. */
export async function openRedis({ url, log }: OpenRedisOptions): Promise<Result<OpenRedis>> {
  const address = readAddress(url);
  if (!address.ok) return address;
  const { prefix, replicas, name } = address.value;
  let there = true;
  const onState = (state: 'lost' | 'there', sentence: string): void => {
    there = state === 'there';
    if (there) log.write('info', 'relay', `The engine ${name} is there again.`);
    else log.write('warn', 'relay', `The engine ${name} is lost: ${sentence}. Requests are told to come again.`);
  };
  try {
    const commands = await connectRedis({ url: address.value.url, patience_ms: PATIENCE_MS, onState });
    const problem = await problemOf(commands, prefix);
    if (problem) {
      await commands.close();
      return problem;
    }
    const store = createRedisStore({ commands, prefix, replicas, replicas_ms: REPLICAS_MS });
    return ok({ store, commands, prefix, isThere: () => there });
  } catch (thrown) {
    return fail('engine_unusable', `The engine ${name} can't be used: ${messageOf(thrown).replace(/\.$/, '')}.`);
  }
}

function readAddress(text: string): Result<{ url: string; name: string; prefix: string; replicas: number }> {
  const example = 'such as redis://127.0.0.1:6379/0?prefix=club:&wait=1';
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^rediss?:$/.test(url.protocol) || url.hostname === '')
    return fail('bad_value', `An engine is an address that begins with redis:// or rediss://, ${example}.`);
  const unknown = [...url.searchParams.keys()].find((key) => key !== 'prefix' && key !== 'wait');
  if (unknown !== undefined) return fail('bad_value', `An engine's address has prefix and wait, and no ${unknown}.`);
  const prefix = url.searchParams.get('prefix') ?? 'tapin:';
  if (!/^[\w.:-]{1,40}$/.test(prefix))
    return fail('bad_value', 'A prefix has 1 to 40 letters, digits and the characters . : _ and -.');
  const replicas = Number(url.searchParams.get('wait') ?? '0');
  if (!Number.isInteger(replicas) || replicas < 0 || replicas > REPLICAS_MAX)
    return fail(
      'bad_value',
      `By wait an engine's address says how many replicas have a write before it is answered, 0 to ${REPLICAS_MAX}.`,
    );
  url.search = '';
  return ok({ url: url.href, name: `${url.protocol}//${url.host}`, prefix, replicas });
}

/** Null where all is well. */
async function problemOf(commands: RedisCommands, prefix: string): Promise<Result<never> | null> {
  const info = String(await commands.send('INFO', 'server'));
  const version = Number.parseInt(/^redis_version:(\d+)/m.exec(info)?.[1] ?? '', 10);
  if (!(version >= VERSION_MIN))
    return fail('engine_unusable', `The engine is of version ${version}; it has to be ${VERSION_MIN} or later.`);
  const memory = String(await commands.send('INFO', 'memory'));
  const policy = /^maxmemory_policy:(\S+)/m.exec(memory)?.[1] ?? 'unknown';
  if (policy !== 'noeviction')
    return fail(
      'engine_unusable',
      `The engine throws away what it has no room for (maxmemory-policy ${policy}): set it to noeviction.`,
    );
  await commands.send('SET', `${prefix}format`, FORMAT, 'NX');
  const format = String(await commands.send('GET', `${prefix}format`));
  if (format !== FORMAT)
    return fail(
      'data_foreign',
      `What is in the engine below ${prefix} was made by another version of tapin (${format}).`,
    );
  return null;
}
