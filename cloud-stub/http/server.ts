// HTTP server of the cloud: passes the raw bytes of a request to the router, holds sockets open, and releases a held
// request when its socket closes (R57).

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import proxyAddr, { compile } from '@fastify/proxy-addr';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Log } from '../../hal/log/log.ts';
import { fail, messageOf, ok, type Result } from '../../wire/errors.ts';
import { hasSecondHost, listenProblem, originOf, portOf } from '../../wire/listening.ts';
import { isStorageFull, STORAGE_FULL } from '../storage-room.ts';
import { jsonAnswer, refusal, type HttpAnswer } from './answers.ts';
import { readBody } from './body.ts';
import { createDirect } from './direct.ts';
import { watchDraining } from './draining.ts';
import { limitPipelining } from './pipelining.ts';
import { bodyBytesMax, tooLargeFor, type HttpRequest, type RequestHead, type Route } from './route.ts';
import { createRouter, type Router } from './router.ts';
import { endUnread } from './unread.ts';

interface HttpServer {
  /** `http://127.0.0.1:8322` */
  readonly url: string;
  /** Stops accepting requests, answers the held ones, and closes all connections. */
  close(): Promise<void>;
}

/** A handler for everything below a path. */
export interface Mount {
  /** `/id`: this path, and those below it. */
  readonly prefix: string;
  /** `address`: IP address of the client. */
  handle(request: IncomingMessage, response: ServerResponse, address: string): void;
}

interface HttpServerOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** Command line option that sets the port. */
  readonly port_option?: string;
  readonly log: Log;
  /** Trusted proxies, whose X-Forwarded-For is accepted: comma-separated addresses. */
  readonly trust_proxy?: string;
}

type AppOptions = Pick<HttpServerOptions, 'log' | 'trust_proxy'>;

/**
 * Contents of a server: its routes, a function that ends held requests, and the pages that show refusals to browsers.
 */
interface Served {
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

/**
 * Must exceed a hold and the device's retry after it: a server that closes an idle connection may do so just as the
 * next request arrives.
 */
const KEEP_ALIVE_MS = 75_000;
/** Timeout for the head and the body of a request, and for an idle socket. A hold does not count. */
const RECEIVE_MS = 8000;
/** Interval between timeout checks, short enough to stay within ten seconds. */
const LOOK_MS = 1000;
const TIMEOUTS = {
  keepAliveTimeout: KEEP_ALIVE_MS,
  requestTimeout: RECEIVE_MS,
  headersTimeout: RECEIVE_MS,
  connectionsCheckingInterval: LOOK_MS,
} as const;
/** Time after a drain in which requests in progress may still be answered. */
const IN_WORK_MS = 750;

/** Errors: `port_unusable`. */
export async function openCloudServer(
  served: Served,
  options: HttpServerOptions,
  mounts: readonly Mount[] = [],
): Promise<Result<HttpServer>> {
  return listen(createApp(served, options, mounts), options);
}

/** Opens the metrics server, on a port of its own that only this machine can reach. Errors: `port_unusable`. */
export async function openMetricsServer(
  metrics: { readonly content_type: string; text(): Promise<string> },
  options: HttpServerOptions,
): Promise<Result<HttpServer>> {
  const figures = async (): Promise<HttpAnswer> => ({
    status: 200,
    headers: { 'Content-Type': metrics.content_type },
    body: Buffer.from(await metrics.text()),
  });
  const router = createRouter([{ path: '/metrics', methods: { GET: figures, HEAD: figures } }]);
  return listen(createApp({ router, release: () => {} }, options), options);
}

const FAILED = jsonAnswer(500, { error: 'internal', message: 'The server failed; its log says why.' });
const UNREADABLE = 'A part of the address is too long, or is not percent-encoded UTF-8.';

function createApp(
  { router, release, refusalPage, isDraining = () => false }: Served,
  { log, trust_proxy }: AppOptions,
  mounts: readonly Mount[] = [],
): FastifyInstance {
  const refuse: Refuse = ({ headers }, reply, refused) =>
    send(reply, refusalPage?.(headers.accept, refused) ?? refused);
  const app = Fastify({
    trustProxy: trust_proxy ?? false,
    forceCloseConnections: true,
    // The framework's own answers to such paths have another format.
    frameworkErrors: (_error, request, reply) =>
      void refuse(request, reply, jsonAnswer(400, { error: 'bad_request', message: UNREADABLE })),
    serverFactory: (handle) =>
      createServer(TIMEOUTS, (request, response) => {
        if (!isWithinLimit(request.socket)) return;
        if (!closing && direct(request, response)) return;
        endUnread(response);
        handle(request, response);
      }),
  });
  const isWithinLimit = limitPipelining();
  const in_work = watchDraining(app, isDraining);
  const failed = (thrown: unknown): HttpAnswer => {
    log.write('error', 'cloud', messageOf(thrown));
    return isStorageFull(thrown) ? refusal('storage_full', STORAGE_FULL) : FAILED;
  };
  const direct = createDirect({ routes: router.routes, in_work, addressOf: addressFrom(trust_proxy), failed });
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
    await release();
    await setImmediate(); // answers just sent are still in flight
    if (isDraining()) await in_work.over(IN_WORK_MS);
  });
  app.addHook('onRequest', (request, reply, done) => {
    const problem = headProblem(request.raw);
    if (problem !== '') return void refuse(request, reply, jsonAnswer(400, { error: 'bad_request', message: problem }));
    const mount = mounts.find(({ prefix }) => isBelow(request.url, prefix));
    return mount ? handOver(mount, request, reply) : done();
  });
  app.removeAllContentTypeParsers();
  // Handlers read the body themselves: signatures cover the raw bytes.
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.setNotFoundHandler((request, reply) => refuse(request, reply, router.refuse(headOf(request, reply))));
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status < 500)
      return refuse(request, reply, jsonAnswer(status, { error: 'bad_request', message: error.message }));
    const answer = failed(error);
    return refuse(request, reply, answer === FAILED ? { ...answer, status } : answer);
  });
  for (const route of router.routes) addRoute(app, router, route, refuse);
  return app;
}

