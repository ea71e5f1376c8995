// Limits of C35 at their edges, on the virtual clock: each limit over HTTP, and the keys that the limits distinguish.

import test, { type ExecutionContext } from 'ava';
import { createStoreLimits } from '../../../cloud-stub/store/rate-limits.ts';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import type { HttpAnswer } from '../../support/process/http-call.ts';
import { luaOf, outcomeOf, servedStore, jsonOf, recordsIn } from '../../support/store/store-world.ts';

/** Calls until the limit; returns the number of accepted calls and the retry time in seconds. */
async function drained(t: ExecutionContext, ask: () => Promise<HttpAnswer>): Promise<readonly [number, number]> {
  for (let passed = 0; passed < 1000; passed++) {
    const answer = await ask();
    if (answer.status !== 429) continue;
    t.deepEqual(outcomeOf(answer), [429, 'limited']);
    t.regex(String(jsonOf(answer)['message']), /^[^\n]+\.$/);
    return [passed, Number(answer.headers['retry-after'])];
  }
  throw new Error('not limited');
}

async function limitedStore(t: ExecutionContext) {
  const world = await servedStore(t, { limited: true });
  const ann = await world.author('ann');
  return { world, ann, id: (await ann.publish()).id };
}

test('[C35] limits an address to 60 fetches a minute, texts and versions together', async (t) => {
  const { world, id } = await limitedStore(t);
  for (let n = 0; n < 30; n++) t.is((await world.fetch(id)).status, 200);
  const version = () => world.call(`/e/${id}/version`);
  t.deepEqual(await drained(t, version), [30, 1]);
  t.is((await world.fetch(id)).status, 429);
  await world.clock.advance(999);
  t.is((await world.fetch(id)).status, 429);
  await world.clock.advance(1);
  t.deepEqual(await drained(t, () => world.fetch(id)), [1, 1]);
  await world.clock.advance(60_000);
  t.deepEqual(await drained(t, () => world.fetch(id)), [60, 1]);
});

test('[C35] counts unknown codes, unchanged texts and HEAD as fetches', async (t) => {
  const { world, id } = await limitedStore(t);
  for (let n = 0; n < 20; n++) t.is((await world.fetch('ZZZZZ')).status, 404);
  for (let n = 0; n < 20; n++) t.is((await world.fetch(id, { 'If-None-Match': '*' })).status, 304);
  for (let n = 0; n < 20; n++) t.is((await world.call(`/e/${id}`, { method: 'HEAD' })).status, 200);
  t.is((await world.fetch(id)).status, 429);
  t.is((await world.call('/public')).status, 200, 'other routes are not limited');
});

test('[C35] limits a device to 20 fetches a minute, separately from other devices at its address', async (t) => {
  const { world, id } = await limitedStore(t);
  const as = (device: string) => () => world.fetch(id, { 'X-Service-Device': device });
  t.deepEqual(await drained(t, as('TP-000000000001')), [20, 3]);
  await world.clock.advance(2999);
  t.is((await as('TP-000000000001')()).status, 429);
  await world.clock.advance(1);
  t.deepEqual(await drained(t, as('TP-000000000001')), [1, 3]);
  t.deepEqual(await drained(t, as('TP-000000000002')), [20, 3]);
  t.deepEqual(await drained(t, as('TP-000000000003')), [20, 3]);
  t.deepEqual(await drained(t, as('TP-000000000004')), [2, 1], 'the address has used 41 of its remaining 43');
});

test('[C35] a rejected fetch counts no install', async (t) => {
  const { world, id } = await limitedStore(t);
  await drained(t, () => world.fetch(id));
  await world.fetch(id, { 'X-Service-Device': 'TP-000000000001' });
  t.is(recordsIn(await world.waiting('?state=all'))[0]?.['installs'], 0);
});

test('[C35] limits each device to 12 checks a minute', async (t) => {
  const { world } = await limitedStore(t);
  t.deepEqual(await drained(t, () => world.check([], 'one')), [12, 5]);
  await world.clock.advance(4999);
  t.is((await world.check([], 'one')).status, 429);
  await world.clock.advance(1);
  t.deepEqual(await drained(t, () => world.check([], 'one')), [1, 5]);
  t.deepEqual(await drained(t, () => world.check([], 'two')), [12, 5]);
});

test('[C35] limits an address to 60 checks a minute, under any device names', async (t) => {
  const { world } = await limitedStore(t);
  let names = 0;
  const check = () => world.check([], `invented-${names++}`);
  t.deepEqual(await drained(t, check), [60, 1]);
  await world.clock.advance(1000);
  t.deepEqual(await drained(t, check), [1, 1]);
});

