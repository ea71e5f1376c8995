// Routes with many small or long-held requests: while one is held, only its handler's own state stays in memory
// (docs/performance.md). Unusual requests to them go through the router.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { hasSecondHost } from '../../wire/listening.ts';
import type { HttpAnswer } from './answers.ts';
import { collectBody } from './body.ts';
import type { InWork } from './draining.ts';
import { headerOf } from './request-head.ts';
import { bodyBytesMax, tooLargeFor, type RequestHead, type Route } from './route.ts';
import { sendAnswer } from './send-answer.ts';

interface DirectOptions {
  readonly routes: readonly Route[];
  /** Returns the client address, as far as the proxies before it are trusted. */
  readonly addressOf: (request: IncomingMessage) => string;
  readonly in_work: Pick<InWork, 'came' | 'left' | 'answers'>;
  /** Returns the answer for a handler that throws. */
  readonly failed: (thrown: unknown) => HttpAnswer;
}

/** @returns A function that handles a request, or returns false and leaves it untouched. */
export function createDirect(options: DirectOptions): (request: IncomingMessage, response: ServerResponse) => boolean {
  const routes = new Map(options.routes.filter(({ direct }) => direct).map((route) => [route.path, route]));
  return (request, response) => {
    const route = request.method === 'POST' ? routes.get(request.url ?? '') : undefined;
    if (!route?.direct || hasSecondHost(request.rawHeaders)) return false;
    let cancel = NOTHING;
    options.in_work.came(response);
    response.on('close', () => {
      options.in_work.left(response);
      cancel();
    });
    const refused = refusedByHead(options, request, route);
    if (refused) {
      respondTo(options, response, route, refused);
      return true;
    }
    collectBody(request, bodyBytesMax(route), (body) => {
      if (body === 'too large') return sendAnswer(options.in_work, response, tooLargeFor(route));
      cancel = answer(options, request, response, { route, body });
    });
    return true;
  };
}

const NOTHING = (): void => {};
const NO_QUERY = new URLSearchParams();

/** A declared length over the limit takes precedence over the other reasons (C9). */
const refusedByHead = (options: DirectOptions, request: IncomingMessage, route: Route): HttpAnswer | null =>
  Number(request.headers['content-length']) > bodyBytesMax(route)
    ? null
    : (route.refuseHead?.(headOf(options, request, route)) ?? null);

const headOf = ({ addressOf }: DirectOptions, request: IncomingMessage, { path }: Route): RequestHead => ({
  method: 'POST',
  path,
  query: NO_QUERY,
  header: headerOf(request),
  address: addressOf(request),
});

function respondTo(options: DirectOptions, response: ServerResponse, route: Route, given: HttpAnswer): void {
  route.answered?.('POST', given.status);
  sendAnswer(options.in_work, response, given);
}

/** @returns A function to call when the caller disconnects. */
function answer(
  options: DirectOptions,
  request: IncomingMessage,
  response: ServerResponse,
  { route, body }: { readonly route: Route; readonly body: Uint8Array },
): () => void {
  const respond = (given: HttpAnswer): void => respondTo(options, response, route, given);
  try {
    return route.direct?.({ ...headOf(options, request, route), body }, respond) ?? NOTHING;
  } catch (thrown) {
    respond(options.failed(thrown));
    return NOTHING;
  } finally {
    forgetHead(request);
  }
}

const NO_LINES: string[] = [];
const NO_HEADERS = {};

/** Frees the request's head, about 1 kB for as long as the request is held; all readers are done with it. */
function forgetHead(request: IncomingMessage): void {
  request.rawHeaders = NO_LINES;
  request.headers = NO_HEADERS;
}
