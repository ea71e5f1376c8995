// The commands of a Redis or Valkey that the relay uses, whatever stands behind its address: one server, a server found by sentinels, or a
// cluster. What fails or takes too long is `EngineAway`.

import { createHash, randomUUID } from 'node:crypto';
import { createClient, type RedisArgument } from '@redis/client';
import * as v from 'valibot';
import { messageOf } from '../../../wire/errors.ts';
import { EngineAway } from '../engine.ts';

/** All that is asked of a server. */
export interface RedisCommands {
  /** Runs a script that is sent once. */
  script(script: string, keys: readonly string[], args: readonly string[]): Promise<unknown>;
  send(...command: readonly string[]): Promise<unknown>;
  /** The keys that match a pattern, some perhaps twice; of those that come or go meanwhile, any. */
  keys(match: string): AsyncIterable<string>;
  subscribe(channel: string, listener: (message: string) => void): Promise<void>;
  unsubscribe(channel: string): void;
  /** Calls when subscriptions stand again after they had fallen: what was published in between is lost. */
  onLost(listener: () => void): void;
  close(): Promise<void>;
}

export interface RedisOptions {
  readonly url: string;
  /** A command that takes longer is given up; whether it was done is not known. */
  readonly patience_ms: number;
  /** Is told when the server is lost, and when it is there again. */
  readonly onState: (state: 'lost' | 'there', sentence: string) => void;
}

/** Once a connection is lost, it is tried again after so long. */
const RECONNECT_MS = 250;

/** Rejects with `EngineAway` where the server is not there. */
export async function connectRedis({ url, patience_ms, onState }: RedisOptions): Promise<RedisCommands> {
  const giveUp = new Error('it does not answer');
  const socket = { reconnectStrategy: () => (started ? RECONNECT_MS : giveUp), connectTimeout: patience_ms };
  const options = { url, socket, disableOfflineQueue: true, name: `tapin-${randomUUID().slice(0, 8)}` };
  const [commands, hints] = [createClient(options), createClient(options)];
  let [started, lost] = [false, false];
  const listeners = new Set<() => void>();
  for (const client of [commands, hints])
    client.on('error', (error: unknown) => {
      if (!lost && started) onState('lost', messageOf(error));
      lost = true;
    });
  const there = (): void => {
    if (!lost || !commands.isReady || !hints.isReady) return;
    lost = false;
    onState('there', 'The engine is there again.');
    for (const listener of listeners) listener();
  };
  commands.on('ready', there);
  hints.on('ready', there);
  const close = async (): Promise<void> => {
    for (const client of [commands, hints]) if (client.isOpen) client.destroy();
  };
  try {
    await givenUpAfter(Promise.all([commands.connect(), hints.connect()]), patience_ms);
  } catch (thrown) {
    await close();
    throw new EngineAway(messageOf(thrown));
  }
  started = true;
  const within = <T>(asked: Promise<T>): Promise<T> => givenUpAfter(asked, patience_ms);
  const send = (...command: readonly RedisArgument[]): Promise<unknown> => within(commands.sendCommand([...command]));
  return {
    async script(script, keys, args) {
      const [sha, rest] = [shaOf(script), [`${keys.length}`, ...keys, ...args]];
      try {
        return await within(commands.sendCommand(['EVALSHA', sha, ...rest]));
      } catch (thrown) {
        if (!messageOf(thrown).includes('NOSCRIPT')) throw thrown;
        return send('EVAL', script, ...rest);
      }
    },
    send,
    async *keys(match) {
      let cursor = '0';
      do {
        const [next, found] = v.parse(scanReply, await send('SCAN', cursor, 'MATCH', match, 'COUNT', '1000'));
        yield* found;
        cursor = next;
      } while (cursor !== '0');
    },
    subscribe: (channel, listener) => within(hints.sSubscribe(channel, listener)),
    unsubscribe: (channel) => void hints.sUnsubscribe(channel).catch(() => {}),
    onLost: (listener) => void listeners.add(listener),
    close,
  };
}

const scanReply = v.tuple([v.string(), v.array(v.string())]);

const SHAS = new Map<string, string>();

function shaOf(script: string): string {
  const known = SHAS.get(script) ?? createHash('sha1').update(script).digest('hex');
  SHAS.set(script, known);
  return known;
}

/** Refusals of the server are `EngineAway` as well, so that nobody is answered what is not stored. */
async function givenUpAfter<T>(asked: Promise<T>, patience_ms: number): Promise<T> {
  let alarm: NodeJS.Timeout | undefined;
  const patience = new Promise<never>((_resolve, reject) => {
    alarm = setTimeout(() => reject(new EngineAway('The engine does not answer in time.')), patience_ms);
  });
  try {
    return await Promise.race([asked, patience]);
  } catch (thrown) {
    throw thrown instanceof EngineAway ? thrown : new EngineAway(messageOf(thrown));
  } finally {
    clearTimeout(alarm);
  }
}
