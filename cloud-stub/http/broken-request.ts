// Answers what Node's parser cannot read as a request.

import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

const REFUSALS: Readonly<Record<string, readonly [status: number, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers of the request are too long.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time.'],
};
const UNREADABLE = [400, 'This is not a valid HTTP request.'] as const;

/** Listener for `clientError` of a server: sends the reason as JSON, and hangs up. */
export function refuseBroken(error: NodeJS.ErrnoException, socket: Duplex): void {
  const [status, message] = REFUSALS[error.code ?? ''] ?? UNREADABLE;
  const body = JSON.stringify({ error: 'bad_request', message });
  if (socket.writable && error.code !== 'ECONNRESET')
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    );
  socket.destroy(error);
}
