// Limits of the page's WebSockets: open connections, queued bytes and silence.

import type { WebSocket, WebSocketServer } from 'ws';
import type { Alarm, Clock } from '../../hal/clock/clock.ts';
import type { Log } from '../../hal/log/log.ts';

/** Enough for sixteen pages of four devices. */
export const SOCKETS_MAX = 64;
/** A page with more queued bytes is disconnected; it reconnects and gets the full current state. */
const QUEUED_BYTES_MAX = 8_000_000;
/** Interval between pings. A page that has not answered one by the next is disconnected. */
const PING_EVERY_MS = 30_000;

/** Sends to an open socket, and disconnects it if it reads too slowly. */
export function transmit(socket: WebSocket, log: Log, data: string | Uint8Array): void {
  if (socket.readyState !== socket.OPEN) return;
  socket.send(data);
  dropIfSlow(socket, log);
}

/**
 * Disconnects a socket whose queue is too long. Also called on pings: each gets a pong, even if its sender reads
 * nothing.
 */
export function dropIfSlow(socket: WebSocket, log: Log): void {
  if (socket.readyState !== socket.OPEN || socket.bufferedAmount <= QUEUED_BYTES_MAX) return;
  socket.terminate();
  log.write('info', 'panel', 'A page reads too slowly and was disconnected.');
}

/** Pings all sockets, and disconnects those that do not answer. Returns a stop function. */
export function watchSockets(server: WebSocketServer, wall: Clock): () => void {
  const pinged = new WeakSet<WebSocket>();
  let next: Alarm = null;
  server.on('connection', (socket: WebSocket) => socket.on('pong', () => pinged.delete(socket)));
  const beat = (): void => {
    for (const socket of server.clients) {
      if (pinged.has(socket)) socket.terminate();
      else socket.ping();
      pinged.add(socket);
    }
    next = wall.setTimeout(beat, PING_EVERY_MS);
  };
  next = wall.setTimeout(beat, PING_EVERY_MS);
  return () => wall.clearTimeout(next);
}
