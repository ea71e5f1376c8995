// HTTP server of the cloud: opens the port, serves requests (serve-request.ts), and closes without losing an answer.

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import type { Log } from '../../hal/log/log.ts';
import { fail, ok, type Result } from '../../wire/errors.ts';
import { listenProblem, originOf, portOf } from '../../wire/listening.ts';
import type { HttpAnswer } from './answers.ts';
import { refuseBroken } from './broken-request.ts';
import { watchDraining } from './draining.ts';
import { createRouter } from './router.ts';
import { createRequestHandler, type Mount, type Served } from './serve-request.ts';

interface HttpServer {
  /** `http://127.0.0.1:8322` */
  readonly url: string;
  /** Stops accepting requests, answers the held ones, and closes all connections. */
  close(): Promise<void>;
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

/**
 * Must exceed a hold and the device's retry after it: a server that closes an idle connection may do so just as the
 * next request arrives.
 */
const KEEP_ALIVE_MS = 75_000;
/** Timeout for the head and the body of a request, and for an idle socket. A hold does not count. */
const RECEIVE_MS = 8000;
/** Interval between timeout checks, short enough to stay within ten seconds. */
const CHECK_MS = 1000;
const TIMEOUTS = {
  keepAliveTimeout: KEEP_ALIVE_MS,
  requestTimeout: RECEIVE_MS,
  headersTimeout: RECEIVE_MS,
  connectionsCheckingInterval: CHECK_MS,
} as const;
/** Time after a drain in which requests in progress may still be answered. */
const IN_WORK_MS = 750;

/** Opens the cloud's server. Errors: `port_unusable`. */
export async function openCloudServer(
  served: Served,
  options: HttpServerOptions,
  mounts: readonly Mount[] = [],
): Promise<Result<HttpServer>> {
  const { release, isDraining = () => false } = served;
  const in_work = watchDraining(isDraining);
  let closing = false;
  const handle = createRequestHandler({ ...served, ...options, mounts, in_work, isClosing: () => closing });
  const server = createServer(TIMEOUTS, handle).on('clientError', refuseBroken);
  const opened = await listen(server, options);
  if (!opened.ok) return opened;
  return ok({
    url: opened.value,
    async close() {
      closing = true;
      await release();
      await setImmediate(); // answers just sent are still in flight
      if (isDraining()) await in_work.over(IN_WORK_MS);
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  });
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
  return openCloudServer({ router, release: () => {} }, options);
}

/** Returns the origin of the open port. */
async function listen(server: Server, { host, port, port_option }: HttpServerOptions): Promise<Result<string>> {
  try {
    server.listen({ host, port });
    await once(server, 'listening');
  } catch (thrown) {
    return fail('port_unusable', listenProblem(thrown, host, port, 'The cloud', port_option));
  }
  return ok(originOf(host, portOf(server.address())));
}
