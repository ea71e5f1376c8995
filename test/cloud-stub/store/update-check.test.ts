// Device requests: the update check (store §4.1), and fetches that count as installs (C36).

import test, { type ExecutionContext } from 'ava';
import type { HttpAnswer } from '../../support/process/http-call.ts';
import { luaOf, outcomeOf, servedStore, type StoreWorld, jsonOf, recordsIn } from '../../support/store/store-world.ts';

const DEVICE = 'TP-0123456789AB';

test('[R107] a check returns the current state of each installed extension, in request order', async (t) => {
  const world = await servedStore(t);
  const ann = await world.author('ann');
  const [first, second, third] = [await ann.publish({ name: 'A' }), await ann.publish(), await ann.publish()];
  await ann.put(first.id, { text: luaOf({ name: 'A2', kind: 'game' }) });
  await world.decide(second.id, { default: true, version: 1 });
  await ann.remove(third.id);
  const checked = await world.check([
    { c: third.id, v: 1 },
    { c: first.id, v: 1 },
    { c: second.id, v: 1 },
    { c: 'ZZZZZ', v: 3 },
  ]);
  t.is(checked.status, 200);
  const sha256 = (await world.fetch(first.id)).headers['x-extension-sha256'];
  t.deepEqual(jsonOf(checked), {
    installed: [
      { c: third.id, gone: true },
      { c: first.id, id: first.id, v: 2, name: 'A2', kind: 'game', sha256, default: false },
      { c: second.id, id: second.id, v: 1, name: 'Ladder', kind: 'drill', sha256: second['sha256'], default: true },
    ],
    defaults: [{ c: second.id, id: second.id, v: 1, name: 'Ladder', kind: 'drill', default: true }],
  });
});

test('[R108] a check changes nothing, so a second one gets the same response', async (t) => {
  const world = await servedStore(t);
  const { id } = await (await world.author('ann')).publish();
  const [one, two] = [await world.check([{ c: id, v: 1 }]), await world.check([{ c: id, v: 1 }])];
  t.is(one.text, two.text);
  t.is(recordsIn(await world.waiting('?state=all'))[0]?.['installs'], 0);
});

