// TCP on the machine's network.

import { connect, type Socket } from 'node:net';
import { assert, messageOf, type OperatingError } from '../../wire/errors.ts';
import { BROKEN_OFF, NO_ANSWER, TAKES_NOTHING, lost, noHost, refused, unreachable } from './tcp-errors.ts';
import { BACKLOG_BYTES_MAX, CONNECT_MS_MAX, type Tcp, type TcpAddress, type TcpListener } from './tcp.ts';

/** Idle time before keep-alive probes; silence is normal for a golf simulator. */
const KEEPALIVE_MS = 15_000;
/** Time to flush written bytes after a close. */
const GOODBYE_MS = 1000;

export function createSystemTcp({ connect_ms_max = CONNECT_MS_MAX }: { readonly connect_ms_max?: number } = {}): Tcp {
  return {
    connect(to, listener) {
      assert(Number.isInteger(to.port) && to.port >= 1 && to.port <= 65_535, `TCP port ${to.port}`);
      // Node takes an empty name for this machine, and throws for a name with a zero byte.
      if (to.host === '' || to.host.includes('\0')) return hopeless(noHost(to), listener);
      return open(to, listener, connect_ms_max);
    },
  };
}

function hopeless(error: OperatingError, listener: TcpListener): ReturnType<Tcp['connect']> {
  const telling = setImmediate(() => listener.closed(error));
  return { write: () => {}, close: () => clearImmediate(telling) };
}

function open(to: TcpAddress, listener: TcpListener, connect_ms_max: number): ReturnType<Tcp['connect']> {
  const socket = connect({ ...to, noDelay: true, keepAlive: true, keepAliveInitialDelay: KEEPALIVE_MS });
  let opened = false;
  let over = false;
  let failure: OperatingError | null = null;
  socket.setTimeout(connect_ms_max, () => {
    failure = unreachable(to, NO_ANSWER);
    socket.destroy();
  });
  socket.on('connect', () => {
    socket.setTimeout(0);
    opened = true;
    if (!over) listener.open();
  });
  socket.on('data', (chunk: Buffer) => !over && listener.data(new Uint8Array(chunk)));
  socket.on('error', (error) => (failure ??= opened ? lostBy(to, error) : failedBy(to, error)));
  socket.on('close', () => {
    if (over) return;
    over = true;
    listener.closed(failure);
  });
  return {
    write(bytes) {
      if (over || !opened || bytes.length === 0 || !socket.writable) return;
      socket.write(Uint8Array.from(bytes));
      if (socket.writableLength <= BACKLOG_BYTES_MAX) return;
      failure ??= lost(to, TAKES_NOTHING);
      socket.destroy();
    },
    close() {
      if (over) return;
      over = true;
      closeGracefully(socket);
    },
  };
}

function closeGracefully(socket: Socket): void {
  if (socket.connecting || socket.writableLength === 0) return void socket.destroy();
  const giveUp = setTimeout(() => socket.destroy(), GOODBYE_MS);
  socket.once('close', () => clearTimeout(giveUp));
  socket.destroySoon();
}

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '');

function failedBy(to: TcpAddress, error: Error): OperatingError {
  if ('syscall' in error && error.syscall === 'getaddrinfo') return noHost(to);
  if (codeOf(error) === 'ECONNREFUSED') return refused(to);
  return unreachable(to, codeOf(error) === 'ETIMEDOUT' ? NO_ANSWER : wordsOf(error));
}

const lostBy = (to: TcpAddress, error: Error): OperatingError =>
  lost(to, ['ECONNRESET', 'EPIPE', 'ECONNABORTED'].includes(codeOf(error)) ? BROKEN_OFF : wordsOf(error));

/** Returns the reason of an error. An AggregateError of several addresses has no message of its own. */
const wordsOf = (error: Error): string => messageOf(error) || codeOf(error) || 'unknown reason';
