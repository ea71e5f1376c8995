// Routes with many small requests, or with requests that are held for long: answered past the framework. What it makes of a request is
// 2 to 6 kB for as long as that is held, and a fifth of what a short one costs (docs/performance.md). Whatever is unusual goes its way.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { hasSecondHost } from '../../wire/listening.ts';
import type { HttpAnswer } from './answers.ts';
import type { InWork } from './draining.ts';
import { bodyBytesMax, tooLargeFor, type Route } from './route.ts';

export interface DirectParts {
  readonly routes: readonly Route[];
  /** Where a request comes from, as far as the proxies before it are believed. */
  readonly addressOf: (request: IncomingMessage) => string;
  readonly in_work: Pick<InWork, 'came' | 'left' | 'answers'>;
  /** The answer where a handler throws. */
  readonly failed: (thrown: unknown) => HttpAnswer;
}

/** @returns Takes a request, or gives false: then nothing was done with it. */
export function createDirect(parts: DirectParts): (request: IncomingMessage, response: ServerResponse) => boolean {
  const routes = new Map(parts.routes.filter(({ direct }) => direct).map((route) => [route.path, route]));
  return (request, response) => {
    const route = request.method === 'POST' ? routes.get(request.url ?? '') : undefined;
    if (!route?.direct || hasSecondHost(request.rawHeaders)) return false;
    let cancel = NOTHING;
    parts.in_work.came(response);
    response.on('close', () => {
      parts.in_work.left(response);
      cancel();
    });
    readBody(request, bodyBytesMax(route), (body) => {
      if (body === 'too large') return refuse(parts, response, tooLargeFor(route));
      cancel = answer(parts, request, response, { route, body });
    });
    return true;
  };
}

const NOTHING = (): void => {};
const NO_QUERY = new URLSearchParams();

/** @returns To be called when the caller has gone. */
function answer(
  parts: DirectParts,
  request: IncomingMessage,
  response: ServerResponse,
  { route, body }: { readonly route: Route; readonly body: Uint8Array },
): () => void {
  const asked = {
    method: 'POST',
    path: route.path,
    query: NO_QUERY,
    header(name: string) {
      const value = request.headers[name];
      return Array.isArray(value) ? undefined : value;
    },
    body,
    address: parts.addressOf(request),
  };
  const respond = (given: HttpAnswer): void => {
    route.answered?.('POST', given.status);
    send(parts, response, given);
  };
  try {
    return route.direct?.(asked, respond) ?? NOTHING;
  } catch (thrown) {
    respond(parts.failed(thrown));
    return NOTHING;
  } finally {
    forgetHead(request);
  }
}

const NO_LINES: string[] = [];
const NO_HEADERS = {};

/** What a request said of itself is a kB for as long as it is held, and everybody who needs it has read it. */
function forgetHead(request: IncomingMessage): void {
  request.rawHeaders = NO_LINES;
  request.headers = NO_HEADERS;
}

function send({ in_work }: DirectParts, response: ServerResponse, answer: HttpAnswer): void {
  if (response.destroyed) return;
  in_work.answers(response);
  const body = answer.text ?? answer.body;
  response.writeHead(answer.status, { ...answer.headers, 'Content-Length': Buffer.byteLength(body) });
  response.end(body);
}

/** The rest of a body that is too long is not waited for. */
function refuse(parts: DirectParts, response: ServerResponse, refused: HttpAnswer): void {
  send(parts, response, { ...refused, headers: { ...refused.headers, Connection: 'close' } });
}

const NO_BODY = new Uint8Array();

/** Gives the body once it is there, or says at the first byte beyond the limit that it is too large. */
function readBody(request: IncomingMessage, bytes_max: number, done: (body: Uint8Array | 'too large') => void): void {
  if (Number(request.headers['content-length']) > bytes_max) return done('too large');
  const chunks: Buffer[] = [];
  let bytes = 0;
  const take = (chunk: Buffer): void => {
    bytes += chunk.length;
    if (bytes <= bytes_max) return void chunks.push(chunk);
    request.off('data', take);
    request.off('end', end);
    done('too large');
  };
  const end = (): void => {
    request.off('data', take);
    request.off('end', end);
    done(chunks.length > 1 ? Buffer.concat(chunks) : (chunks[0] ?? NO_BODY));
  };
  request.on('data', take);
  request.on('end', end);
}
