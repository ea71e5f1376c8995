// Line channel to the machine over a unix socket that QEMU connects to at its start, so callers need not wait for a
// file to appear.

import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { ok, type Result } from '../../wire/errors.ts';
import { within } from './limit.ts';

export interface Channel {
  /** Writes text; buffers it until QEMU has connected. */
  write(text: string): void;
  onLine(listener: (line: string) => void): () => void;
  /**
   * Returns the first result of `read` that is not null, over unread and future lines; consumes that line and all lines
   * before it. Errors: `rig_failed` after the limit. `what`: a noun, for the message.
   */
  next<T>(what: string, limit_ms: number, read: (line: string) => T | null): Promise<Result<T>>;
  close(): void;
}

/** Listens on a path of at most 107 bytes. */
export async function openChannel(path: string): Promise<Channel> {
  const server = createServer();
  server.listen(path);
  await once(server, 'listening');
  const listeners = new Set<(line: string) => void>();
  const untaken: string[] = [];
  const unsent: string[] = [];
  let socket: Socket | null = null;
  server.once('connection', (connected) => {
    server.close();
    socket = connected.on('error', () => {});
    for (const text of unsent.splice(0)) socket.write(text);
    const lines = createInterface({ input: connected });
    lines.on('error', () => {}); // QEMU was killed; its exit is reported elsewhere
    lines.on('line', (line) => {
      untaken.push(line);
      for (const listener of listeners) listener(line);
    });
  });
  const onLine = (listener: (line: string) => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return {
    write: (text) => void (socket ? socket.write(text) : unsent.push(text)),
    onLine,
    next<T>(what: string, limit_ms: number, read: (line: string) => T | null) {
      const { promise, resolve } = Promise.withResolvers<Result<T>>();
      const drain = (): void => {
        for (let line = untaken.shift(); line !== undefined; line = untaken.shift()) {
          const found = read(line);
          if (found === null) continue;
          forget();
          return resolve(ok(found));
        }
      };
      const forget = onLine(drain);
      drain();
      return within(limit_ms, `${what} did not come`, promise).finally(forget);
    },
    close() {
      server.close();
      socket?.destroy();
    },
  };
}
