// Serves a stand-in over TCP.

import { createServer, type Socket } from 'node:net';
import { ok, type Result } from '../../wire/errors.ts';
import { listen } from '../serving/listen.ts';
import type { ServeAt, Served } from '../serving/serve-bodies.ts';
import type { TcpSimulator } from './simulator.ts';

export async function serveTcp({ connection }: TcpSimulator, { host, port }: ServeAt): Promise<Result<Served>> {
  const sockets = new Set<Socket>();
  // Half-open: a simulator may keep its own end open after its client has closed.
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    sockets.add(socket);
    const { data, closed } = connection({
      write: (bytes) => void (socket.writable && socket.write(bytes)),
      close: () => socket.destroySoon(),
    });
    socket.on('data', (chunk: Buffer) => data(new Uint8Array(chunk)));
    socket.on('error', () => {}); // `close` follows
    socket.on('end', closed);
    socket.on('close', () => {
      sockets.delete(socket);
      closed();
    });
  });
  const bound = await listen(server, host, port);
  if (!bound.ok) return bound;
  return ok({
    port: bound.value,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  });
}
