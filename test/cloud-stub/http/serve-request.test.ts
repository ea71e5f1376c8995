// Requests that no route answers: paths that cannot be read, and mounts that fail.

import test from 'ava';
import { jsonAnswer } from '../../../cloud-stub/http/answers.ts';
import { createRouter } from '../../../cloud-stub/http/router.ts';
import { openCloudServer } from '../../../cloud-stub/http/server.ts';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createMemoryLog } from '../../../hal/log/log-memory.ts';
import { httpCall } from '../../support/process/http-call.ts';
import { valueOf } from '../../support/results.ts';

test('[C9] refuses a code of 101 characters with 400, but a long path without a route with 404', async (t) => {
  const log = createMemoryLog(createVirtualClock());
  const router = createRouter([
    { path: '/e/:code', methods: { GET: (_request, code) => jsonAnswer(200, code.length) } },
  ]);
  const server = valueOf(t, await openCloudServer({ router, release: () => {} }, { host: '127.0.0.1', port: 0, log }));
  t.teardown(() => server.close());
  const statusAt = async (path: string) => (await httpCall(server.url, path)).status;
  t.is(await statusAt(`/e/${'a'.repeat(100)}`), 200);
  t.is(await statusAt(`/e/${'%61'.repeat(100)}`), 200);
  t.is(await statusAt(`/e/${'a'.repeat(101)}`), 400);
  t.is(await statusAt('/e/%ff'), 400);
  t.is(await statusAt(`/${'a'.repeat(101)}`), 404);
});

test('[C9] a mount that throws closes its connection, is logged, and the server keeps running', async (t) => {
  const log = createMemoryLog(createVirtualClock());
  const router = createRouter([{ path: '/works', methods: { GET: () => jsonAnswer(200, 'yes') } }]);
  const mount = {
    prefix: '/id',
    handle: () => {
      throw new Error('the disk is gone');
    },
  };
  const local = { host: '127.0.0.1', port: 0, log };
  const server = valueOf(t, await openCloudServer({ router, release: () => {} }, local, [mount]));
  t.teardown(() => server.close());
  await t.throwsAsync(httpCall(server.url, '/id/auth'));
  t.deepEqual(
    log.lines().map(({ level, text }) => [level, text]),
    [['error', 'the disk is gone']],
  );
  t.is((await httpCall(server.url, '/works')).status, 200);
});
