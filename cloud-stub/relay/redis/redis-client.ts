// One connection to one server. It never reconnects, so that commands sent together use the same connection, and so
// that the caller first finds out where the server is now.

import { randomUUID } from 'node:crypto';
import { createClient } from '@redis/client';
import { messageOf } from '../../../wire/errors.ts';
import { EngineAway } from '../engine.ts';
import type { EngineAccess, ServerAddress } from './engine-address.ts';

export type RedisClient = ReturnType<typeof createClient>;

export interface Connecting {
  readonly access: EngineAccess;
  /** Timeout of a command; it may or may not have been executed. */
  readonly timeout_ms: number;
}

/** @param onLost Called once if the connection was open. @throws `EngineAway`. */
export async function openClient(
  { host, port }: ServerAddress,
  { access, timeout_ms }: Connecting,
  onLost: (sentence: string) => void,
): Promise<RedisClient> {
  const { tls, username, password, database } = access;
  const socket = { host, port, connectTimeout: timeout_ms, reconnectStrategy: false as const };
  const client: RedisClient = createClient({
    socket: tls ? { ...socket, tls } : socket,
    ...(username === '' ? {} : { username }),
    ...(password === '' ? {} : { password }),
    database,
    disableOfflineQueue: true,
    name: `tapin-${randomUUID().slice(0, 8)}`,
  });
  let open = false;
  client.on('error', (error: unknown) => {
    if (open) onLost(messageOf(error));
    open = false;
  });
  try {
    await givenUpAfter(client.connect(), timeout_ms);
    await givenUpAfter(client.sendCommand(['PING']), timeout_ms); // a server that is loading its data refuses
  } catch (thrown) {
    client.destroy();
    throw thrown;
  }
  open = true;
  return client;
}

export class EngineSilent extends EngineAway {}

/**
 * Rejects with `EngineAway` on a timeout and on any server error, so that the relay never confirms what is not stored.
 */
export async function givenUpAfter<T>(pending: Promise<T>, timeout_ms: number): Promise<T> {
  let alarm: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    alarm = setTimeout(() => reject(new EngineSilent('The engine did not answer in time.')), timeout_ms);
  });
  try {
    return await Promise.race([pending, timeout]);
  } catch (thrown) {
    throw thrown instanceof EngineAway ? thrown : new EngineAway(messageOf(thrown));
  } finally {
    clearTimeout(alarm);
  }
}