/** C130: fields of a query. Each costs time, more than once if a library parses them again (R150). */
const QUERY_FIELDS_MAX = 100;

/** Returns why a request is refused before its body is read; '' if it is not. */
function headProblem({ rawHeaders, url = '' }: IncomingMessage): string {
  if (hasSecondHost(rawHeaders)) return 'A request has one Host header.';
  return url.split('&', QUERY_FIELDS_MAX + 1).length > QUERY_FIELDS_MAX
    ? `The query of an address has at most ${QUERY_FIELDS_MAX} fields.`
    : '';
}

/** Returns the client address exactly as the framework does for other requests. */
function addressFrom(trust_proxy: string | undefined): (request: IncomingMessage) => string {
  if (trust_proxy === undefined) return ({ socket }) => socket.remoteAddress ?? '';
  const trusted = compile(trust_proxy.split(',').map((each) => each.trim()));
  return (request) => proxyAddr(request, trusted);
}

const isBelow = (url: string, prefix: string): boolean => url === prefix || /^[/?]/.test(url.slice(prefix.length)) && url.startsWith(prefix); // oxfmt-ignore

function handOver({ handle }: Mount, { raw, ip }: FastifyRequest, reply: FastifyReply): void {
  reply.hijack();
  handle(raw, reply.raw, ip);
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Sends a refusal that no route made. */
type Refuse = (request: FastifyRequest, reply: FastifyReply, refused: HttpAnswer) => FastifyReply;

function addRoute(app: FastifyInstance, router: Router, route: Route, refuse: Refuse): void {
  app.route({
    method: route.options ? METHODS : Object.keys(route.methods),
    url: route.path,
    exposeHeadRoute: false,
    // The declared content type does not matter: a body that is not JSON is refused anyway.
    onRequest(request, _reply, done) {
      delete request.headers['content-type'];
      done();
    },
    errorHandler(error, request, reply) {
      if (error.statusCode !== 413) throw error;
      void refuse(request, reply.header('Connection', 'close'), tooLargeFor(route));
    },
    async handler(request, reply) {
      return send(reply, await router.answer(requestOf(request, reply, bodyBytesMax(route))));
    },
  });
}

const requestOf = (request: FastifyRequest, reply: FastifyReply, bytes_max: number): HttpRequest => ({
  ...headOf(request, reply),
  readBody: () => readBody(request.raw, bytes_max),
  onGone: (listener) => void reply.raw.once('close', listener),
});

function headOf({ method, url, headers, ip }: FastifyRequest, { raw }: FastifyReply): RequestHead {
  const [path = '', ...rest] = url.split('?');
  return {
    method,
    path,
    query: new URLSearchParams(rest.join('?')),
    header(name) {
      if (name === 'content-type') return contentTypeOf(raw.req.rawHeaders);
      const value = headers[name];
      return Array.isArray(value) ? undefined : value;
    },
    address: ip,
  };
}

/** Returns the Content-Type as sent: routes remove it from the headers so that every body is passed on unparsed. */
function contentTypeOf(raw_headers: readonly string[]): string | undefined {
  const at = raw_headers.findIndex((text, index) => index % 2 === 0 && text.toLowerCase() === 'content-type');
  return at === -1 ? undefined : raw_headers[at + 1];
}

function send(reply: FastifyReply, { status, headers, body, parts }: HttpAnswer): FastifyReply {
  if (parts) return sendParts(reply, { status, headers, parts });
  void reply.code(status).headers(headers);
  return status === 204 || status === 304 ? reply.send() : reply.send(Buffer.from(body));
}

type InParts = Pick<HttpAnswer, 'status' | 'headers'> & Required<Pick<HttpAnswer, 'parts'>>;

/** Writes the parts directly: a stream would read each into its own memory; here they all share one buffer. */
function sendParts(reply: FastifyReply, { status, headers, parts }: InParts): FastifyReply {
  const { raw } = reply.hijack();
  raw.writeHead(status, headers);
  if (reply.request.method === 'HEAD') {
    raw.end();
    return reply;
  }
  const part = (bytes: Uint8Array): Promise<void> =>
    new Promise((resolve, reject) => raw.write(bytes, (error) => (error ? reject(error) : resolve())));
  void parts(part).then(
    () => raw.end(),
    () => raw.destroy(),
  );
  return reply;
}

async function listen(
  app: FastifyInstance,
  { host, port, port_option }: HttpServerOptions,
): Promise<Result<HttpServer>> {
  try {
    await app.listen({ host, port });
  } catch (thrown) {
    return fail('port_unusable', listenProblem(thrown, host, port, 'The cloud', port_option));
  }
  return ok({
    url: originOf(host, portOf(app.server.address())),
    close: () => app.close(),
  });
}
