// Lists and their pages (C31, C41): the own list of an author, the public list with search, kinds and orders, and the
// states for support.

import test, { type ExecutionContext } from 'ava';
import * as v from 'valibot';
import type { HttpAnswer } from '../../support/process/http-call.ts';
import {
  luaOf,
  outcomeOf,
  servedStore,
  type Author,
  type Manifest,
  type StoreWorld,
  jsonOf,
  recordsIn,
} from '../../support/store/store-world.ts';
import { readAs } from '../../support/read-json.ts';

const namesOf = (answer: HttpAnswer): unknown[] => recordsIn(answer).map(({ name }) => name);

const nextOf = (page: HttpAnswer): string | null => readAs(v.nullable(v.string()), jsonOf(page)['next_cursor']);

/** Returns all pages of a list, as names. */
async function pages(list: (query: string) => Promise<HttpAnswer>, query: string): Promise<unknown[][]> {
  const all: unknown[][] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page = await list(`?${query}${cursor === '' ? '' : `&cursor=${cursor}`}`);
    if (page.status !== 200) throw new Error(page.text);
    all.push(namesOf(page));
    cursor = nextOf(page);
  }
  return all;
}

/** Publishes, requests a listing, and approves. */
async function makePublic(
  world: StoreWorld,
  author: Author,
  manifest: Manifest,
  description = 'Text.',
): Promise<string> {
  const { id, version } = await author.publish(manifest, description);
  await author.patch(id, { request_listing: true });
  const decided = await world.decide(id, { listing: 'public', version });
  if (decided.status !== 200) throw new Error(decided.text);
  return id;
}

test('[C31] lists only the own extensions of an author, newest first', async (t) => {
  const world = await servedStore(t);
  const [ann, bob] = [await world.author('ann'), await world.author('bob')];
  for (const name of ['A1', 'A2']) await ann.publish({ name });
  await bob.publish({ name: 'B1' });
  await ann.publish({ name: 'A3' });
  t.deepEqual(namesOf(await ann.list()), ['A3', 'A2', 'A1']);
  t.deepEqual(namesOf(await bob.list()), ['B1']);
  t.deepEqual(namesOf(await (await world.author('eve')).list()), []);
});

test('[C31] a page has 50 entries by default, and 1 to 100 on request', async (t) => {
  const world = await servedStore(t);
  const ann = await world.author('ann');
  for (let n = 1; n <= 101; n++) await ann.publish({ name: `N${n}` });
  const sizes = async (query: string): Promise<number[]> =>
    (await pages((search) => ann.list(search), query)).map((page) => page.length);
  t.deepEqual(await sizes(''), [50, 50, 1]);
  t.deepEqual(await sizes('limit=100'), [100, 1]);
  t.deepEqual(
    await sizes('limit=1&x=1'),
    Array.from({ length: 101 }, () => 1),
  );
  for (const limit of ['0', '101', '-1', '1.5', '', 'ten'])
    t.deepEqual(outcomeOf(await ann.list(`?limit=${limit}`)), [400, 'bad_request'], limit);
  const everything = await pages((search) => ann.list(search), 'limit=7');
  t.deepEqual(
    everything.flat(),
    Array.from({ length: 101 }, (_, n) => `N${101 - n}`),
  );
  t.is(jsonOf(await ann.list('?limit=100'))['next_cursor'] === null, false);
});

test('[C31] the last page has no cursor, even if it is full', async (t) => {
  const world = await servedStore(t);
  const ann = await world.author('ann');
  for (const name of ['A', 'B', 'C', 'D']) await ann.publish({ name });
  t.deepEqual(await pages((query) => ann.list(query), 'limit=2'), [
    ['D', 'C'],
    ['B', 'A'],
  ]);
});

