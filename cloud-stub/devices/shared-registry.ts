// The devices of relays that share an engine, and their secrets (C8): a hash by their ids. A key is remembered for a moment, so a device that is
// taken out is refused that much later; an unknown one is looked for each time.

import * as v from 'valibot';
import { fail, ok, type Result } from '../../wire/errors.ts';
import { readSecret, type DeviceKey } from '../../wire/signing.ts';
import type { RedisCommands } from '../relay/redis/redis-commands.ts';
import { boundedMap } from '../relay/fleet/bounded-map.ts';
import type { DeviceIdentity } from './device-registry.ts';

/** Rejects with `EngineAway` where the engine can't be asked. */
export interface SharedRegistry {
  keyOf(id: string): Promise<DeviceKey | null>;
  count(): Promise<number>;
  /** All of them, in no order. */
  all(): Promise<readonly DeviceIdentity[]>;
  /** Errors: `bad_value` for an id that is enrolled with another secret. */
  enrol(identity: DeviceIdentity): Promise<Result<DeviceIdentity>>;
}

const scanReply = v.tuple([v.string(), v.array(v.string())]);

const REMEMBERED_MS = 10_000;
const REMEMBERED_MAX = 100_000;

export function createSharedRegistry(
  commands: Pick<RedisCommands, 'send' | 'durable'>,
  prefix: string,
  now_ms: () => number,
): SharedRegistry {
  const devices = `${prefix}devices`;
  const known = boundedMap<{ readonly key: DeviceKey; readonly at_ms: number }>(REMEMBERED_MAX);
  return {
    async keyOf(id) {
      const before = known.get(id);
      if (before && now_ms() - before.at_ms < REMEMBERED_MS) return before.key;
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