test('[C36] invented devices of one address count eight installs an hour, and are still served', async (t) => {
  const { world, ann, id } = await limitedStore(t);
  const other = await ann.publish({ name: 'Other' });
  const fetched = async (code: string, device: string): Promise<unknown> => {
    t.is((await world.fetch(code, { 'X-Service-Device': device })).status, 200);
    const records = recordsIn(await world.waiting('?state=all'));
    return records.find((record) => record['id'] === code)?.['installs'];
  };
  for (let n = 1; n <= 12; n++) t.is(await fetched(id, `invented-${n}`), Math.min(n, 8));
  t.is(await fetched(other.id, 'invented-1'), 1, 'each extension counts apart');
  await world.clock.advance(450_000);
  t.is(await fetched(id, 'invented-13'), 9);
  t.is(await fetched(id, 'invented-14'), 9);
});

test('[C36] repeated fetches of a device within an hour do not use up the installs of its address', async (t) => {
  const { world, id } = await limitedStore(t);
  const fetched = (device: string) => world.fetch(id, { 'X-Service-Device': device });
  for (let n = 0; n < 10; n++) await fetched('TP-000000000001');
  await fetched('TP-000000000002');
  t.is(recordsIn(await world.waiting('?state=all'))[0]?.['installs'], 2);
});

test('[C35] limits an author to 30 creates, updates and failed checks an hour', async (t) => {
  const { world, ann, id } = await limitedStore(t);
  const [post, put] = [() => ann.post({ text: luaOf(), description: 'x' }), () => ann.put(id, { text: luaOf() })];
  for (let n = 0; n < 9; n++) t.is((await post()).status, 201);
  for (let n = 0; n < 10; n++) t.is((await put()).status, 200);
  for (let n = 0; n < 10; n++) t.is((await ann.put(id, { text: luaOf({}, 'compile_error') })).status, 400);
  t.deepEqual(await drained(t, post), [0, 120]);
  t.deepEqual(
    outcomeOf(await ann.post({ text: luaOf() })),
    [400, 'missing_description'],
    'a missing description is not counted',
  );
  t.is((await ann.patch(id, { request_listing: true })).status, 200, 'a listing request is not counted');
  await world.clock.advance(119_999);
  t.is((await put()).status, 429);
  await world.clock.advance(1);
  t.is((await put()).status, 200);
  t.is((await put()).status, 429);
  const bob = await world.author('bob');
  t.deepEqual(await drained(t, () => bob.post({ text: luaOf(), description: 'x' })), [30, 120]);
});

test('[C35] allows an address a burst of 60 invalid tokens, and still accepts valid tokens', async (t) => {
  const { world, ann } = await limitedStore(t);
  const guess = () => world.call('/support/extensions', { headers: { Authorization: 'Bearer guess' } });
  t.deepEqual(await drained(t, guess), [60, 1]);
  t.is((await world.call('/extensions')).status, 429);
  t.deepEqual([(await ann.list()).status, (await world.waiting()).status], [200, 200]);
  await world.clock.advance(1000);
  t.is((await guess()).status, 401);
});

test('[C35] nothing is limited without limits', async (t) => {
  const world = await servedStore(t);
  const { id } = await (await world.author('ann')).publish();
  for (let n = 0; n < 70; n++) t.is((await world.fetch(id, { 'X-Service-Device': 'one' })).status, 200);
});

test('[C35] counts an IPv6 address by its network, and an IPv4 one in any notation', (t) => {
  const limits = createStoreLimits(createVirtualClock());
  const pass = (address: string): number => {
    let passed = 0;
    while (limits.fetch(address, undefined) === null) passed++;
    return passed;
  };
  t.is(pass('2001:db8:1:2::1'), 60);
  t.is(pass('2001:db8:1:2:ffff:ffff:ffff:ffff'), 0);
  t.is(pass('2001:db8:1:3::1'), 60);
  t.is(pass('192.0.2.1'), 60);
  t.is(pass('::ffff:192.0.2.1'), 0);
  t.is(pass('192.0.2.2'), 60);
});

test('[C35] a device over its limit uses nothing of the limit of its address', (t) => {
  const limits = createStoreLimits(createVirtualClock());
  for (let n = 0; n < 1000; n++) limits.fetch('192.0.2.1', 'greedy');
  let passed = 0;
  while (limits.fetch('192.0.2.1', undefined) === null) passed++;
  t.is(passed, 40);
});
