// Counting proxy: forwards a local port and counts the bytes in both directions, headers included.

import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { portOf } from '../wire/listening.ts';

interface CountedPort {
  readonly origin: string;
  /** Returns the bytes since the previous call. */
  counted(): { readonly sent: number; readonly received: number };
  close(): void;
}

export async function countedPort(port: number): Promise<CountedPort> {
  let [sent, received] = [0, 0];
  const sockets: Socket[] = [];
  const server = createServer((caller) => {
    const callee = connect(port, '127.0.0.1');
    sockets.push(caller, callee);
    for (const socket of [caller, callee]) socket.on('error', () => {});
    caller.on('data', (chunk: Buffer) => (sent += chunk.length)).pipe(callee);
    callee.on('data', (chunk: Buffer) => (received += chunk.length)).pipe(caller);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${portOf(server.address())}`,
    counted() {
      const counts = { sent, received };
      [sent, received] = [0, 0];
      return counts;
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
