// A cloud on a full disk (C136): answers to publishing and other changes, and the status of `/readyz`.

import { readdir, symlink } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import test, { type ExecutionContext } from 'ava';
import { createCloud } from '../../cloud-stub/cloud.ts';
import type { HttpRequest } from '../../cloud-stub/http/route.ts';
import { storageProbe } from '../../cloud-stub/storage-room.ts';
import type { IdentityDatabase } from '../../cloud-stub/accounts/database.ts';
import type { StoreDatabase } from '../../cloud-stub/store/database.ts';
import { createVirtualClock } from '../../hal/clock/clock-virtual.ts';
import { createMemoryLog } from '../../hal/log/log-memory.ts';
import { ANN, beginSignIn, createVisitor, identityWorld } from '../support/store/identity-world.ts';
import { author, siteWorld } from '../support/store/site-world.ts';
import { sqliteEngine } from '../support/relay/sqlite-engine.ts';
import { luaOf, outcomeOf, servedStore } from '../support/store/store-world.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';

/** Throws the SQLite error of a full disk. */
function writeTooMuch(): void {
  const sqlite = new DatabaseSync(':memory:');
  sqlite.exec('PRAGMA max_page_count = 2; CREATE TABLE texts (text)');
  sqlite.prepare('INSERT INTO texts VALUES (?)').run('x'.repeat(100_000));
}

/** Simulated disk of the identity provider and its library. */
function identityDisk() {
  let full = false;
  return {
    fill: (is_full: boolean): void => void (full = is_full),
    onDatabase: (database: IdentityDatabase): IdentityDatabase => ({
      ...database,
      saveOidc: (row) => (full ? writeTooMuch() : database.saveOidc(row)),
      saveWaiting: (row) => (full ? writeTooMuch() : database.saveWaiting(row)),
      removeExpired: (unix_s) => (full ? writeTooMuch() : database.removeExpired(unix_s)),
    }),
  };
}

/** Disk that can be filled, so that each transaction fails at its end. */
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

test('[C136] answers publishing on a full disk with 507, changes nothing, and works once there is room', async (t) => {
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

test('[C136] the page reports the full disk and keeps the typed text', async (t) => {
  const { fill, onDatabase } = disk();
  const ann = await author(await siteWorld(t, { onDatabase, may_fail: true }));
  await ann.open('/own/new');
  fill(true);
  const text = luaOf({ name: 'Not lost' });
  const { status, problem, text: page } = await ann.fill('/own/new', { text, description: 'Typed.', notes: '' });
  t.is(status, 507);
  t.regex(problem ?? '', /cloud&#39;s disk is full/);
  t.true(page.includes('Not lost'));
});

const BACK = encodeURIComponent('http://127.0.0.1/callback');
const CHALLENGE = `code_challenge_method=S256&code_challenge=${'a'.repeat(43)}`;
const OPENED = [
  `/id/auth?client_id=tapin-cli&response_type=code&scope=openid&redirect_uri=${BACK}&${CHALLENGE}`,
  '/id/device',
  '/id/session/end',
];

for (const path of OPENED)
  test(`[C136] answers ${path.split('?')[0]} on a full disk with 507, as text or JSON`, async (t) => {
    const { fill, onDatabase } = identityDisk();
    const { origin } = await identityWorld(t, { onDatabase, may_fail: true });
    const open = (accept: string): Promise<Response> =>
      fetch(`${origin}${path}`, { headers: { accept }, redirect: 'manual' });
    fill(true);
    const page = await open('text/html,*/*;q=0.8');
    t.is(page.status, 507);
    t.regex(await page.text(), /<p>The cloud&#39;s disk is full, so nothing was changed\. Try again later\.<\/p>/);
    const machine = await open('application/json');
    t.is(machine.status, 507);
    t.like(await machine.json(), { error: 'storage_full' });
    fill(false);
    t.true((await open('text/html')).status < 400, 'there is room again');
  });

test('[C136] answers an identity form on a full disk with 507', async (t) => {
  const { fill, onDatabase } = identityDisk();
  const { origin } = await identityWorld(t, { onDatabase, may_fail: true });
  const visitor = createVisitor(origin);
  const { text } = await visitor.open('/id/device');
  const xsrf = /name="xsrf" value="([^"]*)"/.exec(text)?.[1] ?? '';
  fill(true);
  const sent = await visitor.send('/id/device', { xsrf, user_code: 'BCDF-GHJK' });
  t.is(sent.status, 507);
  t.regex(sent.text, /cloud's disk is full/);
});

test('[C136] logs that a full disk prevents the removal of expired rows, and serves on', async (t) => {
  const { fill, onDatabase } = identityDisk();
  const { origin, clock, log } = await identityWorld(t, { onDatabase, may_fail: true });
  fill(true);
  await clock.advance(600_000);
  fill(false);
  const messages = log.lines().filter(({ text }) => text.startsWith('Expired data was not removed: '));
  t.is(messages.length, 1);
  t.is((await fetch(`${origin}/id/.well-known/openid-configuration`)).status, 200);
});

test('[C136] answers sign-up on a full disk with 507, and works once there is room', async (t) => {
  const { fill, onDatabase } = identityDisk();
  const { origin } = await identityWorld(t, { onDatabase, may_fail: true });
  const visitor = createVisitor(origin);
  const { url } = await beginSignIn(origin);
  await visitor.open(url);
  fill(true);
  const refused = await visitor.submit('sign-up', { ...ANN });
  t.is(refused.status, 507);
  t.regex(refused.text, /cloud's disk is full/);
  fill(false);
  t.is((await visitor.submit('sign-up', { ...ANN })).status, 200);
});

test('[C136] answers a device code request on a full disk with 507', async (t) => {
  const { fill, onDatabase } = identityDisk();
  const { origin } = await identityWorld(t, { onDatabase, may_fail: true });
  fill(true);
  const body = new URLSearchParams({ client_id: 'tapin-cli', scope: 'openid' });
  const machine = await fetch(`${origin}/id/device/auth`, { method: 'POST', body });
  t.is(machine.status, 507);
  t.like(await machine.json(), { error: 'storage_full' });
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
  const probe = async (): Promise<unknown> => {
    const { status, text = '' } = await cloud.router.answer(READYZ);
    return [status, JSON.parse(text)];
  };
  return { clock, probe };
}

test('[C136] readiness reports the full disk, and recovers 5 s after there is room', async (t) => {
  const folder = await temporaryFolder(t);
  const { clock, probe } = await readiness(t, folder);
  t.deepEqual(await probe(), [200, { status: 'ready' }]);
  t.deepEqual(await readdir(folder), []);
  await symlink('/dev/full', `${folder}/readiness.tmp`);
  await clock.advance(4999);
  t.deepEqual(await probe(), [200, { status: 'ready' }], 'cached for 5 s');
  await clock.advance(1);
  t.deepEqual(await probe(), [503, { status: 'storage_full' }]);
  t.deepEqual(await readdir(folder), []);
  await clock.advance(5000);
  t.deepEqual(await probe(), [200, { status: 'ready' }]);
});

test('[C136] readiness reports an unwritable folder', async (t) => {
  const folder = await temporaryFolder(t);
  const { probe } = await readiness(t, `${folder}/gone`);
  t.deepEqual(await probe(), [503, { status: 'storage_failed' }]);
});
