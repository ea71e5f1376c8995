// Limits the requests that one connection has taken in one turn of the event loop (C170): a client may write thousands in one packet, and the
// server's parser hands all of them on before another connection has its turn (R150).

import type { Socket } from 'node:net';

/** C170: no client that waits for its answers comes near it. */
const REQUESTS_MAX = 16;

/** Returns a check to call for each request: false for one to ignore, whose connection is closed. */
export function limitPipelining(): (socket: Socket) => boolean {
  const taken = new Map<Socket, number>();
  return (socket) => {
    if (socket.destroyed) return false;
    if (taken.size === 0) setImmediate(() => taken.clear());
    const count = (taken.get(socket) ?? 0) + 1;
    taken.set(socket, count);
    if (count <= REQUESTS_MAX) return true;
    socket.destroy();
    return false;
  };
}
