// A cloud whose disk is full (C136): what publishing and other changes are answered, and what `/readyz` says.

import { readdir, symlink } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import test, { type ExecutionContext } from 'ava';
import { createCloud } from '../../cloud-stub/cloud.ts';
import type { HttpRequest } from '../../cloud-stub/http/route.ts';
import { storageProbe } from '../../cloud-stub/storage-room.ts';
import type { StoreDatabase } from '../../cloud-stub/store/database.ts';
import { createVirtualClock } from '../../hal/clock/clock-virtual.ts';
import { createMemoryLog } from '../../hal/log/log-memory.ts';
import { author, siteWorld } from '../support/site-world.ts';
import { sqliteEngine } from '../support/sqlite-engine.ts';
import { luaOf, outcomeOf, servedStore } from '../support/store-world.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Throws what SQLite throws on a full disk. */
function writeTooMuch(): void {
  const sqlite = new DatabaseSync(':memory:');
  sqlite.exec('PRAGMA max_page_count = 2; CREATE TABLE texts (text)');
  sqlite.prepare('INSERT INTO texts VALUES (?)').run('x'.repeat(100_000));
}

/** A disk that can be filled: each transaction fails at its end. */
function disk() {
  let full = false;
  return {
    fill: (is_full: boolean): void => void (full = is_full),
    onDatabase: (database: StoreDatabase): StoreDatabase => ({
      ...database,
      atomically: (work) =>
        database.atomically(() => {
          const value = work();
          if (full) writeTooMuch();
          return value;
        }),
    }),
  };
}

test('[C136] publishing on a full disk is answered 507, changes nothing, and works once there is room', async (t) => {
  const { fill, onDatabase } = disk();
  const world = await servedStore(t, { onDatabase, may_fail: true });
  const ann = await world.author('ann');
  const { id: code } = await ann.publish({ name: 'V1' });
  fill(true);
  t.deepEqual(outcomeOf(await ann.post({ text: luaOf(), description: 'Two.' })), [507, 'storage_full']);
  t.deepEqual(outcomeOf(await ann.put(code, { text: luaOf() })), [507, 'storage_full']);
  t.deepEqual(outcomeOf(await ann.patch(code, { request_listing: true })), [507, 'storage_full']);
  t.deepEqual(outcomeOf(await world.decide(code, { default: true })), [507, 'storage_full']);
  t.deepEqual(outcomeOf(await ann.remove(code)), [507, 'storage_full']);
  t.is((await world.fetch(code, { 'X-Service-Device': 'TP-1' })).status, 200, 'devices still get it');
  fill(false);
  t.is((await ann.put(code, { text: luaOf({ name: 'V2' }) })).status, 200);
  t.deepEqual(outcomeOf(await ann.remove(code)), [204]);
});

test('[C136] the page says that the disk is full, with what was typed', async (t) => {
  const { fill, onDatabase } = disk();
  const ann = await author(await siteWorld(t, { onDatabase, may_fail: true }));
  await ann.open('/own/new');
  fill(true);
  const text = luaOf({ name: 'Not lost' });
  const { status, problem, text: page } = await ann.fill('/own/new', { text, description: 'Typed.', notes: '' });
  t.is(status, 507);
  t.regex(problem ?? '', /no room on its disk/);
  t.true(page.includes('Not lost'));
});

const READYZ: HttpRequest = {
  method: 'GET',
  path: '/readyz',
  query: new URLSearchParams(),
  header: () => undefined,
  readBody: () => Promise.resolve(new Uint8Array()),
  address: '192.0.2.1',
  onGone: () => {},
};

async function readiness(t: ExecutionContext, folder: string) {
  const clock = createVirtualClock();
  const { engine } = sqliteEngine(t, { clock });
  const cloud = createCloud({
    clock,
    log: createMemoryLog(clock),
    engine,
    registry: { keyOf: () => null },
    limited: false,
    storageRoom: storageProbe(folder, clock),
  });
  t.teardown(() => cloud.close());
  const look = async (): Promise<unknown> => {
    const { status, text = '' } = await cloud.router.answer(READYZ);
    return [status, JSON.parse(text)];
  };
  return { clock, look };
}

test('[C136] readiness says that the disk is full, and 5 s later that there is room again', async (t) => {
  const folder = await temporaryFolder(t);
  const { clock, look } = await readiness(t, folder);
  t.deepEqual(await look(), [200, { status: 'ready' }]);
  t.deepEqual(await readdir(folder), []);
  await symlink('/dev/full', `${folder}/readiness.tmp`);
  await clock.advance(4999);
  t.deepEqual(await look(), [200, { status: 'ready' }], 'as it was asked just before');
  await clock.advance(1);
  t.deepEqual(await look(), [503, { status: 'storage_full' }]);
  t.deepEqual(await readdir(folder), []);
  await clock.advance(5000);
  t.deepEqual(await look(), [200, { status: 'ready' }]);
});

test('[C136] readiness says that the folder takes nothing', async (t) => {
  const folder = await temporaryFolder(t);
  const { look } = await readiness(t, `${folder}/gone`);
  t.deepEqual(await look(), [503, { status: 'storage_failed' }]);
});