test('[R111] returns all defaults, the longest standing first', async (t) => {
  const world = await servedStore(t);
  const ann = await world.author('ann');
  const codes: string[] = [];
  for (const name of ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']) codes.push((await ann.publish({ name })).id);
  const order = [3, 0, 7, 1, 2, 6, 5, 4];
  for (const n of order) await world.decide(codes[n] ?? '', { default: true, version: 1 });
  const defaults = async (): Promise<string> =>
    recordsIn(await world.check([]), 'defaults')
      .map(({ name }) => name)
      .join('');
  t.is(await defaults(), 'DAHBCGFE');
  await world.decide(codes[0] ?? '', { default: true, version: 1 });
  t.is(await defaults(), 'DAHBCGFE', 'a repeated default keeps its place');
  await world.decide(codes[4] ?? '', { default: false });
  await world.decide(codes[3] ?? '', { default: false });
  await world.decide(codes[3] ?? '', { default: true, version: 1 });
  t.is(await defaults(), 'AHBCGFD');
});

test('[C34] refuses a malformed check with a sentence', async (t) => {
  const world = await servedStore(t);
  const entry = { c: 'ABCDE', v: 1 };
  const bodies: readonly unknown[] = [
    null,
    [],
    {},
    { installed: [], fw: '0.9.0' },
    { fw: '0.9.0', dev: DEVICE },
    { installed: {}, fw: '', dev: DEVICE },
    { installed: [entry, null], fw: '', dev: DEVICE },
    { installed: [{ c: 5, v: 1 }], fw: '', dev: DEVICE },
    { installed: [{ c: '', v: 1 }], fw: '', dev: DEVICE },
    { installed: [{ c: 'A'.repeat(33), v: 1 }], fw: '', dev: DEVICE },
    { installed: [{ c: 'ABCDE', v: -1 }], fw: '', dev: DEVICE },
    { installed: [{ c: 'ABCDE', v: 1.5 }], fw: '', dev: DEVICE },
    { installed: [], fw: 9, dev: DEVICE },
    { installed: [], fw: '', dev: '' },
    { installed: [], fw: '', dev: 'x'.repeat(65) },
    { installed: Array.from({ length: 65 }, () => entry), fw: '', dev: DEVICE },
  ];
  const post = (body: string): Promise<HttpAnswer> => world.call('/e/check', { method: 'POST', body });
  for (const body of [...bodies.map((each) => JSON.stringify(each)), '', '{', '\u0000'])
    t.deepEqual(outcomeOf(await post(body)), [400, 'bad_request'], body.slice(0, 60));
  const most = { installed: Array.from({ length: 64 }, () => entry), fw: 'x'.repeat(64), dev: 'x'.repeat(64), more: 1 };
  t.is((await post(JSON.stringify(most))).status, 200);
  const large = JSON.stringify({ installed: [], dev: DEVICE });
  t.is((await post(large.padEnd(16_384))).status, 200);
  t.deepEqual(outcomeOf(await post(large.padEnd(16_385))), [413, 'too_large']);
});

async function counted(t: ExecutionContext) {
  const world = await servedStore(t);
  const ann = await world.author('ann');
  const { id } = await ann.publish();
  const installs = async (): Promise<unknown> => recordsIn(await world.waiting('?state=all'))[0]?.['installs'];
  return { world, ann, id, installs };
}

/** Returns the headers of a fetch by a device. */
const as = (device: string, more = {}): Record<string, string> => ({ 'X-Service-Device': device, ...more });

test('[R112] [C36] a repeated fetch counts again, but not within an hour of the one counted', async (t) => {
  const { world, id, installs } = await counted(t);
  const after = async (ms: number): Promise<unknown> => {
    await world.clock.advance(ms);
    t.is((await world.fetch(id, as(DEVICE))).status, 200);
    return installs();
  };
  t.is(await after(0), 1);
  t.is(await after(1_800_000), 1);
  t.is(await after(1_799_000), 1);
  t.is(await after(1000), 2);
  t.is(await after(3_599_000), 2);
  t.is(await after(86_400_000), 3);
});

test('[R112] counts fetches of one hour once for each device', async (t) => {
  const { world, ann, id, installs } = await counted(t);
  for (const [device, count] of [
    [DEVICE, 1],
    [DEVICE, 1],
    ['TP-BA9876543210', 2],
    [DEVICE, 2],
    ['TP-000000000000', 3],
  ] as const) {
    t.is((await world.fetch(id, as(device))).status, 200);
    t.is(await installs(), count);
  }
  await ann.put(id, { text: luaOf({ name: 'Two' }) });
  await world.fetch(id, as(DEVICE));
  t.is(await installs(), 3, 'a new version counts no install');
  const other = await ann.publish();
  await world.fetch(other.id, as(DEVICE));
  t.is(await installs(), 3, 'each extension counts apart');
});

const NOT_COUNTED: readonly (readonly [string, (world: StoreWorld, id: string) => Promise<HttpAnswer>, number])[] = [
  ['a read without the device header', (world, id) => world.fetch(id), 200],
  ['an update', (world, id) => world.fetch(id, as(DEVICE, { 'X-Service-Update': '1' })), 200],
  ['a HEAD', (world, id) => world.call(`/e/${id}`, { method: 'HEAD', headers: as(DEVICE) }), 200],
  ['a version by its number', (world, id) => world.call(`/e/${id}?v=1`, { headers: as(DEVICE) }), 200],
  ['an unchanged text', (world, id) => world.fetch(id, as(DEVICE, { 'If-None-Match': '*' })), 304],
  ['the version query', (world, id) => world.call(`/e/${id}/version`, { headers: as(DEVICE) }), 200],
  ['an update check', (world, id) => world.check([{ c: id, v: 0 }], DEVICE), 200],
  ['a missing version', (world, id) => world.call(`/e/${id}?v=9`, { headers: as(DEVICE) }), 404],
  ['a device without a name', (world, id) => world.fetch(id, as(' ')), 200],
  ['a name too long', (world, id) => world.fetch(id, as('x'.repeat(65))), 200],
];

for (const [about, fetch, status] of NOT_COUNTED)
  test(`[R112] [C36] ${about} counts nothing, and the next install does`, async (t) => {
    const { world, id, installs } = await counted(t);
    t.is((await fetch(world, id)).status, status);
    t.is(await installs(), 0);
    await world.fetch(id, as(DEVICE));
    t.is(await installs(), 1);
  });

test('[C36] counts the first fetch of a default', async (t) => {
  const { world, id, installs } = await counted(t);
  await world.decide(id, { default: true, version: 1 });
  await world.fetch(id, as(DEVICE));
  t.is(await installs(), 1);
});

test('[C36] ignores an X-Service-Update other than 1', async (t) => {
  const { world, id, installs } = await counted(t);
  await world.fetch(id, as(DEVICE, { 'X-Service-Update': '0' }));
  t.is(await installs(), 1);
});
