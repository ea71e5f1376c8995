// Servers that relays share, with failures: a server is killed and restarted on its file, or killed for good while its
// replica takes over.

import { once } from 'node:events';
import { createSharedRegistry } from '../../../cloud-stub/devices/shared-registry.ts';
import type { DeviceIdentity } from '../../../cloud-stub/devices/device-registry.ts';
import { newIdentity } from '../../../cloud-stub/devices/new-identity.ts';
import { openRedis } from '../../../cloud-stub/relay/redis/open-redis.ts';
import { readEngineAddress } from '../../../cloud-stub/relay/redis/engine-address.ts';
import { connectRedis } from '../../../cloud-stub/relay/redis/redis-commands.ts';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createMemoryLog } from '../../../hal/log/log-memory.ts';
import { createSystemRandom } from '../../../hal/random/random-system.ts';
import { assert } from '../../../wire/errors.ts';
import { startRedis, type RedisServer } from './redis-server.ts';
import { openTcpProxy } from '../process/tcp-proxy.ts';

interface FailingEngine {
  /** Engine address for the relays. */
  readonly url: string;
  /** Description of the failure. */
  readonly failure: string;
  kill(): Promise<void>;
  /** Restores service after the failure. */
  recover(): Promise<void>;
  end(): Promise<void>;
}

/**
 * When a server has its writes on disk. If killed with `always`, it has all that it acknowledged; with `everysec` it
 * loses the writes during a running sync, for which it delays replies by at most 2 s.
 */
type Fsync = 'always' | 'everysec';
const durable = (fsync: Fsync): readonly string[] => ['--appendonly', 'yes', '--appendfsync', fsync];
const REPLICA_MS = 30_000;

async function killed({ process: server }: RedisServer): Promise<void> {
  const ended = once(server, 'exit');
  server.kill('SIGKILL');
  await ended;
}

/**
 * Starts a server with a replica, behind an address that leads to the current master; each write reaches both before it
 * is acknowledged.
 */
export async function openWithReplica(fsync: Fsync): Promise<FailingEngine> {
  const settings = [...durable(fsync), '--repl-diskless-sync-delay', '0'];
  const first = await startRedis(settings);
  const second = await startRedis([...settings, '--replicaof', '127.0.0.1', `${first.port}`]);
  const servers = [first, second];
  await sendCommands(first, ['SET', 'begun', '1'], ['WAIT', '1', `${REPLICA_MS}`]);
  const proxy = await openTcpProxy(first.port);
  return {
    url: `redis://127.0.0.1:${proxy.port}?wait=1`,
    failure: 'fail-over to the replica',
    kill: () => killed(first),
    async recover() {
      await sendCommands(second, ['REPLICAOF', 'NO', 'ONE']);
      proxy.pointTo(second.port);
      // Like sentinels, makes the lost server a replica; otherwise no write would have a second copy.
      servers.push(await startRedis([...settings, '--replicaof', '127.0.0.1', `${second.port}`]));
    },
    async end() {
      proxy.close();
      for (const server of servers) await server.end();
    },
  };
}

/** Sends commands to a server and returns its replies. */
export async function sendCommands(
  { url }: RedisServer,
  ...commands: readonly (readonly string[])[]
): Promise<unknown[]> {
  const address = readEngineAddress(url);
  assert(address.ok, 'not the address of one server');
  const connection = await connectRedis({ address: address.value, timeout_ms: REPLICA_MS, onState() {} });
  const replies: unknown[] = [];
  for (const command of commands) replies.push(...(await connection.toAll(...command)));
  await connection.close();
  return replies;
}

/** Enrols this many devices, known to every relay on the engine. */
export async function enrolOn(url: string, count: number): Promise<readonly DeviceIdentity[]> {
  const opened = await openRedis({ url, log: createMemoryLog(createVirtualClock()) });
  assert(opened.ok, 'the engine is ready');
  const { commands, prefix } = opened.value;
  const registry = createSharedRegistry(commands, prefix, () => 0);
  const random = createSystemRandom();
  const identities = Array.from({ length: count }, () => newIdentity(random));
  for (const identity of identities) await registry.enrol(identity);
  await commands.close();
  return identities;
}
