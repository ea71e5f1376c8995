// Redis or Valkey commands of the relay, for every kind of address: one server, a server behind sentinels, or a
// cluster. A command that fails or times out throws `EngineAway` and is never sent again, since it may have been
// executed.

import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { messageOf } from '../../../wire/errors.ts';
import { EngineAway } from '../engine.ts';
import { clusterFinder } from './find-in-cluster.ts';
import { sentinelFinder } from './find-by-sentinels.ts';
import { serverFinder } from './find-server.ts';
import type { EngineAddress } from './engine-address.ts';
import { givenUpAfter, type RedisClient } from './redis-client.ts';
import { followMasters, type MastersOptions } from './redis-masters.ts';

export interface KeyedCommands {
  /** Runs a script, which is uploaded once. All keys must belong to one host. */
  script(script: string, keys: readonly string[], args: readonly string[]): Promise<unknown>;
  /** Runs a command on one key. */
  send(command: string, key: string, ...rest: readonly string[]): Promise<unknown>;
}

/** Commands of an engine. */
export interface RedisCommands extends KeyedCommands {
  /**
   * The same commands for acknowledged writes: unless the reply is null (nothing written), the number of replicas in
   * the address has the write. `EngineAway` if there are fewer; the write may or may not survive.
   */
  readonly durable: KeyedCommands;
  /** Resolves once that many replicas have everything that the server of this key has now. */
  replicated(key: string): Promise<void>;
  /** Sends a command to each server that has keys. */
  toAll(...command: readonly string[]): Promise<readonly unknown[]>;
  /**
   * Iterates over the keys that match a pattern. A key may appear twice; keys added or removed during the iteration may
   * be missing.
   */
  keys(match: string): AsyncIterable<string>;
  subscribe(channel: string, listener: (message: string) => void): Promise<void>;
  unsubscribe(channel: string): void;
  /** Calls the listener after a fail-over or after lost subscriptions are restored: messages in between are lost. */
  onLost(listener: () => void): void;
  close(): Promise<void>;
}

interface RedisOptions extends Pick<MastersOptions, 'onState' | 'timeout_ms'> {
  readonly address: EngineAddress;
}

/** Timeout for the replicas. */
const REPLICAS_MS = 1000;
/** Lifetime of a key that only tests writing. */
const TRIED_MS = '1000';

/** Rejects with `EngineAway` if the engine is unreachable. */
export async function connectRedis({ address, timeout_ms, onState }: RedisOptions): Promise<RedisCommands> {
  const { access, replicas, prefix } = address;
  const plain: Sending = (client, command) => client.sendCommand([...command]);
  const followed: Sending = (client, command) => followedByWait(client, command, replicas);
  const durably = replicas === 0 ? plain : followed;
  const masters = await followMasters({
    finder: finderOf(address),
    prefix,
    access,
    timeout_ms,
    onState,
    async tryToWrite(client, key) {
      await givenUpAfter(durably(client, ['PSETEX', key, TRIED_MS, '']), timeout_ms);
    },
  });
  const within = async <T>(pending: Promise<T>): Promise<T> => {
    try {
      return await givenUpAfter(pending, timeout_ms);
    } catch (thrown) {
      masters.look(); // the master may have moved, or not accept writes now
      throw thrown;
    }
  };
  const keyed = (sending: Sending): KeyedCommands => ({
    script: async (script, keys, args) =>
      within(runScript(masters.clientOf(keys[0] ?? ''), sending, script, keys, args)),
    send: async (command, key, ...rest) => within(sending(masters.clientOf(key), [command, key, ...rest])),
  });
  const durable = keyed(durably);
  return {
    ...keyed(plain),
    durable,
    async replicated(key) {
      // WAIT covers the writes of its own connection, and replicas apply all writes in order.
      if (replicas > 0) await durable.send('SET', key, '', 'PX', '1000');
    },
    toAll: async (...command) => within(Promise.all(masters.clients().map((client) => plain(client, command)))),
    async *keys(match) {
      for (const client of masters.clients()) {
        let cursor = '0';
        do {
          const scanned = await within(plain(client, ['SCAN', cursor, 'MATCH', match, 'COUNT', '1000']));
          const [next, found] = v.parse(scanReply, scanned);
          yield* found;
          cursor = next;
        } while (cursor !== '0');
      }
    },
    subscribe: masters.subscribe,
    unsubscribe: masters.unsubscribe,
    onLost: masters.onLost,
    close: async () => masters.close(),
  };
}

function finderOf(address: EngineAddress) {
  if (address.kind === 'cluster') return clusterFinder(address);
  return address.kind === 'sentinels' ? sentinelFinder(address) : serverFinder(address.servers[0]);
}

type Sending = (client: RedisClient, command: readonly string[]) => Promise<unknown>;

const scanReply = v.tuple([v.string(), v.array(v.string())]);

async function runScript(
  client: RedisClient,
  sending: Sending,
  script: string,
  keys: readonly string[],
  args: readonly string[],
): Promise<unknown> {
  const rest = [`${keys.length}`, ...keys, ...args];
  try {
    return await sending(client, ['EVALSHA', shaOf(script), ...rest]);
  } catch (thrown) {
    if (!messageOf(thrown).includes('NOSCRIPT')) throw thrown;
    return sending(client, ['EVAL', script, ...rest]);
  }
}

/**
 * Sends a write and WAIT together. WAIT counts the replicas that have the writes of its own connection; on another
 * connection, which wrote nothing, it would succeed immediately. Both use the same client, which is a single
 * connection.
 */
async function followedByWait(client: RedisClient, command: readonly string[], replicas: number): Promise<unknown> {
  const written = client.sendCommand([...command]);
  const have = client.sendCommand(['WAIT', `${replicas}`, `${REPLICAS_MS}`]);
  have.catch(() => {}); // awaited below if something was written
  const reply = await written;
  if (reply === null) return null;
  const count = Number(await have);
  if (count < replicas) throw new EngineAway(`Only ${count} of ${replicas} replicas have the write.`);
  return reply;
}

const SHAS = new Map<string, string>();

function shaOf(script: string): string {
  const known = SHAS.get(script) ?? createHash('sha1').update(script).digest('hex');
  SHAS.set(script, known);
  return known;
}
