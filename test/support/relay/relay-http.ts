// Sends one POST to a relay over HTTP on a socket of its own; the caller can abort it.

import { request } from 'node:http';

/** Starts the request and returns a function that aborts it. */
export function startPost(
  origin: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body: Uint8Array,
  respond: (status: number, text: string, retry_after_s: number | undefined) => void,
): () => void {
  const { hostname, port } = new URL(origin);
  const client_request = request({ hostname, port, path, method: 'POST', headers, agent: false }, (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('error', () => {});
    response.on('end', () => {
      const retry_after = response.headers['retry-after'];
      const text = Buffer.concat(chunks).toString();
      respond(response.statusCode ?? 0, text, retry_after === undefined ? undefined : Number(retry_after));
    });
  });
  client_request.on('error', () => {}); // aborted or connection lost: no answer
  client_request.end(body);
  return () => void client_request.destroy();
}
