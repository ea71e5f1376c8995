// Direct and ordinary routes: their errors and unmatched requests get the usual responses.

import test from 'ava';
import { jsonAnswer } from '../../../cloud-stub/http/answers.ts';
import type { DirectHandler } from '../../../cloud-stub/http/route.ts';
import { createRouter } from '../../../cloud-stub/http/router.ts';
import { openCloudServer } from '../../../cloud-stub/http/server.ts';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createMemoryLog } from '../../../hal/log/log-memory.ts';
import { httpCall } from '../../support/process/http-call.ts';
import { valueOf } from '../../support/results.ts';

const FAILED = { error: 'internal', message: 'Internal server error; see the server log.' };
const fails = async (): Promise<never> => {
  throw new Error('the disk is gone');
};

const answersYes: DirectHandler = (_request, respond) => {
  respond(jsonAnswer(200, 'yes'));
  return () => {};
};
const breaks: DirectHandler = () => {
  throw new Error('the disk is gone');
};

for (const [variant, failing, working] of [
  ['by the router', {}, {}],
  ['by a direct route', { direct: breaks }, { direct: answersYes }],
] as const)
  test(`[C9] answers a throwing handler with a JSON 500 and logs it, ${variant}`, async (t) => {
    const log = createMemoryLog(createVirtualClock());
    const router = createRouter([
      { path: '/fails', methods: { POST: fails }, ...failing },
      { path: '/works', methods: { POST: () => jsonAnswer(200, 'yes') }, ...working },
    ]);
    const server = valueOf(
      t,
      await openCloudServer({ router, release: () => {} }, { host: '127.0.0.1', port: 0, log }),
    );
    t.teardown(() => server.close());
    const answer = await httpCall(server.url, '/fails', { method: 'POST', body: '{}' });
    t.deepEqual([answer.status, answer.json()], [500, FAILED]);
    t.deepEqual(log.lines().map(({ level, area, text }) => [level, area, text]), [['error', 'cloud', 'the disk is gone']]); // oxfmt-ignore
    t.is((await httpCall(server.url, '/works', { method: 'POST', body: '{}' })).text, '"yes"', 'keeps running');
    t.is((await httpCall(server.url, '/works', { method: 'PUT', body: '{}' })).status, 405);
    t.is((await httpCall(server.url, '/works?x=1', { method: 'POST', body: '{}' })).text, '"yes"');
  });
