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

/** Socket of one page: a WebSocket, or a channel in the same tab. */
export interface PanelSocket {
  isOpen(): boolean;
  /** Returns the number of bytes that are not sent yet. */
  queued_bytes(): number;
  send(data: string): void;
  /** Closes the socket without waiting for the page. */
  drop(): void;
  onText(listener: (text: string) => void): void;
  onPing(listener: () => void): void;
  onClose(listener: () => void): void;
}

export const socketOver = (socket: WebSocket): PanelSocket => ({
  isOpen: () => socket.readyState === socket.OPEN,
  queued_bytes: () => socket.bufferedAmount,
  send: (data) => socket.send(data),
  drop: () => socket.terminate(),
  onText: (listener) =>
    socket.on('message', (data, binary) => !binary && Buffer.isBuffer(data) && listener(data.toString())),
  onPing: (listener) => socket.on('ping', listener),
  onClose(listener) {
    socket.on('error', () => socket.terminate());
    socket.on('close', listener);
  },
});

/** Sends to an open socket, and disconnects it if it reads too slowly. */
export function transmit(socket: PanelSocket, log: Log, data: string): void {
  if (!socket.isOpen()) return;
  socket.send(data);
  dropIfSlow(socket, log);
}

/**
 * Disconnects a socket whose queue is too long. Also called on pings: each gets a pong, even if its sender reads
 * nothing.
 */
export function dropIfSlow(socket: PanelSocket, log: Log): void {
  if (!socket.isOpen() || socket.queued_bytes() <= QUEUED_BYTES_MAX) return;
  socket.drop();
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
