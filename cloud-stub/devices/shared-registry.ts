// Registry of devices and their secrets for relays that share an engine (C8): a hash by device id. Keys are cached
// briefly, so a removed device is refused only after that; an unknown device is looked up every time.

import * as v from 'valibot';
import { fail, ok, type Result } from '../../wire/errors.ts';
import { readSecret, type DeviceKey } from '../../wire/signing.ts';
import type { RedisCommands } from '../relay/redis/redis-commands.ts';
import { boundedMap } from '../relay/fleet/bounded-map.ts';
import type { DeviceIdentity } from './device-registry.ts';

/** Rejects with `EngineAway` if the engine is unreachable. */
export interface SharedRegistry {
  keyOf(id: string): Promise<DeviceKey | null>;
  count(): Promise<number>;
  /** Returns all devices, in no particular order. */
  all(): Promise<readonly DeviceIdentity[]>;
  /** Errors: `bad_value` if the id is enrolled with another secret. */
  enrol(identity: DeviceIdentity): Promise<Result<DeviceIdentity>>;
}

const scanReply = v.tuple([v.string(), v.array(v.string())]);

const CACHED_MS = 10_000;
const CACHED_MAX = 100_000;

export function createSharedRegistry(
  commands: Pick<RedisCommands, 'send' | 'durable'>,
  prefix: string,
  now_ms: () => number,
): SharedRegistry {
  const devices = `${prefix}devices`;
  const known = boundedMap<{ readonly key: DeviceKey; readonly at_ms: number }>(CACHED_MAX);
  return {
    async keyOf(id) {
      const before = known.get(id);
      if (before && now_ms() - before.at_ms < CACHED_MS) return before.key;
      known.delete(id);
      const secret = await commands.send('HGET', devices, id);
      const key = typeof secret === 'string' ? readSecret(secret) : null;
      if (key) known.set(id, { key, at_ms: now_ms() });
      return key;
    },
    count: async () => Number(await commands.send('HLEN', devices)),
    async all() {
      const secrets = new Map<string, string>();
      let cursor = '0';
      do {
        const [next, found] = v.parse(scanReply, await commands.send('HSCAN', devices, cursor, 'COUNT', '1000'));
        for (const [at, id] of found.entries()) if (at % 2 === 0) secrets.set(id, found[at + 1] ?? '');
        cursor = next;
      } while (cursor !== '0');
      return [...secrets].map(([id, secret]) => ({ id, secret }));
    },
    async enrol(identity) {
      const added = await commands.durable.send('HSETNX', devices, identity.id, identity.secret);
      if (Number(added) === 1 || (await commands.send('HGET', devices, identity.id)) === identity.secret)
        return ok(identity);
      return fail('bad_value', `The device ${identity.id} is enrolled already, with another secret.`);
    },
  };
}
