// Routes with many small requests, or with requests that are held for long: answered past the framework. What it makes of a request is
// 2 to 6 kB for as long as that is held, and a fifth of what a short one costs (docs/performance.md). Whatever is unusual goes its way.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { hasSecondHost } from '../../wire/listening.ts';
import type { HttpAnswer } from './answers.ts';
import { collectBody } from './body.ts';
import type { InWork } from './draining.ts';
import { bodyBytesMax, tooLargeFor, type RequestHead, type Route } from './route.ts';
import { endUnread } from './unread.ts';

interface DirectParts {
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
    const refused = refusedByHead(parts, request, route);
    if (refused) {
      respondTo(parts, response, route, refused);
      return true;
    }
    collectBody(request, bodyBytesMax(route), (body) => {
      if (body === 'too large') return refuse(parts, response, tooLargeFor(route));
      cancel = answer(parts, request, response, { route, body });
    });
    return true;
  };
}

const NOTHING = (): void => {};
const NO_QUERY = new URLSearchParams();

/** A body that is announced as too long is refused for that first (C9). */
const refusedByHead = (parts: DirectParts, request: IncomingMessage, route: Route): HttpAnswer | null =>
  Number(request.headers['content-length']) > bodyBytesMax(route)
    ? null
    : (route.refuseHead?.(headOf(parts, request, route)) ?? null);

const headOf = (parts: DirectParts, request: IncomingMessage, { path }: Route): RequestHead => ({
  method: 'POST',
  path,
  query: NO_QUERY,
  header(name) {
    const value = request.headers[name];
    return Array.isArray(value) ? undefined : value;
  },
  address: parts.addressOf(request),
});

function respondTo(parts: DirectParts, response: ServerResponse, route: Route, given: HttpAnswer): void {
  route.answered?.('POST', given.status);
  send(parts, response, given);
}

/** @returns To be called when the caller has gone. */
function answer(
  parts: DirectParts,
  request: IncomingMessage,
  response: ServerResponse,
  { route, body }: { readonly route: Route; readonly body: Uint8Array },
): () => void {
  const respond = (given: HttpAnswer): void => respondTo(parts, response, route, given);
  try {
    return route.direct?.({ ...headOf(parts, request, route), body }, respond) ?? NOTHING;
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
  if (response.writableLength > 0) endUnread(response);
}

/** The rest of a body that is too long is not waited for. */
function refuse(parts: DirectParts, response: ServerResponse, refused: HttpAnswer): void {
  send(parts, response, { ...refused, headers: { ...refused.headers, Connection: 'close' } });
}
