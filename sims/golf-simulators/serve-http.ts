// The putting port on a real HTTP port.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { ok, type Result } from '../../wire/errors.ts';
import { BODY_BYTES_MAX } from '../../wire/limits.ts';
import { listen } from './listen.ts';
import type { PuttingAnswer, PuttingPort } from './putting-port.ts';
import type { ServeAt, Served } from './serve-tcp.ts';

export async function serveHttp(putting: PuttingPort, { host, port }: ServeAt): Promise<Result<Served>> {
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
      send(putting.request({ method: request.method ?? '', path: request.url ?? '', body }), request, response);
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

function send(answer: PuttingAnswer, { socket }: IncomingMessage, response: ServerResponse): void {
  if (answer.kind === 'silent') return;
  if (answer.kind === 'bare') return void socket.end(answer.text);
  const type = answer.type === null ? {} : { 'Content-Type': answer.type };
  response.writeHead(answer.status, { ...type, 'Content-Length': Buffer.byteLength(answer.body) }).end(answer.body);
}
