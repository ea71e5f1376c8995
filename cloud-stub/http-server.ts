// The cloud over HTTP: the relay, and the store where there is one. It hands on the raw bytes, holds sockets open, and lets go of a held
// request when its socket closes (R57).

import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Log } from '../hal/log/log.ts';
import { fail, ok, type Result } from '../wire/errors.ts';
import { BODY_BYTES_MAX } from '../wire/limits.ts';
import { listenProblem, originOf } from '../wire/listening.ts';
import { ROUTES, type Route } from '../wire/relay/requests.ts';
import { HEADER } from '../wire/signing.ts';
import type { Cloud } from './cloud.ts';
import type { Endpoint, EndpointAnswer } from './relay/endpoint.ts';
import { addStoreRoutes } from './store/http-routes.ts';

export interface HttpServer {
  /** `http://127.0.0.1:8322` */
  readonly url: string;
  /** Takes no more requests, answers those it holds, and hangs up. */
  close(): Promise<void>;
}

export interface HttpServerOptions {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** The option of the command line that names the port. */
  readonly port_option?: string;
  readonly log: Log;
}

/**
 * Longer than a hold and a device's retry after it: a server that closes an idle connection may do so just as the next request
 * comes.
 */
const KEEP_ALIVE_MS = 75_000;
/** For the head and the body of a request. A hold is no part of it. */
const RECEIVE_MS = 10_000;

const HEADERS = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' } as const;

/** Errors: `port_unusable`. */
export async function openRelayServer(
  { endpoint, release, store }: Pick<Cloud, 'endpoint' | 'release' | 'store'>,
  options: HttpServerOptions,
): Promise<Result<HttpServer>> {
  const app = createApp(options.log);
  app.addHook('preClose', (done) => {
    release();
    setImmediate(done); // what was answered just now is on its way
  });
  for (const route of ROUTES) addRoute(app, endpoint, route);
  if (store) addStoreRoutes(app, store);
  app.get('/healthz', async () => ({ status: 'ok' }));
  return listen(app, options);
}

/** The figures, on a port of their own that only this machine reaches. Errors: `port_unusable`. */
export async function openMetricsServer(
  metrics: { readonly content_type: string; text(): Promise<string> },
  options: HttpServerOptions,
): Promise<Result<HttpServer>> {
  const app = createApp(options.log);
  app.get('/metrics', async (_request, reply) => reply.type(metrics.content_type).send(await metrics.text()));
  return listen(app, options);
}

function createApp(log: Log): FastifyInstance {
  const app = Fastify({
    bodyLimit: BODY_BYTES_MAX,
    keepAliveTimeout: KEEP_ALIVE_MS,
    requestTimeout: RECEIVE_MS,
    forceCloseConnections: true,
    http: { headersTimeout: RECEIVE_MS, connectionsCheckingInterval: RECEIVE_MS / 4 },
  });
  app.removeAllContentTypeParsers();
  // Bytes as they came: the signature is theirs.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.setNotFoundHandler(({ method, url }, reply) => {
    const allowed = (['GET', 'POST'] as const).filter((other) => app.hasRoute({ method: other, url }));
    if (allowed.length > 0) void reply.header('Allow', allowed.join(', '));
    const [code, error, message] =
      allowed.length > 0
        ? [405, 'method_not_allowed', `${method} is not for this address.`]
        : [404, 'not_found', 'There is nothing at this address.'];
    return reply.code(code).headers(HEADERS).send({ error, message });
  });
  app.setErrorHandler((error: FastifyError, _request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500) log.write('error', 'cloud', error.message);
    const message = status >= 500 ? 'The server failed; its log says why.' : error.message;
    return reply
      .code(status)
      .headers(HEADERS)
      .send({ error: status >= 500 ? 'internal' : 'bad_request', message });
  });
  return app;
}

function addRoute(app: FastifyInstance, endpoint: Endpoint, route: Route): void {
  app.post(`/sim/${route}`, {
    // Whatever a client calls its body, it is JSON or refused.
    onRequest(request, _reply, done) {
      delete request.headers['content-type'];
      done();
    },
    errorHandler(error, _request, reply) {
      if (error.statusCode === 413) return send(reply, endpoint.too_large(route));
      throw error;
    },
    handler(request, reply) {
      const { headers } = request;
      const cancel = endpoint.call({
        route,
        device: one(headers[HEADER.device]),
        timestamp: one(headers[HEADER.timestamp]),
        signature: one(headers[HEADER.signature]),
        body: bytesOf(request),
        address: request.socket.remoteAddress ?? '',
        respond: (answer) => send(reply, answer),
      });
      reply.raw.once('close', cancel);
    },
  });
}

const one = (header: string | string[] | undefined): string | undefined => (Array.isArray(header) ? undefined : header);

const bytesOf = ({ body }: FastifyRequest): Uint8Array => (Buffer.isBuffer(body) ? body : new Uint8Array());

function send(reply: FastifyReply, { http_status, text, retry_after_s }: EndpointAnswer): void {
  void reply.code(http_status).headers(HEADERS).type('application/json; charset=utf-8');
  if (retry_after_s !== undefined) void reply.header('Retry-After', retry_after_s);
  void reply.send(text);
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
  const bound = (app.server.address() as AddressInfo).port;
  return ok({
    url: originOf(host, bound),
    close: () => app.close(),
  });
}
