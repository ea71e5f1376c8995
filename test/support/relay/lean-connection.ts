// A keep-alive connection that sends POSTs and reads their answers in order: a minimal client, so that a measurement
// covers the server only.

import { connect, type Socket } from 'node:net';

export interface Connection {
  /** Sends a POST and returns its answer; rejects if the connection is lost. */
  post(path: string, body: string, headers?: string): Promise<LeanAnswer>;
  isOpen(): boolean;
  close(): void;
}

interface LeanAnswer {
  readonly http_status: number;
  readonly body: string;
}

const HEAD_END = Buffer.from('\r\n\r\n');

export function openConnection(port: number): Promise<Connection> {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  const waiting: { resolve: (answer: LeanAnswer) => void; reject: (error: Error) => void }[] = [];
  let received: Buffer = Buffer.alloc(0);
  let closed = false;
  socket.on('data', (chunk) => {
    received = received.length > 0 ? Buffer.concat([received, chunk]) : chunk;
    for (let found = answerIn(received); found; found = answerIn(received)) {
      received = received.subarray(found.bytes);
      waiting.shift()?.resolve(found.answer);
    }
  });
  socket.on('close', () => {
    closed = true;
    for (const { reject } of waiting.splice(0)) reject(lost());
  });
  const connection: Connection = {
    post: (path, body, headers = '') =>
      new Promise((resolve, reject) => {
        if (closed) return reject(lost());
        waiting.push({ resolve, reject });
        socket.write(
          `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
        );
      }),
    isOpen: () => !closed,
    close: () => void socket.destroy(),
  };
  return opened(socket, connection);
}

const lost = (): Error => new Error('the connection is lost');

const opened = (socket: Socket, connection: Connection): Promise<Connection> =>
  new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(connection));
    socket.once('error', reject);
  });

/** Parses the first complete answer; null if it is incomplete. */
function answerIn(received: Buffer): { readonly answer: LeanAnswer; readonly bytes: number } | null {
  const end = received.indexOf(HEAD_END);
  if (end < 0) return null;
  const head = received.toString('latin1', 0, end);
  const bytes = end + HEAD_END.length + Number(/content-length: (\d+)/i.exec(head)?.[1]);
  if (received.length < bytes) return null;
  const body = received.toString('utf8', end + HEAD_END.length, bytes);
  return { answer: { http_status: Number(head.split(' ', 2)[1]), body }, bytes };
}
