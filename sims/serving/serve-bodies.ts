// Small HTTP server that delivers each request as method, path and whole body, with a size limit.

import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { ok, type Result } from '../../wire/errors.ts';
import { BODY_BYTES_MAX } from '../../wire/limits.ts';
import { limitRequests } from '../../wire/request-limits.ts';
import { listen } from './listen.ts';

export interface ServeAt {
  readonly host: string;
  /** Port to listen on; 0 picks a free one. */
  readonly port: number;
}

export interface Served {
  /** Bound port. */
  readonly port: number;
  close(): Promise<void>;
}

export interface BodyRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

/** Starts the server. Errors: `port_unusable`. */
export async function serveBodies(
  { host, port }: ServeAt,
  answer: (received: BodyRequest, request: IncomingMessage, response: ServerResponse) => void,
): Promise<Result<Served>> {
  const receive: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= BODY_BYTES_MAX) chunks.push(chunk);
      else request.destroy();
    });
    request.on('error', () => {}); // the client disconnected
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      answer({ method: request.method ?? '', path: request.url ?? '', body }, request, response);
    });
  };
  const server = createServer(limitRequests(receive));
  const bound = await listen(server, host, port);
  if (!bound.ok) return bound;
  return ok({
    port: bound.value,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}
