// A load balancer for tests, in front of relays on this machine: each connection goes to any of them.

import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { ExecutionContext } from 'ava';
import { httpCall } from '../process/http-call.ts';
import { portOf } from '../process/port-of.ts';
import { someOf } from './relay-engines.ts';

/** Resolves with whether a relay reports that it accepts requests. */
const isReady = (port: number): Promise<boolean> =>
  httpCall(`http://127.0.0.1:${port}`, '/readyz').then(
    ({ status }) => status === 200,
    () => false,
  );

/**
 * Opens a balancer over these ports; if a relay does not listen, its connections go to another port. `checks_readiness`: sends each
 * connection to the first relay that reports ready, so the balancer notices a draining relay immediately.
 */
export async function balancer(
  t: ExecutionContext,
  ports: readonly number[],
  { checks_readiness = false }: { readonly checks_readiness?: boolean } = {},
): Promise<number> {
  const some = someOf(ports);
  const pass = (caller: Socket, port: number, others: readonly number[]): void => {
    let connected = false;
    const relay = connect(port, '127.0.0.1', () => {
      connected = true;
      caller.pipe(relay).pipe(caller);
    });
    relay.on('error', () => {}); // close follows
    relay.on('close', () => {
      const [next, ...rest] = others;
      if (!connected && next !== undefined) pass(caller, next, rest);
      else caller.destroy();
    });
    caller.on('close', () => relay.destroy());
  };
  const ready = async (all: readonly number[]): Promise<readonly number[]> => {
    for (const port of all) if (await isReady(port)) return [port, ...all.filter((other) => other !== port)];
    return all;
  };
  const server = createServer((caller) => {
    caller.on('error', () => {}); // caller closed
    const port = some();
    const all = [port, ...ports.filter((other) => other !== port)];
    const choose = async (): Promise<void> => {
      const [first = port, ...others] = checks_readiness ? await ready(all) : all;
      pass(caller, first, others);
    };
    void choose();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  return portOf(server);
}
