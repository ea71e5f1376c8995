// Asks a Redis or Valkey server of a test, and waits for what it says or publishes.

import type { ExecutionContext } from 'ava';
import { createClient } from '@redis/client';

export type Asking = (...command: readonly string[]) => Promise<unknown>;

/** One connection to a server of this machine, closed with the test. */
export async function asking(t: Pick<ExecutionContext, 'teardown'>, port: number, password?: string): Promise<Asking> {
  const client = await openClient(t, port, password);
  return (...command) => client.sendCommand([...command]);
}

/** Resolves once a sentinel or a server has published on this channel what this says yes to. */
export async function published(
  t: Pick<ExecutionContext, 'teardown'>,
  port: number,
  channel: string,
): Promise<{ readonly next: Promise<string> }> {
  const client = await openClient(t, port);
  const { promise, resolve } = Promise.withResolvers<string>();
  await client.subscribe(channel, resolve);
  return { next: promise };
}

async function openClient(t: Pick<ExecutionContext, 'teardown'>, port: number, password?: string) {
  const client = createClient({
    socket: { host: '127.0.0.1', port, reconnectStrategy: false },
    ...(password === undefined ? {} : { password }),
  });
  client.on('error', () => {}); // its server is killed
  t.teardown(() => client.destroy());
  await client.connect();
  return client;
}

/** Asks again until the answer is one that was waited for. Each question is a turn of the server, so nothing here is left to a clock but the end. */
export async function askedUntil<T>(
  what: string,
  within_ms: number,
  ask: () => Promise<T>,
  holds: (answer: T) => boolean,
): Promise<T> {
  const ended = AbortSignal.timeout(within_ms);
  for (;;) {
    const answer = await ask();
    if (holds(answer)) return answer;
    if (ended.aborted) throw new Error(`not in time: ${what}: ${JSON.stringify(answer)}`);
  }
}
