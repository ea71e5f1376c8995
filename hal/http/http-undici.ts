// Real HTTP with undici: keeps connections alive between requests and returns redirects like any other response. Loads
// the large library at the first request, so a device without a cloud starts without it.

import type { Agent, Dispatcher, request } from 'undici';
import { fail, ok, type Result } from '../../wire/errors.ts';
import { ANSWER_BYTES_MAX, type Http, type HttpDocument, type HttpGet } from './http.ts';

export interface UndiciHttp extends Http {
  /** Aborts requests in progress and closes every connection. */
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 8000;
/** Below the relay server's keep-alive, so that no request meets a connection that the server is closing. */
const KEEP_ALIVE_MS = 30_000;
const [DUMPED_BYTES_MAX, DUMP_MS_MAX] = [16_384, 1000];

interface UndiciHttpOptions {
  /**
   * Maps an origin to the address that really serves it, such as a private server that a test runs on this machine.
   * Callers see only the original origin (C55).
   */
  readonly routes?: Readonly<Record<string, string>>;
}

export function createUndiciHttp({ routes = {} }: UndiciHttpOptions = {}): UndiciHttp {
  let client: Promise<Client> | null = null;
  let ended = false;
  const ask = (request: UndiciRequest, done: (answer: Result<HttpDocument>) => void): (() => void) => {
    const abort = new AbortController();
    let over = false;
    const answered = async (): Promise<void> => {
      client ??= openClient();
      const opened = await client;
      if (ended) await opened.agent.destroy();
      const answer = await exchange(opened, routed(request, routes), abort.signal);
      over = true;
      if (!abort.signal.aborted) done(answer);
    };
    void answered();
    return () => over || abort.abort();
  };
  return {
    post: (request, done) =>
      ask({ wants_body: true, ...request, method: 'POST', bytes_max: ANSWER_BYTES_MAX }, (answer) => {
        if (!answer.ok) return done(answer);
        const { status, bytes } = answer.value;
        done(ok({ status, text: Buffer.from(bytes).toString() }));
      }),
    get: (request, done) => ask({ ...request, method: 'GET', body: null, wants_body: true }, done),
    async close() {
      ended = true;
      await (await client)?.agent.destroy();
    },
  };
}

interface Client {
  readonly agent: Agent;
  readonly send: typeof request;
}

async function openClient(): Promise<Client> {
  // In a release bundle, a lazily loaded CommonJS package has only its default export.
  const { default: undici } = await import('undici');
  const agent = new undici.Agent({
    connect: { timeout: CONNECT_TIMEOUT_MS },
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return { agent, send: undici.request };
}

/** Rewrites the URL to the routed origin and keeps the original host in the Host header. */
function routed(request: UndiciRequest, routes: Readonly<Record<string, string>>): UndiciRequest {
  const { origin, host, pathname, search } = URL.canParse(request.url) ? new URL(request.url) : NOWHERE;
  const there = routes[origin];
  return there === undefined
    ? request
    : { ...request, url: `${there}${pathname}${search}`, headers: { ...request.headers, host } };
}

const NOWHERE = { origin: '', host: '', pathname: '', search: '' };

interface UndiciRequest extends HttpGet {
  readonly method: 'GET' | 'POST';
  readonly body: Uint8Array | null;
  readonly wants_body: boolean;
}

async function exchange(
  { agent, send }: Client,
  request: UndiciRequest,
  signal: AbortSignal,
): Promise<Result<HttpDocument>> {
  const { url, method, headers, body, bytes_max, wants_body } = request;
  try {
    const answer = await send(url, { dispatcher: agent, method, headers, body, signal });
    const { statusCode: status } = answer;
    if (!wants_body) {
      void dump(answer.body);
      return ok({ status, headers: {}, bytes: new Uint8Array() });
    }
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      if (bytes > bytes_max) return fail('http_too_large', `${originOf(url)} sent more than ${bytes_max} bytes.`);
      chunks.push(chunk);
    }
    return ok({ status, headers: single(answer.headers), bytes: Buffer.concat(chunks) });
  } catch (thrown) {
    return fail(isUnsent(thrown) ? 'http_unsent' : 'http_failed', `${originOf(url)} ${reasonOf(thrown)}.`);
  }
}

/** Drains a short body, so that its connection can be reused; aborts a long one. */
async function dump(body: Dispatcher.ResponseData['body']): Promise<void> {
  try {
    await body.dump({ limit: DUMPED_BYTES_MAX, signal: AbortSignal.timeout(DUMP_MS_MAX) });
  } catch {
    // the body is not needed
  }
}

/** Joins repeated headers into one, as HTTP allows. */
const single = (headers: Readonly<Record<string, string | string[] | undefined>>): HttpDocument['headers'] =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? []].flat().join(', ')]));

const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : 'The server');

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refuses the connection',
  ENOTFOUND: 'was not found',
  EAI_AGAIN: 'was not found',
  ECONNRESET: 'closed the connection',
  UND_ERR_SOCKET: 'closed the connection',
  UND_ERR_CONNECT_TIMEOUT: 'does not answer',
  EHOSTUNREACH: 'is unreachable',
  ENETUNREACH: 'is unreachable',
  ETIMEDOUT: 'does not answer',
  EPIPE: 'closed the connection',
  UND_ERR_HEADERS_OVERFLOW: 'does not speak HTTP',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'closed the connection',
  ERR_SSL_WRONG_VERSION_NUMBER: 'does not speak HTTPS',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'does not speak HTTPS',
  EPROTO: 'does not speak HTTPS',
};

const fieldOf = (thrown: unknown, name: 'code' | 'syscall'): string =>
  thrown instanceof Error && name in thrown ? String(Reflect.get(thrown, name)) : '';

/**
 * Whether the connection was never established. One that breaks later fails in other system calls, sometimes with the
 * same code.
 */
const isUnsent = (thrown: unknown): boolean =>
  ['ECONNREFUSED', 'UND_ERR_CONNECT_TIMEOUT'].includes(fieldOf(thrown, 'code')) ||
  ['connect', 'getaddrinfo'].includes(fieldOf(thrown, 'syscall'));

function reasonOf(thrown: unknown): string {
  const code = fieldOf(thrown, 'code');
  if (thrown instanceof Error && thrown.name === 'HTTPParserError') return 'does not speak HTTP';
  if (/CERT|SELF_SIGNED|ISSUER/.test(code)) return 'has an untrusted certificate';
  // Do not show the library's own messages on a screen.
  return REASONS[code] ?? 'cannot be reached at this address';
}
