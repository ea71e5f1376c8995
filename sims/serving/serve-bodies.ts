// A small HTTP server: each request as its method, its path and its whole body, and nothing longer than what anybody sends.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { ok, type Result } from '../../wire/errors.ts';
import { BODY_BYTES_MAX } from '../../wire/limits.ts';
import { listen } from './listen.ts';

export interface ServeAt {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
}

export interface Served {
  /** The port that it listens on. */
  readonly port: number;
  close(): Promise<void>;
}

export interface BodyRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

/** Errors: `port_unusable`. */
export async function serveBodies(
  { host, port }: ServeAt,
  answer: (asked: BodyRequest, request: IncomingMessage, response: ServerResponse) => void,
): Promise<Result<Served>> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= BODY_BYTES_MAX) chunks.push(chunk);
      else request.destroy();
    });
    request.on('error', () => {}); // nobody is left to be answered
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      answer({ method: request.method ?? '', path: request.url ?? '', body }, request, response);
    });
  });
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
