// Sends commands to a Redis or Valkey test server, and waits for its replies or published messages.

import type { ExecutionContext } from 'ava';
import { createClient } from '@redis/client';

export type Asking = (...command: readonly string[]) => Promise<unknown>;

/** Opens a connection to a server of this machine, closed after the test. */
export async function asking(t: Pick<ExecutionContext, 'teardown'>, port: number, password?: string): Promise<Asking> {
  const client = await openClient(t, port, password);
  return (...command) => client.sendCommand([...command]);
}

/** Subscribes to a channel of a sentinel or server. Returns the next published message as a promise. */
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

/**
 * Repeats the question until the answer satisfies the condition. Each question is a round trip to the server, so only
 * the timeout depends on a clock.
 */
export async function pollUntil<T>(
  what: string,
  within_ms: number,
  ask: () => Promise<T>,
  holds: (answer: T) => boolean,
): Promise<T> {
  const ended = AbortSignal.timeout(within_ms);
  for (;;) {
    const answer = await ask();
    if (holds(answer)) return answer;
    if (ended.aborted) throw new Error(`timed out: ${what}: ${JSON.stringify(answer)}`);
  }
}
