// The conformance tests of the relay over HTTP, on two relays that share a Redis or Valkey server, one of them of a later version as it may be; each
// test has keys of its own there.

import { readEngineAddress } from '../../cloud-stub/relay/redis/engine-address.ts';
import { connectRedis } from '../../cloud-stub/relay/redis/redis-commands.ts';
import { createRedisStore } from '../../cloud-stub/relay/redis/store-redis.ts';
import { chooseEngine } from '../support/relay/relay-engines.ts';
import { ofLaterVersion } from '../support/relay/later-relay.ts';
import { REDIS_PROGRAM, startRedis } from '../support/redis/redis-server.ts';

/** True where a server is on this machine, and runs now until this process ends. */
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
