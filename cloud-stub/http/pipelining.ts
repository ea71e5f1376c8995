// Limits the requests that one connection may submit per iteration of the event loop (C170): a client can write
// thousands in one packet, and the server's parser passes them all on before it serves another connection (R150).

import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { isChunked } from './body-pieces.ts';

/** C170: clients that wait for their answers stay far below it. */
const REQUESTS_MAX = 16;

/**
 * Returns a check to call for each request. It returns false, and closes the connection, for a request to ignore. A
 * request with a chunked body counts as 16, since each of its chunks costs time.
 */
export function limitPipelining(): (request: IncomingMessage) => boolean {
  const taken = new Map<Socket, number>();
  return (request) => {
    const { socket } = request;
    if (socket.destroyed) return false;
    if (taken.size === 0) setImmediate(() => taken.clear());
    const count = (taken.get(socket) ?? 0) + (isChunked(request) ? REQUESTS_MAX : 1);
    taken.set(socket, count);
    if (count <= REQUESTS_MAX) return true;
    socket.destroy();
    return false;
  };
}
