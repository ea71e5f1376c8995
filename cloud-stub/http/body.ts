// Request body. A handler reads it only when it needs it: a request refused by its head costs nothing more (R150).

import type { IncomingMessage } from 'node:http';
import { PIECES_MAX } from '../../wire/request-limits.ts';

/** Returns an error that produces a response with this status and message. */
export const requestRefused = (statusCode: 400 | 413, message: string): Error =>
  Object.assign(new Error(message), { statusCode });

/** Returns the status of an HTTP error; null for a server failure. */
export const statusOf = (thrown: unknown): number | null =>
  thrown instanceof Error && 'statusCode' in thrown && typeof thrown.statusCode === 'number' ? thrown.statusCode : null;

/** Rejects with status 413 at the first byte beyond the limit. Never settles if the caller hangs up before the end. */
export const readBody = (request: IncomingMessage, bytes_max: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    collectBody(request, bytes_max, (body) => {
      if (body === 'too large') reject(requestRefused(413, `The body is larger than ${bytes_max} bytes.`));
      else resolve(body);
    });
  });

const NO_BODY = Buffer.alloc(0);

/** Calls `done` with the whole body, or as soon as the body is longer than the limit. Hangs up on a body in too many pieces. */
export function collectBody(
  request: IncomingMessage,
  bytes_max: number,
  done: (body: Buffer | 'too large') => void,
): void {
  if (Number(request.headers['content-length']) > bytes_max) return done('too large');
  const chunks: Buffer[] = [];
  let bytes = 0;
  const take = (chunk: Buffer): void => {
    bytes += chunk.length;
    if (bytes > bytes_max) return finish('too large');
    if (chunks.push(chunk) > PIECES_MAX) request.destroy();
  };
  const end = (): void => finish(chunks.length > 1 ? Buffer.concat(chunks) : (chunks[0] ?? NO_BODY));
  const finish = (body: Buffer | 'too large'): void => {
    request.off('data', take);
    request.off('end', end);
    done(body);
  };
  request.on('data', take);
  request.on('end', end);
}