test('[C31] a cursor is opaque, and any other text is refused', async (t) => {
  const world = await servedStore(t);
  const ann = await world.author('ann');
  for (const name of ['A', 'B']) await makePublic(world, ann, { name });
  const cursor = String(jsonOf(await world.call('/public?limit=1'))['next_cursor']);
  t.regex(cursor, /^[\w-]+$/);
  const other = Buffer.from('["new","x",1]').toString('base64url');
  const wrong = ['', 'x', 'null', Buffer.from('null').toString('base64url'), other, `${cursor}'%20OR%201=1`];
  for (const text of wrong)
    t.deepEqual(outcomeOf(await world.call(`/public?limit=1&cursor=${text}`)), [400, 'bad_request'], text);
  for (const path of ['/public?sort=name', '/public?sort=installs'])
    t.deepEqual(
      outcomeOf(await world.call(`${path}&cursor=${cursor}`)),
      [400, 'bad_request'],
      'a cursor of another order',
    );
  t.deepEqual(outcomeOf(await ann.list(`?cursor=${cursor}`)), [400, 'bad_request'], 'a cursor of another list');
});

test('[C31] changes between two pages neither repeat nor hide an extension', async (t) => {
  const world = await servedStore(t);
  const ann = await world.author('ann');
  const codes = new Map<string, string>();
  for (const name of ['A', 'B', 'C', 'D', 'E']) codes.set(name, await makePublic(world, ann, { name }));
  const first = await world.call('/public?limit=2');
  t.deepEqual(namesOf(first), ['E', 'D']);
  await ann.remove(codes.get('D') ?? '');
  await ann.remove(codes.get('E') ?? '');
  await makePublic(world, ann, { name: 'F' });
  const second = await world.call(`/public?limit=2&cursor=${String(jsonOf(first)['next_cursor'])}`);
  t.deepEqual(namesOf(second), ['C', 'B']);
});

async function library(t: ExecutionContext) {
  const world = await servedStore(t);
  const [ann, bob] = [await world.author('ann', { name: 'Ann Miller' }), await world.author('bob', { name: 'Bob' })];
  const codes = {
    around: await makePublic(
      world,
      ann,
      { name: 'around the clock', kind: 'game', about: 'Twelve holes.' },
      'Go on 100%.',
    ),
    ladder: await makePublic(world, bob, { name: 'Ladder', kind: 'drill' }, 'Öfter üben.'),
    zen: await makePublic(world, ann, { name: 'Zen', kind: 'drill', about: 'No score.' }, "It's quiet_."),
  };
  await bob.publish({ name: 'Hidden' });
  return { world, ann, bob, codes };
}

test('[C31] sorts the public list in three orders, newest text first by default', async (t) => {
  const { world, bob, codes } = await library(t);
  const list = (query: string): Promise<HttpAnswer> => world.call(`/public${query}`);
  t.deepEqual(namesOf(await list('')), ['Zen', 'Ladder', 'around the clock']);
  t.deepEqual(namesOf(await list('?sort=name')), ['around the clock', 'Ladder', 'Zen']);
  await world.fetch(codes.ladder, { 'X-Service-Device': 'TP-000000000001' });
  await world.fetch(codes.ladder, { 'X-Service-Device': 'TP-000000000002' });
  await world.fetch(codes.around, { 'X-Service-Device': 'TP-000000000001' });
  t.deepEqual(namesOf(await list('?sort=installs')), ['Ladder', 'around the clock', 'Zen']);
  await bob.put(codes.ladder, { text: luaOf({ name: 'Ladder 2' }) });
  t.deepEqual(
    namesOf(await list('?sort=new')),
    ['Zen', 'Ladder', 'around the clock'],
    'without the unapproved version',
  );
  await world.decide(codes.ladder, { listing: 'public', version: 2 });
  t.deepEqual(namesOf(await list('?sort=new')), ['Ladder 2', 'Zen', 'around the clock']);
  for (const sort of ['new', 'installs', 'name'])
    t.deepEqual((await pages(list, `sort=${sort}&limit=1`)).flat(), namesOf(await list(`?sort=${sort}`)), sort);
  t.deepEqual(outcomeOf(await list('?sort=old')), [400, 'bad_request']);
});

test('[C31] lists extensions with equal names or install counts once each', async (t) => {
  const world = await servedStore(t);
  const ann = await world.author('ann');
  const codes: string[] = [];
  for (let n = 0; n < 7; n++) codes.push(await makePublic(world, ann, { name: n < 4 ? 'Same' : 'same' }));
  for (const sort of ['installs', 'name']) {
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await world.call(`/public?sort=${sort}&limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`);
      seen.push(...recordsIn(page).map(({ id }) => String(id)));
      cursor = nextOf(page);
    }
    t.deepEqual([...new Set(seen)].toSorted(), codes.toSorted());
    t.is(seen.length, 7);
  }
});

