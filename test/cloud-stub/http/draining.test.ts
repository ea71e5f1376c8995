// A cloud that drains before it stops, over real sockets: health checks of a load balancer, closing connections, and
// pending requests.

import test, { type ExecutionContext } from 'ava';
import { emptyAnswer, jsonAnswer } from '../../../cloud-stub/http/answers.ts';
import type { Handler } from '../../../cloud-stub/http/route.ts';
import { createRouter } from '../../../cloud-stub/http/router.ts';
import type { Mount } from '../../../cloud-stub/http/serve-request.ts';
import { openCloudServer } from '../../../cloud-stub/http/server.ts';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createMemoryLog } from '../../../hal/log/log-memory.ts';
import {
  eventually,
  openSocket,
  requestBytes,
  signedHeaders,
  socketRelay,
  startHost,
} from '../../support/relay/relay-sockets.ts';
import { httpCall } from '../../support/process/http-call.ts';
import { valueOf } from '../../support/results.ts';
import { stopwatch } from '../../support/process/stopwatch.ts';

const LONG_MS = 20_000;

test('[C123] a draining relay is alive but not ready', async (t) => {
  const { origin, cloud } = await socketRelay(t);
  const probe = async (path: string, method = 'GET') => {
    const { status, text } = await httpCall(origin, path, { method });
    return [status, text];
  };
  t.deepEqual(await probe('/readyz'), [200, '{"status":"ready"}']);
  void cloud.drain(LONG_MS);
  t.deepEqual(await probe('/readyz'), [503, '{"status":"draining"}']);
  t.deepEqual(await probe('/readyz', 'HEAD'), [503, '']);
  t.deepEqual(await probe('/healthz'), [200, '{"status":"ok"}']);
});

test('[C123] keeps connections alive until the relay drains, then closes each after its response', async (t) => {
  const { origin, cloud, enrol } = await socketRelay(t);
  const host = enrol();
  const { code, st } = await startHost(origin, host);
  const [kept, held] = [await openSocket(t, origin), await openSocket(t, origin)];
  kept.write(requestBytes('GET /readyz', {}));
  t.is((await kept.answer()).headers['connection'], 'keep-alive');
  const poll = JSON.stringify({ code, since: 0, wait_ms: LONG_MS, st });
  held.write(requestBytes('POST /sim/poll', signedHeaders(host, poll), poll));
  t.true(await eventually(origin, () => cloud.stats().held === 1));
  void cloud.drain(LONG_MS);
  kept.write(requestBytes('GET /nowhere', {}));
  const last = await kept.answer();
  t.deepEqual([last.status, last.headers['connection']], [404, 'close']);
  await kept.closed;
  await cloud.release();
  const answer = await held.answer();
  t.deepEqual([answer.status, answer.json()['status'], answer.headers['connection']], [200, 'ok', 'close']);
  await held.closed;
});

/**
 * Starts a server with a slow request that responds when the test tells it to, and a mount that bypasses the router.
 */
async function slowServer(t: ExecutionContext) {
  const log = createMemoryLog(createVirtualClock());
  const came = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  const slow: Handler = async () => {
    came.resolve();
    await answer.promise;
    return jsonAnswer(201, { published: true });
  };
  const router = createRouter([
    { path: '/slow', methods: { GET: slow } },
    { path: '/bare', methods: { GET: () => emptyAnswer(204) } },
  ]);
  const mount: Mount = { prefix: '/id', handle: (_request, response) => void response.end('signed in') };
  const released = Promise.withResolvers<void>();
  const served = { router, release: () => released.resolve(), isDraining: () => true };
  const server = valueOf(t, await openCloudServer(served, { host: '127.0.0.1', port: 0, log }, [mount]));
  t.teardown(() => server.close());
  return {
    url: server.url,
    close: () => server.close(),
    came: came.promise,
    released: released.promise,
    answer: answer.resolve,
  };
}

test('[C123] answers pending requests after a drain before the server closes', async (t) => {
  const { url, close, came, released, answer } = await slowServer(t);
  const request = httpCall(url, '/slow');
  await came;
  const closed = close();
  await released;
  // The server still refuses new requests, so it is waiting and not closed.
  t.is((await httpCall(url, '/bare').catch(() => null))?.status, 503);
  answer();
  const { status, text } = await request;
  t.deepEqual([status, text], [201, '{"published":true}']);
  await closed;
});

test('[C123] abandons a request that takes over a second more', async (t) => {
  const { url, close, came } = await slowServer(t);
  const request = t.throwsAsync(httpCall(url, '/slow'));
  await came;
  const taken_ms = stopwatch();
  await close();
  t.true(taken_ms() < 2000, `${taken_ms()} ms`);
  await request;
});

test('[C123] mounts and empty responses close the connection too', async (t) => {
  const { url } = await slowServer(t);
  for (const [path, status] of [
    ['/id/auth', 200],
    ['/bare', 204],
  ] as const) {
    // oxfmt-ignore
    const socket = await openSocket(t, url);
    socket.write(requestBytes(`GET ${path}`, {}));
    const answer = await socket.answer().catch(() => null);
    t.is(answer?.status, status);
    t.is(answer?.headers['connection'], 'close', path);
    await socket.closed;
  }
});
