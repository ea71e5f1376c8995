// The relay's conformance tests over HTTP, on two relays that share a Redis or Valkey server, one of them possibly of a
// later version; each test has its own keys there.

import { readEngineAddress } from '../../cloud-stub/relay/redis/engine-address.ts';
import { connectRedis } from '../../cloud-stub/relay/redis/redis-commands.ts';
import { createRedisStore } from '../../cloud-stub/relay/redis/store-redis.ts';
import { chooseEngine } from '../support/relay/relay-engines.ts';
import { ofLaterVersion } from '../support/relay/later-relay.ts';
import { REDIS_PROGRAM, startRedis } from '../support/redis/redis-server.ts';

/**
 * Starts a server that runs until this process ends, and selects it as the engine. Returns false if this machine has
 * none.
 */
export async function runsOnRedis(): Promise<boolean> {
  if (REDIS_PROGRAM === null) return false;
  const read = readEngineAddress((await startRedis()).url);
  if (!read.ok) throw new Error(read.error.message);
  const address = read.value;
  let worlds = 0;
  chooseEngine({
    kind: 'redis',
    openStore() {
      const prefix = `test-${worlds++}:`;
      let relays = 0;
      return async () => {
        const connected = await connectRedis({ address, timeout_ms: 5000, onState() {} });
        const commands = relays++ % 2 === 0 ? connected : ofLaterVersion(connected);
        return createRedisStore({ commands, prefix });
      };
    },
  });
  return true;
}