test('[C31] searches words in name, description, about, author and code, ignoring case', async (t) => {
  const { world, codes } = await library(t);
  const found = async (q: string): Promise<unknown[]> =>
    namesOf(await world.call(`/public?q=${encodeURIComponent(q)}`));
  for (const [q, names] of [
    ['', ['Zen', 'Ladder', 'around the clock']],
    ['LADDER', ['Ladder']],
    ['öFTER', ['Ladder']],
    ['o\u0308fter', ['Ladder']],
    ['twelve', ['around the clock']],
    ['ann mil', ['Zen', 'around the clock']],
    [codes.zen.toLowerCase(), ['Zen']],
    ['  zen ', ['Zen']],
    ['%', ['around the clock']],
    ['_', ['Zen']],
    ["it's", ['Zen']],
    ['hidden', []],
    ['x'.repeat(100), []],
  ] as const)
    t.deepEqual(await found(q), [...names], q);
  t.deepEqual(outcomeOf(await world.call(`/public?q=${'x'.repeat(101)}`)), [400, 'bad_request']);
});

test('[C31] filters by either of the two kinds', async (t) => {
  const { world } = await library(t);
  t.deepEqual(namesOf(await world.call('/public?kind=drill')), ['Zen', 'Ladder']);
  t.deepEqual(namesOf(await world.call('/public?kind=game')), ['around the clock']);
  t.deepEqual(namesOf(await world.call('/public?kind=game&q=zen')), []);
  for (const kind of ['games', 'Drill', 'x']) t.is((await world.call(`/public?kind=${kind}`)).status, 400, kind);
});

test('[C31] the public list contains records, and HEAD has no body', async (t) => {
  const { world, codes } = await library(t);
  const [zen] = recordsIn(await world.call('/public?q=zen'));
  t.like(zen, { id: codes.zen, author: 'Ann Miller', listing: 'public', approved_version: 1, version: 1, installs: 0 });
  t.false(Object.keys(zen ?? {}).some((key) => ['owner', 'reviewer', 'notes'].includes(key)));
  const head = await world.call('/public', { method: 'HEAD' });
  t.deepEqual([head.status, head.body.length], [200, 0]);
});

test('[C41] shows support pending extensions by default, and every state by name', async (t) => {
  const world = await servedStore(t);
  const ann = await world.author('ann');
  await ann.publish({ name: 'None' });
  const requested = await ann.publish({ name: 'Requested' });
  await ann.patch(requested.id, { request_listing: true });
  await makePublic(world, ann, { name: 'Public' });
  const pending = await makePublic(world, ann, { name: 'Before' });
  await ann.put(pending, { text: luaOf({ name: 'Pending' }), notes: 'Shorter.' });
  const pinned = await ann.publish({ name: 'Default' });
  await world.decide(pinned.id, { default: true, version: 1 });
  const removed = await ann.publish({ name: 'Removed' });
  await ann.remove(removed.id);
  for (const [query, names] of [
    ['', ['Requested']],
    ['?state=requested', ['Requested']],
    ['?state=pending', ['Pending']],
    ['?state=public', ['Public', 'Pending']],
    ['?state=none', ['None', 'Default']],
    ['?state=default', ['Default']],
    ['?state=all', ['None', 'Requested', 'Public', 'Pending', 'Default']],
  ] as const)
    t.deepEqual(namesOf(await world.waiting(query)), [...names], query);
  t.deepEqual(outcomeOf(await world.waiting('?state=gone')), [400, 'bad_request']);
  t.deepEqual(await pages((query) => world.waiting(query), 'state=all&limit=2'), [
    ['None', 'Requested'],
    ['Public', 'Pending'],
    ['Default'],
  ]);
  const [record] = recordsIn(await world.waiting('?state=pending'));
  t.like(record, {
    owner: 'ann',
    version: 2,
    approved_version: 1,
    notes: 'Shorter.',
    reviewer: null,
    listing: 'public',
  });
});
