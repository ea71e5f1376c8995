// Guard of the panel's server: limits of a connection, the check of host, origin and token, security headers, and every
// refusal as JSON or as a page.

import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { Duplex } from 'node:stream';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerFactory,
} from 'fastify';
import type { Log } from '../../hal/log/log.ts';
import type { OperatingError } from '../../wire/errors.ts';
import { BODY_BYTES_MAX } from '../../wire/limits.ts';
import { limitRequests } from '../../wire/request-limits.ts';
import { checkAccess, type Access } from './access.ts';
import { STATUS_OF } from './api/status.ts';
import { refuse } from './api.ts';

export const HEADERS = {
  'Content-Security-Policy': policyOf("'none'"),
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
} as const;

export function policyOf(ancestors: string): string {
  return `default-src 'self'; img-src 'self' blob:; frame-ancestors ${ancestors}; base-uri 'none'; form-action 'none'`;
}

/** Time limit for a caller to send its whole request. */
const REQUEST_MS_MAX = 60_000;
const IDLE_MS_MAX = 72_000;

/** Ignores requests over the limits of a connection before Fastify reads them. */
const serverFactory: FastifyServerFactory = (handle) =>
  createServer(
    {
      requestTimeout: REQUEST_MS_MAX,
      keepAliveTimeout: IDLE_MS_MAX,
      // Some HTTP clients offer another protocol with every request; only WebSocket upgrades are accepted.
      shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
    },
    limitRequests(handle),
  );

/**
 * Creates a server without routes. Requests that Fastify rejects before routing get the same headers and error format.
 */
export const createApp = (access: Access): FastifyInstance =>
  Fastify({
    bodyLimit: BODY_BYTES_MAX,
    forceCloseConnections: true,
    serverFactory,
    frameworkErrors(_error, request, reply) {
      void reply.headers(HEADERS);
      const passed = checkAccess(request.raw, access);
      refuse(
        reply,
        passed.ok ? { code: 'bad_request', message: 'The path of the request is malformed.' } : passed.error,
      );
    },
    clientErrorHandler: (_error, socket) =>
      refuseOnSocket(socket, {
        code: 'bad_request',
        message: 'The request is not HTTP/1.1, or its headers are longer than 16 kB.',
      }),
  });

/** True for a browser that opens a page without a token, or with the token of an earlier run. */
const wantsPage = ({ url, headers }: FastifyRequest): boolean =>
  /^\/(set-up)?(\?|$)/.test(url) && (headers.accept ?? '').includes('text/html');

const REFUSAL_STYLE =
  ':root{color-scheme:light dark}body{max-width:32rem;margin:2rem auto;padding:0 1rem;font:1.125rem/1.5 system-ui,sans-serif}';
const REFUSAL_HEAD = `<title>tapin</title><meta name="viewport" content="width=device-width, initial-scale=1"><style>${REFUSAL_STYLE}</style>`;
/** Allows that style alone, by its digest: the page loads no file, since each needs the token. */
const REFUSAL_POLICY = `${policyOf("'none'")}; style-src 'sha256-${createHash('sha256').update(REFUSAL_STYLE).digest('base64')}'`;

const ENDED =
  'This link is incomplete, or has ended. Scan the code on the device again: in its menu, choose Status, and its last view. Without a display, switch your router off: soon the device opens its own network, which needs no link. At a desk, use the address that tapin printed.';

const refuseAsPage = (reply: FastifyReply, { code, message }: OperatingError): FastifyReply =>
  reply
    .code(STATUS_OF[code] ?? 400)
    .header('Content-Security-Policy', REFUSAL_POLICY)
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en">${REFUSAL_HEAD}<main><h1>tapin</h1><p>${escaped(code === 'unauthorized' ? ENDED : message)}</p></main></html>`,
    );

const escaped = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);

/**
 * Adds the access check and security headers to every response, and sends every refusal as JSON with a code and a
 * sentence.
 */
export function guard(app: FastifyInstance, access: Access, log: Log): void {
  app.removeContentTypeParser('text/plain'); // a form on another site could send this type
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers(HEADERS);
    const passed = checkAccess(request.raw, access);
    if (passed.ok) return;
    return wantsPage(request) ? refuseAsPage(reply, passed.error) : refuse(reply, passed.error);
  });
  app.setNotFoundHandler((request, reply) =>
    refuse(reply, { code: 'not_found', message: `Not found: ${request.url.split('?')[0]?.slice(0, 80)}.` }),
  );
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status === 413)
      return refuse(reply, {
        code: 'too_large',
        message: `A body has at most ${request.routeOptions.bodyLimit ?? BODY_BYTES_MAX} bytes.`,
      });
    if (status === 415)
      return refuse(reply, {
        code: 'bad_request',
        message: 'Send JSON, with the header Content-Type: application/json.',
      });
    if (status < 500)
      return refuse(reply, { code: 'bad_request', message: `The request can't be read: ${error.message}.` });
    log.write('error', 'panel', error.message);
    return refuse(reply, { code: 'internal', message: 'The panel failed: see its log.' });
  });
}

/** Lets the page of another origin show this one in a frame. */
export function allowFrame(app: FastifyInstance, origin: string | undefined): void {
  if (origin === undefined) return;
  app.addHook('onRequest', async (_request, reply) => void reply.header('Content-Security-Policy', policyOf(origin)));
}

/** Sends an error on a raw socket, which has no reply object, and closes it. */
export function refuseOnSocket(socket: Duplex, error: OperatingError): void {
  socket.on('error', () => socket.destroy()); // no other error listener is left, and the caller may be gone
  if (!socket.writable) return void socket.destroy();
  const body = JSON.stringify({ error: error.code, message: error.message });
  const head = [
    `HTTP/1.1 ${STATUS_OF[error.code] ?? 400} Refused`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.once('finish', () => socket.destroy());
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
