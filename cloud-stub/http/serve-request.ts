// Serves one HTTP request: refuses by its head, hands it to a mount, a direct route or the router, and sends the answer.
// Handlers read the body themselves, since signatures cover the raw bytes.

import type { IncomingMessage, ServerResponse } from 'node:http';
import proxyAddr, { compile } from '@fastify/proxy-addr';
import type { Log } from '../../hal/log/log.ts';
import { messageOf } from '../../wire/errors.ts';
import { hasSecondHost } from '../../wire/listening.ts';
import { limitRequests } from '../../wire/request-limits.ts';
import { isStorageFull, STORAGE_FULL } from '../storage-room.ts';
import { jsonAnswer, refusal, type HttpAnswer } from './answers.ts';
import { readBody, statusOf } from './body.ts';
import { createDirect } from './direct.ts';
import type { InWork } from './draining.ts';
import { headOf } from './request-head.ts';
import { bodyBytesMax, tooLargeFor, type HttpRequest, type RequestHead, type Route } from './route.ts';
import type { Router } from './router.ts';
import { sendAnswer } from './send-answer.ts';
import { endUnread } from './unread.ts';

/** A handler for everything below a path. */
export interface Mount {
  /** `/id`: this path, and those below it. */
  readonly prefix: string;
  /** `address`: IP address of the client. */
  handle(request: IncomingMessage, response: ServerResponse, address: string): void;
}

/**
 * Contents of a server: its routes, a function that ends held requests, and the pages that show refusals to browsers.
 */
export interface Served {
  readonly router: Router;
  /** Answers every held request. */
  readonly release: () => void | Promise<void>;
  /**
   * Whether the server is draining: connections close after each answer, and requests in progress are awaited at the
   * end (C123).
   */
  readonly isDraining?: () => boolean;
  /** Returns a page for a refusal that no route made; null if the caller is not a browser. */
  readonly refusalPage?: (accept: string | undefined, refused: HttpAnswer) => HttpAnswer | null;
}

interface ServingOptions extends Pick<Served, 'router' | 'refusalPage'> {
  readonly log: Log;
  readonly trust_proxy?: string;
  readonly mounts: readonly Mount[];
  readonly in_work: InWork;
  /** Whether the server is closing: new requests are refused. */
  readonly isClosing: () => boolean;
}

const FAILED = jsonAnswer(500, { error: 'internal', message: 'Internal server error; see the server log.' });
const CLOSING = jsonAnswer(503, { error: 'unavailable', message: 'The server is stopping.' }, { Connection: 'close' });

/** Returns the request listener of a server. */
export function createRequestHandler(
  options: ServingOptions,
): (request: IncomingMessage, response: ServerResponse) => void {
  const { router, refusalPage, log, mounts, in_work } = options;
  const failed = (thrown: unknown): HttpAnswer => {
    log.write('error', 'cloud', messageOf(thrown));
    return isStorageFull(thrown) ? refusal('storage_full', STORAGE_FULL) : FAILED;
  };
  const addressOf = addressFrom(options.trust_proxy);
  const direct = createDirect({ routes: router.routes, in_work, addressOf, failed });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const send = (answer: HttpAnswer): void => sendAnswer(in_work, response, answer);
    const refuse = (refused: HttpAnswer): void => send(refusalPage?.(request.headers.accept, refused) ?? refused);
    const head = headOf(request, addressOf(request));
    const problem = headProblem(request, head.path);
    if (problem !== '') return refuse(refusal('bad_request', problem));
    const mount = mounts.find(({ prefix }) => isBelow(request.url ?? '', prefix));
    if (mount) return mount.handle(request, response, head.address);
    const found = router.find(head);
    if (!found) return refuse(router.refuse(head));
    const { route, code } = found;
    if (code.length > CODE_CHARS_MAX) return refuse(refusal('bad_request', UNREADABLE));
    try {
      send(await router.answer(requestOf(request, response, head, bodyBytesMax(route))));
    } catch (thrown) {
      refuse(refusedBy(thrown, route) ?? failed(thrown));
    }
  }

  return limitRequests((request, response) => {
    if (options.isClosing()) return sendAnswer(in_work, response, CLOSING);
    if (direct(request, response)) return;
    endUnread(response);
    in_work.came(response);
    response.once('close', () => in_work.left(response));
    serve(request, response).catch((thrown: unknown) => {
      failed(thrown);
      response.destroy();
    });
  });
}

/** C130: fields of a query. Each costs time, more than once if a library parses them again (R150). */
const QUERY_FIELDS_MAX = 100;
/** Maximum characters of the variable segment of a path: no code, hash or name is longer. */
const CODE_CHARS_MAX = 100;
const UNREADABLE = 'Part of the address is too long or not percent-encoded UTF-8.';

/** Returns why a request is refused before its body is read; '' if it is not. */
function headProblem({ rawHeaders, url = '' }: IncomingMessage, path: string): string {
  if (hasSecondHost(rawHeaders)) return 'The request has more than one Host header.';
  if (url.split('&', QUERY_FIELDS_MAX + 1).length > QUERY_FIELDS_MAX)
    return `The query has more than ${QUERY_FIELDS_MAX} fields.`;
  return isEncoded(path) ? '' : UNREADABLE;
}

function isEncoded(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Returns the answer to a request that its handler has refused by an error with a status below 500; otherwise null. */
function refusedBy(thrown: unknown, route: Route): HttpAnswer | null {
  const status = statusOf(thrown);
  if (status === 413) return tooLargeFor(route);
  return status === null ? null : jsonAnswer(status, { error: 'bad_request', message: messageOf(thrown) });
}

/** Returns a function for the address of the client, as far as the proxies before it are trusted. */
function addressFrom(trust_proxy: string | undefined): (request: IncomingMessage) => string {
  if (trust_proxy === undefined) return ({ socket }) => socket.remoteAddress ?? '';
  const trusted = compile(trust_proxy.split(',').map((each) => each.trim()));
  return (request) => proxyAddr(request, trusted);
}

const isBelow = (url: string, prefix: string): boolean => url === prefix || /^[/?]/.test(url.slice(prefix.length)) && url.startsWith(prefix); // oxfmt-ignore

const requestOf = (
  request: IncomingMessage,
  response: ServerResponse,
  head: RequestHead,
  bytes_max: number,
): HttpRequest => ({
  ...head,
  readBody: () => readBody(request, bytes_max),
  onGone: (listener) => void response.once('close', listener),
});
