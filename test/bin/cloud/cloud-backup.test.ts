// Copies of a running cloud, restored elsewhere: `tapin cloud backup`, `restore`, and `migrate` in both directions.

import { EventEmitter } from 'node:events';
import { mkdir, readFile, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { listOf } from '../../support/read-json.ts';
import { REDIS_PROGRAM, startRedis } from '../../support/redis/redis-server.ts';
import { linkOf } from '../../support/relay/relay-devices.ts';
import { enrolMany, relayFiles, startRelay, type RelayFiles } from '../../support/relay/relay-process.ts';
import { callTapin } from '../../support/process/call-tapin.ts';

const cloud = (...args: readonly string[]) => callTapin(['cloud', ...args]);
const placed = ({ data, devices }: Omit<RelayFiles, 'folder'>): string[] => ['--data', data, '--devices', devices];
const ONE_SENTENCE = /^tapin: [^\n]+\.\n$/;
const START = { action: 'start', keep_guests: true, name: 'Ann' };

/** Enrols a host and a guest in a registry file; `at` connects both to a relay. */
async function table(t: ExecutionContext, file: string) {
  const [ann, bob] = await enrolMany(file, 2);
  const ended = new AbortController();
  t.teardown(() => ended.abort());
  const at = (origin: string) => {
    const site = { port: Number(new URL(origin).port), ended: ended.signal, news: new EventEmitter() };
    return { host: linkOf(site, ann), guest: linkOf(site, bob) };
  };
  return { at };
}

type Table = ReturnType<Awaited<ReturnType<typeof table>>['at']>;

/** Plays until the host has polled, the guest has joined and three aims are queued. Returns the join code. */
async function play({ host, guest }: Table): Promise<string> {
  const { code } = await host.control('host', START);
  await host.control('poll', { code, since: 0, wait_ms: 0, st: '' });
  await guest.control('join', { action: 'join', code, name: 'Bob', wait_ms: 0, st: '' });
  for (const steps of [1, 2, 3]) await aim(guest, code, steps);
  return code;
}

const aim = ({ control }: Table['guest'], code: string, steps: number) =>
  control('input', { code, kind: 'aim', steps, rid: `aim-${steps}` });

/** Asserts that nothing was lost: the code, the guest, each input once, and a next input numbered behind them. */
async function assertIntact(t: ExecutionContext, { host, guest }: Table, code: string): Promise<void> {
  t.is((await host.control('host', START)).code, code);
  t.is((await aim(guest, code, 3)).seq, 3, 'a repeated input keeps its number');
  t.is((await aim(guest, code, 4)).seq, 4);
  const { items, state } = await host.control('poll', { code, since: 0, wait_ms: 0, st: '' });
  t.deepEqual(items.map(({ seq, steps }) => [seq, steps]), [[1, 1], [2, 2], [3, 3], [4, 4]]); // oxfmt-ignore
  t.is(state.players.length, 2);
}

test.serial('[C14] copies a running cloud with everything that it has acknowledged', async (t) => {
  const files = await relayFiles(t);
  const { at } = await table(t, files.devices);
  const relay = await startRelay(t, files);
  const code = await play(at(relay.origin));
  const kept = join(files.folder, 'kept');
  const made = await cloud('backup', kept, ...placed(files), '--json');
  t.is(made.code, 0, made.stderr);
  for (const name of await readdir(kept)) t.is((await stat(join(kept, name))).mode & 0o77, 0, name);
  const left_out = (await readdir(files.data)).filter((name) => !(name in { lock: 1, 'admin.json': 1 }) && !/-(wal|shm)$/.test(name)); // oxfmt-ignore
  t.deepEqual((await readdir(kept)).toSorted(), [...left_out, 'tapin-devices.json'].toSorted());
  await aim(at(relay.origin).guest, code, 9);
  await relay.end('SIGKILL');

  const again = { folder: files.folder, data: join(files.folder, 'again'), devices: join(files.folder, 'again.json') };
  const restored = await cloud('restore', kept, ...placed(again));
  t.is(restored.code, 0, restored.stderr);
  t.is(await readFile(again.devices, 'utf8').then((text) => listOf(JSON.parse(text)).length), 2);
  const other = await startRelay(t, again);
  await assertIntact(t, at(other.origin), code);
  await other.end('SIGTERM');

  // A backup can itself be served, and a stopped cloud can be backed up.
  const asleep = join(files.folder, 'asleep');
  t.is((await cloud('backup', asleep, ...placed(again))).code, 0);
  const served = await startRelay(t, { ...again, data: asleep, devices: join(asleep, 'tapin-devices.json') });
  await assertIntact(t, at(served.origin), code);
  await served.end('SIGTERM');
});

test.serial(
  '[cli] [C14] writes and restores a backup only to an empty place, and otherwise changes nothing',
  async (t) => {
    const files = await relayFiles(t);
    const { at } = await table(t, files.devices);
    const relay = await startRelay(t, files);
    await play(at(relay.origin));
    await relay.end('SIGTERM');
    const kept = join(files.folder, 'kept');
    t.is((await cloud('backup', kept, ...placed(files))).code, 0);
    const other = join(files.folder, 'other.json');
    await enrolMany(other, 1);
    const foreign = await readFile(other, 'utf8');
    const nowhere = { data: join(files.folder, 'nowhere'), devices: other };
    const refused = [
      [await cloud('backup', kept, ...placed(files)), /The folder .*kept is not empty/],
      [await cloud('backup', join(files.folder, 'new'), ...placed(nowhere)), /No cloud in .*nowhere/],
      [await cloud('restore', files.folder, ...placed(nowhere)), /No backup in/],
      [await cloud('restore', kept, ...placed(files)), /data is not empty/],
      [await cloud('restore', kept, ...placed(nowhere)), /other\.json has other devices/],
      [await cloud('enrol', '--export', other), /--export needs --engine/],
    ] as const;
    for (const [{ code, stderr }, sentence] of refused) {
      t.not(code, 0);
      t.regex(stderr, ONE_SENTENCE);
      t.regex(stderr, sentence);
    }
    t.is(await readFile(other, 'utf8'), foreign);
    t.false(
      (await readdir(files.folder)).some((name) => name === 'nowhere' || name === 'new' || name.endsWith('.partial')),
    );
  },
);

test.serial('[C14] copies a whole folder even if its name matches an excluded file', async (t) => {
  const files = await relayFiles(t);
  const named = { ...files, data: join(files.folder, 'copy-of-club.sqlite') };
  await (await startRelay(t, named)).end('SIGTERM');
  await mkdir(join(named.data, 'copy-left'));
  const kept = join(files.folder, 'kept');
  t.is((await cloud('backup', kept, ...placed(named))).code, 0);
  t.deepEqual((await readdir(kept)).toSorted(), ['author-key.json', 'identity.sqlite', 'relay.sqlite', 'store.sqlite', 'tapin-data.json']); // oxfmt-ignore
});

test.serial('[cli] [C122] a backup of an unreachable engine leaves no files', async (t) => {
  const files = await relayFiles(t);
  await (await startRelay(t, files)).end('SIGTERM');
  const before = await readdir(files.folder);
  const { code, stderr } = await cloud('backup', join(files.folder, 'kept'), ...placed(files), '--engine', 'redis://127.0.0.1:1'); // oxfmt-ignore
  t.is(code, 1);
  t.regex(stderr, ONE_SENTENCE);
  t.deepEqual(await readdir(files.folder), before);
  t.false((await readdir(files.data)).some((name) => name.startsWith('copy-')));
});

(REDIS_PROGRAM === null ? test.skip : test.serial)(
  '[C14] [C122] a host keeps its code to an engine, into a backup of it, to another engine and back to a folder',
  async (t) => {
    const redis = await startRedis();
    t.teardown(() => redis.end());
    const files = await relayFiles(t);
    const { at } = await table(t, files.devices);
    const first = await startRelay(t, files);
    const code = await play(at(first.origin));
    await first.end('SIGTERM');
    const ok = async (...args: readonly string[]): Promise<string> => {
      const done = await cloud(...args);
      t.is(done.code, 0, done.stderr);
      return done.stdout;
    };
    const [one, other] = [`${redis.url}?prefix=one:`, `${redis.url}?prefix=other:`];
    t.regex(
      await ok('migrate', '--engine', one, '--data', files.data),
      /^Copied 1 sessions, 1 codes and 2 labels to the/,
    );
    await ok('enrol', '--engine', one, '--import', files.devices);
    // Uses the earlier folder of the cloud, with the database that was migrated.
    const relay = await startRelay(t, files, '--engine', one, '--relay-only', '--drain', '0');
    await assertIntact(t, at(relay.origin), code);

    const kept = join(files.folder, 'kept');
    await ok('backup', kept, '--engine', one, '--data', files.data);
    t.deepEqual((await readdir(kept)).toSorted(), ['author-key.json', 'identity.sqlite', 'relay.sqlite', 'store.sqlite', 'tapin-data.json', 'tapin-devices.json']); // oxfmt-ignore
    await relay.end('SIGTERM');
    t.regex(
      await ok('restore', kept, '--engine', other, '--data', join(files.folder, 'other')),
      /^Restored .* to the engine \(1 sessions, 2 devices\) and .*other\.\n$/,
    );
    const elsewhere = await startRelay(t, { ...files, data: join(files.folder, 'lock') }, '--engine', other, '--relay-only', '--drain', '0'); // oxfmt-ignore
    await assertIntact(t, at(elsewhere.origin), code);
    await elsewhere.end('SIGTERM');

    const back = ['migrate', '--back', '--engine', other, '--data', files.data];
    const refused = await cloud(...back);
    t.regex(refused.stderr, /data already has a relay: move .*relay\.sqlite away/);
    await rm(join(files.data, 'relay.sqlite'));
    await ok(...back);
    const exported = join(files.folder, 'exported.json');
    t.is(await ok('enrol', '--engine', other, '--export', exported), `2 devices written to ${exported}\n`);
    const last = await startRelay(t, { ...files, devices: exported });
    await assertIntact(t, at(last.origin), code);
    await last.end('SIGTERM');
  },
);
