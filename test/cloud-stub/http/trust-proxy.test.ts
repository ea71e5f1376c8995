// Client addresses behind a proxy: X-Forwarded-For is trusted only from configured proxies.

import test from 'ava';
import { createRouter } from '../../../cloud-stub/http/router.ts';
import type { DirectHandler, Handler } from '../../../cloud-stub/http/route.ts';
import { jsonAnswer } from '../../../cloud-stub/http/answers.ts';
import type { Mount } from '../../../cloud-stub/http/serve-request.ts';
import { openCloudServer } from '../../../cloud-stub/http/server.ts';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createMemoryLog } from '../../../hal/log/log-memory.ts';
import { valueOf } from '../../support/results.ts';

const echoAddress: Handler = ({ address }) => jsonAnswer(200, address);
const directEchoAddress: DirectHandler = ({ address }, respond) => {
  respond(jsonAnswer(200, address));
  return () => {};
};
const ROUTER = createRouter([
  { path: '/who', methods: { GET: echoAddress } },
  { path: '/direct', methods: { POST: echoAddress }, direct: directEchoAddress },
]);
const MOUNT: Mount = {
  prefix: '/id',
  handle: (_request, response, address) => void response.end(JSON.stringify(address)),
};

for (const [trust_proxy, forwarded, address] of [
  [undefined, '192.0.2.7', '127.0.0.1'],
  ['127.0.0.1', '192.0.2.7', '192.0.2.7'],
  ['127.0.0.1', '203.0.113.9, 192.0.2.7', '192.0.2.7'],
  ['10.0.0.0/8', '192.0.2.7', '127.0.0.1'],
] as const)
  test(`[C110] with ${trust_proxy ?? 'no proxy'} trusted, X-Forwarded-For ${forwarded} means client ${address}`, async (t) => {
    const log = createMemoryLog(createVirtualClock());
    const options = { host: '127.0.0.1', port: 0, log, ...(trust_proxy === undefined ? {} : { trust_proxy }) };
    const server = valueOf(t, await openCloudServer({ router: ROUTER, release: () => {} }, options, [MOUNT]));
    t.teardown(() => server.close());
    for (const [method, path] of [
      ['GET', '/who'],
      ['GET', '/id/who'],
      ['POST', '/direct'],
    ] as const) {
      const answer = await fetch(`${server.url}${path}`, { method, headers: { 'x-forwarded-for': forwarded } });
      t.is(await answer.json(), address, path);
    }
  });
