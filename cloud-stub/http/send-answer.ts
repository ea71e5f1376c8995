// Writes an answer to a socket.

import type { ServerResponse } from 'node:http';
import type { HttpAnswer } from './answers.ts';
import type { InWork } from './draining.ts';
import { endUnread } from './unread.ts';

/** Sends an answer, unless the caller has disconnected. */
export function sendAnswer({ answers }: Pick<InWork, 'answers'>, response: ServerResponse, answer: HttpAnswer): void {
  if (response.destroyed) return;
  answers(response);
  if (answer.parts) return sendParts(response, answer.status, answer.headers, answer.parts);
  const body = answer.text ?? answer.body;
  const has_body = answer.status !== 204 && answer.status !== 304;
  response.writeHead(answer.status, {
    ...answer.headers,
    ...(has_body && { 'Content-Length': Buffer.byteLength(body) }),
  });
  response.end(has_body ? body : undefined);
  if (response.writableLength > 0) endUnread(response);
}

type Parts = NonNullable<HttpAnswer['parts']>;

/** Writes the parts directly: a stream would read each into its own memory; here they all share one buffer. */
function sendParts(response: ServerResponse, status: number, headers: HttpAnswer['headers'], parts: Parts): void {
  response.writeHead(status, headers);
  if (response.req.method === 'HEAD') return void response.end();
  const part = (bytes: Uint8Array): Promise<void> =>
    new Promise((resolve, reject) => response.write(bytes, (error) => (error ? reject(error) : resolve())));
  void parts(part).then(
    () => response.end(),
    () => response.destroy(),
  );
}
