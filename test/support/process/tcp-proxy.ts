// A TCP proxy between a client and a server: it can switch to another server, and cut the network without notice to
// either end, and restore it.

import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { portOf } from './port-of.ts';

export interface TcpProxy {
  readonly port: number;
  /** Sends new connections to this port and closes the existing ones. */
  pointTo(port: number): void;
  /** Stops all traffic in both directions without notice: connections stay half open. */
  cut(): void;
  /** Delivers the delayed data, as TCP does when it retransmits. */
  heal(): void;
  close(): void;
}

export async function openTcpProxy(target: number): Promise<TcpProxy> {
  /** Sockets, each with its peer on the other side. */
  const sockets = new Map<Socket, Socket>();
  let [port, is_cut] = [target, false];
  const keep = (socket: Socket, other: Socket): void => {
    sockets.set(socket, other);
    socket.setNoDelay(true);
    socket.on('error', () => {}); // close follows
    socket.on('close', () => {
      sockets.delete(socket);
      if (!is_cut) other.destroy();
    });
    socket.on('data', (chunk) => void other.write(chunk));
    if (is_cut) socket.pause();
  };
  const server = createServer((caller) => {
    const called = connect(port, '127.0.0.1');
    keep(caller, called);
    keep(called, caller);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endAll = (): void => {
    for (const socket of sockets.keys()) socket.destroy();
  };
  return {
    port: portOf(server),
    pointTo(to) {
      port = to;
      endAll();
    },
    cut() {
      is_cut = true;
      for (const socket of sockets.keys()) socket.pause();
    },
    heal() {
      is_cut = false;
      for (const [socket, other] of sockets)
        if (other.destroyed) socket.destroy();
        else socket.resume();
    },
    close() {
      server.close();
      endAll();
    },
  };
}
