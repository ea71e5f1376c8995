// Pages of lists that change during reading (C137), and all versions of an extension, page by page (C111).

import test, { type ExecutionContext } from 'ava';
import { openStoreDatabase, type StoreDatabase } from '../../../cloud-stub/store/database.ts';
import type { ListFilter } from '../../../cloud-stub/store/lists.ts';
import { readPage, readPublicFilter } from '../../../cloud-stub/store/requests.ts';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import { fieldsOf, listOf } from '../../support/read-json.ts';
import { valueOf } from '../../support/results.ts';
import { jsonOf, luaOf, outcomeOf, servedStore, SUPPORT_KEY, type Json } from '../../support/store/store-world.ts';

const codeOf = (n: number): string => `E${n}`;

function addPublic(database: StoreDatabase, n: number, version = 1): void {
  const code = codeOf(n);
  const extension = database.extension(code) ?? database.addExtension(code, 'ann', 1);
  const name = `${(n * 7 + version * 131) % 300}`;
  const about = {
    sha256: 'one',
    size: 3,
    ts: 5,
    kind: 'drill',
    about: '',
    description: '',
    notes: '',
    author: 'Ann',
  } as const;
  database.addVersion({ code, version, name, ...about }, Buffer.from('one'));
  database.saveExtension({ ...extension, version, listing: 'public', approved_version: version });
}

function publicOnes(t: ExecutionContext, count: number): StoreDatabase {
  const database = valueOf(t, openStoreDatabase(':memory:'));
  t.teardown(() => database.close());
  for (let n = 0; n < count; n++) {
    addPublic(database, n);
    for (let device = 0; device < n % 20; device++) database.countInstall(codeOf(n), `TP-${device}`, 5);
  }
  return database;
}

/** Reads all pages and calls `between` after each. */
function readAll(t: ExecutionContext, database: StoreDatabase, sort: string, between: () => void, limit = 15) {
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const query = new URLSearchParams({ sort, limit: `${limit}`, ...(cursor === '' ? {} : { cursor }) });
    const page = database.list(valueOf(t, readPage(query, readPublicFilter(query))));
    seen.push(...page.rows.map(({ code }) => code));
    cursor = page.next_cursor;
    between();
  }
  return seen;
}

const COUNT = 300;
const ALL = Array.from({ length: COUNT }, (_, n) => codeOf(n)).toSorted();

for (const sort of ['installs', 'new', 'name'] as const)
  test(`[C137] by ${sort}, a reader sees each extension once despite concurrent installs and approvals`, (t) => {
    const database = publicOnes(t, COUNT);
    const random = createSeededRandom(42, 'paging');
    let version = 2;
    const between = (): void => {
      for (let times = 0; times < 40; times++) {
        const n = random.int(COUNT);
        for (let device = 0; device < 5; device++) database.countInstall(codeOf(n), `TP-${version}-${device}`, 5);
        addPublic(database, n, version++);
      }
    };
    t.deepEqual(readAll(t, database, sort, between).toSorted(), ALL);
  });

test('[C137] omits extensions that leave the list during a reading, and adds new ones to the next reading', (t) => {
  const database = publicOnes(t, 40);
  const leave = (): void => {
    for (const n of [20, 21, 39, 0]) database.saveExtension({ ...database.extension(codeOf(n))!, listing: 'none' });
    if (!database.extension(codeOf(40))) addPublic(database, 40);
  };
  const seen = readAll(t, database, 'name', leave, 3);
  t.is(seen.length, new Set(seen).size);
  const first_page = seen.slice(0, 3);
  for (const n of [20, 21, 39, 0]) t.is(seen.includes(codeOf(n)), first_page.includes(codeOf(n)));
  t.true(readAll(t, database, 'name', () => {}).includes(codeOf(40)));
});

test('[C137] a reading continues after a restart of the store', (t) => {
  const database = publicOnes(t, 40);
  const filter: ListFilter = { list: 'public', sort: 'installs', q: '', kind: null };
  const first = database.list({ filter, limit: 20, after: null });
  const query = new URLSearchParams({ sort: 'installs', limit: '20', cursor: first.next_cursor ?? '' });
  const requested = valueOf(t, readPage(query, readPublicFilter(query)));
  const restarted = publicOnes(t, 40);
  const rest = [database, restarted].map((each) => each.list(requested).rows.map(({ code }) => code));
  t.deepEqual(rest[0], rest[1]);
});

test('[C137] bounds the stored orders, and continues a dropped one by its position', (t) => {
  const database = publicOnes(t, 20);
  const filter: ListFilter = { list: 'public', sort: 'name', q: '', kind: null };
  const { next_cursor } = database.list({ filter, limit: 5, after: null });
  for (let n = 0; n < 300; n++) {
    addPublic(database, n % 20, n + 2);
    database.list({ filter, limit: 5, after: null });
  }
  const query = new URLSearchParams({ sort: 'name', limit: '5', cursor: next_cursor ?? '' });
  t.is(database.list(valueOf(t, readPage(query, readPublicFilter(query)))).rows.length, 5);
});

async function withVersions(t: ExecutionContext, count: number) {
  const world = await servedStore(t);
  const ann = await world.author('ann');
  const { id: code } = await ann.publish({ name: 'V1' });
  for (let n = 2; n <= count; n++) await ann.put(code, { text: luaOf({ name: `V${n}` }) });
  return { world, ann, code };
}

const numbersIn = (answer: Json): unknown[] => listOf(answer['versions']).map((each) => fieldsOf(each)['version']);
const downFrom = (from: number, count: number): number[] => Array.from({ length: count }, (_, n) => from - n);

test('[C111] version 1 of 101 is on the second page, for its author and for support', async (t) => {
  const { world, ann, code } = await withVersions(t, 101);
  const as_ann = { Authorization: `Bearer ${ann.token}` };
  const as_support = { Authorization: `Bearer ${SUPPORT_KEY}` };
  for (const [path, headers] of [
    [`/extensions/${code}/versions`, as_ann],
    [`/support/extensions/${code}/history`, as_support],
  ] as const) {
    const first = jsonOf(await world.call(path, { headers }));
    t.deepEqual(numbersIn(first), downFrom(101, 100), path);
    const second = jsonOf(await world.call(`${path}?cursor=${String(first['next_cursor'])}`, { headers }));
    t.deepEqual([numbersIn(second), second['next_cursor']], [[1], null], path);
    const some = jsonOf(await world.call(`${path}?limit=40`, { headers }));
    t.deepEqual(numbersIn(some), downFrom(101, 40), path);
    for (const query of ['limit=0', 'limit=101', 'cursor=x', 'cursor=0', 'cursor='])
      t.deepEqual(outcomeOf(await world.call(`${path}?${query}`, { headers })), [400, 'bad_request'], query);
  }
});

test('[C111] the last page of versions has no cursor, even if it is full', async (t) => {
  const { world, ann, code } = await withVersions(t, 4);
  const headers = { Authorization: `Bearer ${ann.token}` };
  const read = async (query: string): Promise<Json> =>
    jsonOf(await world.call(`/extensions/${code}/versions?${query}`, { headers }));
  t.is((await read('limit=4'))['next_cursor'], null);
  const { next_cursor } = await read('limit=3');
  t.deepEqual(numbersIn(await read(`limit=3&cursor=${String(next_cursor)}`)), [1]);
});
