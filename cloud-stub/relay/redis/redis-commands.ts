// The commands of a Redis or Valkey that the relay uses, whatever stands behind its address: one server, a server found by sentinels, or a
// cluster. What fails or takes too long is `EngineAway`, and nobody sends it a second time: whether it was done is not known.

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
  /** Runs a script that is sent once. Its keys are all of one host. */
  script(script: string, keys: readonly string[], args: readonly string[]): Promise<unknown>;
  /** A command on one key. */
  send(command: string, key: string, ...rest: readonly string[]): Promise<unknown>;
}

/** All that is asked of an engine. */
export interface RedisCommands extends KeyedCommands {
  /**
   * The same for what is acknowledged: unless the reply is null, which says that nothing was written, so many replicas have it as the address
   * asks for. `EngineAway` where too few have: whether it stays is not known.
   */
  readonly durable: KeyedCommands;
  /** Resolves once so many replicas have all that the server of this key has now. */
  replicated(key: string): Promise<void>;
  /** A command to each server that has keys. */
  toAll(...command: readonly string[]): Promise<readonly unknown[]>;
  /** The keys that match a pattern, some perhaps twice; of those that come or go meanwhile, any. */
  keys(match: string): AsyncIterable<string>;
  subscribe(channel: string, listener: (message: string) => void): Promise<void>;
  unsubscribe(channel: string): void;
  /** Calls when another server has taken over, or subscriptions stand again after they had fallen: what was published in between is lost. */
  onLost(listener: () => void): void;
  close(): Promise<void>;
}

interface RedisOptions extends Pick<MastersOptions, 'onState' | 'timeout_ms'> {
  readonly address: EngineAddress;
}

/** How long replicas may take. */
const REPLICAS_MS = 1000;
/** How long a key stays that says only that it could be written. */
const TRIED_MS = '1000';

/** Rejects with `EngineAway` where the engine is not there. */
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
  const within = async <T>(asked: Promise<T>): Promise<T> => {
    try {
      return await givenUpAfter(asked, timeout_ms);
    } catch (thrown) {
      masters.look(); // it may be elsewhere, or write nothing just now
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
      // WAIT is about what its own connection has written, and replicas take everything in its order.
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
 * Sends a write and WAIT in one go. WAIT counts the replicas that have what was written over its own connection, so it would say of another
 * one at once that all have the nothing that was; and a client is one connection, which falls with both.
 */
async function followedByWait(client: RedisClient, command: readonly string[], replicas: number): Promise<unknown> {
  const written = client.sendCommand([...command]);
  const have = client.sendCommand(['WAIT', `${replicas}`, `${REPLICAS_MS}`]);
  have.catch(() => {}); // it is looked at where something was written
  const reply = await written;
  if (reply === null) return null;
  const count = Number(await have);
  if (count < replicas) throw new EngineAway(`Only ${count} of ${replicas} replicas have it.`);
  return reply;
}

const SHAS = new Map<string, string>();

function shaOf(script: string): string {
  const known = SHAS.get(script) ?? createHash('sha1').update(script).digest('hex');
  SHAS.set(script, known);
  return known;
}
