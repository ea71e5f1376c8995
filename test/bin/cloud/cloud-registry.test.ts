// The device registry, written by `tapin cloud enrol` and read by `tapin cloud serve`, both as processes.

import { spawnSync } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test, { type ExecutionContext } from 'ava';
import * as v from 'valibot';
import type { DeviceIdentity } from '../../../cloud-stub/devices/device-registry.ts';
import { enrolMany, relayFiles, serveArgs, startRelay } from '../../support/relay/relay-process.ts';
import { ask } from '../../support/relay/relay-sockets.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';
import { callTapin } from '../../support/process/call-tapin.ts';
import { printedJson, runTapin } from '../../support/process/tapin-process.ts';
import { identityShape } from '../../support/device/device-key.ts';
import { readJson } from '../../support/read-json.ts';

const ONE_SENTENCE = /^tapin: [^\n]+\.\n$/;
const SECRET = '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff';

const readDevices = async (file: string): Promise<DeviceIdentity[]> =>
  readJson(v.array(identityShape), await readFile(file, 'utf8'));

const enrol = (file: string, ...more: readonly string[]) => callTapin(['cloud', 'enrol', '--devices', file, ...more]);

const start = { action: 'start', name: 'Studio' };

test.serial('[C8] enrol prints one JSON object and appends it to an owner-only file', async (t) => {
  const file = join(await temporaryFolder(t), 'devices.json');
  const first = await enrol(file);
  t.deepEqual([first.code, first.stderr], [0, '']);
  t.regex(first.stdout, /^\{"id":"TP-[0-9A-F]{12}","secret":"[0-9a-f]{64}"\}\n$/);
  const second = await enrol(file, '--id', 'TP-0123456789AB');
  t.regex(second.stdout, /^\{"id":"TP-0123456789AB","secret":"[0-9a-f]{64}"\}\n$/);
  t.deepEqual(
    await readDevices(file),
    [first, second].map((ended) => printedJson(identityShape, ended)),
  );
  t.not(JSON.parse(first.stdout).secret, JSON.parse(second.stdout).secret);
  t.is((await stat(file)).mode & 0o777, 0o600);
  t.deepEqual(await readdir(join(file, '..')), ['devices.json'], 'no other file is left');
});

test.serial('[C8] enrol makes a registry that other users could read owner-only', async (t) => {
  const file = join(await temporaryFolder(t), 'devices.json');
  await writeFile(file, '[]', { mode: 0o644 });
  await chmod(file, 0o644);
  t.is((await enrol(file)).code, 0);
  t.is((await stat(file)).mode & 0o777, 0o600);
});

test.serial('[C8] a half-written, world-readable leftover does not make the registry readable', async (t) => {
  const file = join(await temporaryFolder(t), 'devices.json');
  await writeFile(`${file}.tmp`, 'x');
  await chmod(`${file}.tmp`, 0o666);
  t.is((await enrol(file)).code, 0);
  t.is((await stat(file)).mode & 0o777, 0o600);
});

test.serial('[C8] enrol refuses an id that is enrolled or malformed', async (t) => {
  const file = join(await temporaryFolder(t), 'devices.json');
  t.is((await enrol(file, '--id', 'TP-0123456789AB')).code, 0);
  const before = await readFile(file);
  const ids = ['TP-0123456789AB', 'tp-0123456789ab', 'TP-0123456789AG', 'TP-0123456789ABC', 'TP-0123456789A', 'x', ' '];
  for (const id of ids) {
    const { code, stdout, stderr } = await enrol(file, '--id', id);
    t.true(code === 1 || code === 2, id);
    t.is(stdout, '', id);
    t.regex(stderr, ONE_SENTENCE, id);
    t.notRegex(stderr, /[0-9a-f]{64}/, id);
    t.true((await readFile(file)).equals(before), id);
  }
});

test.serial('[C8] enrol reports an unwritable path with a one-line error', async (t) => {
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, 'letter'), 'Dear Ann');
  await mkdir(join(folder, 'folder'));
  for (const name of ['none/devices.json', 'letter/devices.json', 'folder', 'letter']) {
    const { code, stdout, stderr } = await enrol(join(folder, name));
    t.deepEqual([code, stdout], [1, ''], name);
    t.regex(stderr, ONE_SENTENCE, name);
    t.true(stderr.includes(join(folder, name)), name);
  }
  t.is(await readFile(join(folder, 'letter'), 'utf8'), 'Dear Ann');
  t.deepEqual((await readdir(folder)).sort(), ['folder', 'letter']);
});

test.serial('[C8] stores all of twenty concurrent enrolments', async (t) => {
  const file = join(await temporaryFolder(t), 'devices.json');
  const ended = await Promise.all(Array.from({ length: 20 }, () => enrol(file)));
  t.deepEqual(
    ended.map(({ code, stderr }) => ({ code, stderr })),
    ended.map(() => ({ code: 0, stderr: '' })),
  );
  const byId = (a: DeviceIdentity, b: DeviceIdentity): number => (a.id < b.id ? -1 : 1);
  const printed = ended.map((ended) => printedJson(identityShape, ended));
  t.deepEqual((await readDevices(file)).sort(byId), printed.sort(byId));
  t.is(new Set(printed.map(({ secret }) => secret)).size, 20);
  t.deepEqual(await readdir(join(file, '..')), ['devices.json']);
});

test.serial('[C8] an enrolment on a full disk leaves the registry unchanged', async (t) => {
  const file = join(await temporaryFolder(t), 'devices.json');
  await enrolMany(file, 30);
  const before = await readFile(file);
  const tapin = fileURLToPath(new URL('../../../tapin', import.meta.url));
  // `ulimit -f` counts blocks of 512 or 1024 bytes, so the limit is 2 or 4 kB; the registry is larger.
  t.true(before.length < 4096);
  const args = ['-c', 'ulimit -f 4 && exec "$@"', 'sh', tapin, 'cloud', 'enrol', '--devices', file];
  const { status, stdout, stderr } = spawnSync('sh', args, { encoding: 'utf8' });
  t.true((await readFile(file)).equals(before), 'the registry is unchanged');
  t.deepEqual([status, stdout], [1, '']);
  t.regex(stderr, ONE_SENTENCE);
});

/** Unusable registries, with the error message for each. */
const UNUSABLE: readonly (readonly [what: string, text: string, says: RegExp])[] = [
  ['is not JSON', 'Dear Ann', /is not JSON\.$/m],
  ['is empty', '', /is not JSON\.$/m],
  ['is not a list', `{"id":"TP-0123456789AB","secret":"${SECRET}"}`, /is not a JSON list /],
  ['has a short secret', `[{"id":"TP-0123456789AB","secret":"${SECRET.slice(1)}"}]`, /is not a JSON list /],
  ['has a long secret', `[{"id":"TP-0123456789AB","secret":"${SECRET}0"}]`, /is not a JSON list /],
  ['has a secret that is not hex', `[{"id":"TP-0123456789AB","secret":"${SECRET.slice(1)}g"}]`, /is not a JSON list /],
  ['has no secret', '[{"id":"TP-0123456789AB"}]', /is not a JSON list /],
  ['has a malformed id', `[{"id":"TP-0123456789ab","secret":"${SECRET}"}]`, /is not a JSON list /],
  [
    'names a device twice',
    `[{"id":"TP-0123456789AB","secret":"${SECRET}"},{"id":"TP-0123456789AB","secret":"${'1'.repeat(64)}"}]`,
    /names TP-0123456789AB twice\.$/m,
  ],
];

test.serial('[C8] serve and enrol refuse a malformed registry and leave it unchanged', async (t) => {
  for (const [what, text, expected] of UNUSABLE) {
    const files = await relayFiles(t);
    await writeFile(files.devices, text);
    const calls = [
      serveArgs(files),
      ...(what === 'is not JSON' ? [['cloud', 'enrol', '--devices', files.devices]] : []),
    ];
    for (const ended of await Promise.all(calls.map((args) => runTapin(args)))) {
      t.deepEqual([ended.code, ended.stdout], [1, ''], what);
      t.regex(ended.stderr, ONE_SENTENCE, what);
      t.regex(ended.stderr, expected, what);
      t.true(ended.stderr.includes(files.devices), what);
      t.notRegex(ended.stderr, /[0-9a-f]{30}/i, `${what}: quotes no secret`);
    }
    t.is(await readFile(files.devices, 'utf8'), text, what);
  }
});

test.serial('[C8] serve refuses a registry that is a folder', async (t) => {
  const files = await relayFiles(t);
  await mkdir(files.devices);
  const { code, stdout, stderr } = await runTapin(serveArgs(files));
  t.deepEqual([code, stdout], [1, '']);
  t.regex(stderr, ONE_SENTENCE);
});

test.serial('[C8] serves without a registry, and accepts a device as soon as it is enrolled', async (t) => {
  const files = await relayFiles(t);
  const relay = await startRelay(t, files);
  const id = 'TP-0123456789AB';
  t.is((await ask(relay.origin, { id, secret: SECRET }, 'host', start)).http_status, 401);
  const identity = printedJson(identityShape, await enrol(files.devices, '--id', id));
  t.is((await ask(relay.origin, identity, 'host', start)).http_status, 200);
  const second = printedJson(identityShape, await enrol(files.devices));
  t.is((await ask(relay.origin, second, 'host', start)).http_status, 200);
});

test.serial(
  '[C8] accepts the new secret of a re-enrolled device once the relay has reloaded the registry',
  async (t) => {
    const files = await relayFiles(t);
    const [before] = await enrolMany(files.devices, 1);
    const relay = await startRelay(t, files);
    await writeFile(files.devices, '[]');
    const after = printedJson(identityShape, await enrol(files.devices, '--id', before.id));
    // A known device makes the relay look at most every 10 ms, an unknown one always.
    t.is((await ask(relay.origin, { id: 'TP-0123456789AB', secret: SECRET }, 'host', start)).http_status, 401);
    t.is((await ask(relay.origin, after, 'host', start)).http_status, 200);
    t.is((await ask(relay.origin, before, 'host', start)).http_status, 401);
  },
);

test.serial('[C8] rejects a removed device once the relay has reloaded the registry', async (t) => {
  const files = await relayFiles(t);
  const [stays, goes] = await enrolMany(files.devices, 2);
  const relay = await startRelay(t, files);
  t.is((await ask(relay.origin, goes, 'host', start)).http_status, 200);
  await writeFile(files.devices, JSON.stringify([stays]));
  const unregistered = { id: 'TP-FFFFFFFFFFFF', secret: SECRET };
  t.is((await ask(relay.origin, unregistered, 'host', start)).http_status, 401);
  t.is((await ask(relay.origin, goes, 'host', start)).http_status, 401);
  t.is((await ask(relay.origin, stays, 'host', start)).http_status, 200);
});

/** Ways to break the registry file while the relay runs. */
const BROKEN: readonly (readonly [what: string, breaks: (file: string) => Promise<unknown>])[] = [
  ['spoilt', (file) => writeFile(file, '[{"id":"TP-')],
  ['emptied', (file) => writeFile(file, '')],
  ['replaced by a folder', async (file) => (await rm(file), await mkdir(file))],
  ['a link to itself', async (file) => (await rm(file), await symlink(file, file))],
  ['removed', (file) => rm(file)],
];

for (const [what, breaks] of BROKEN)
  test.serial(`[C8] keeps the known devices if the registry is ${what} while the relay runs`, async (t) => {
    const files = await relayFiles(t);
    const [known] = await enrolMany(files.devices, 1);
    const relay = await startRelay(t, files);
    await breaks(files.devices);
    const unregistered = { id: 'TP-FFFFFFFFFFFF', secret: SECRET };
    t.is((await ask(relay.origin, unregistered, 'host', start)).http_status, 401);
    t.is((await ask(relay.origin, known, 'host', start)).http_status, 200);
    await assertWarnsOnce(t, relay.stderr(), files.devices);
    await rm(files.devices, { recursive: true, force: true });
    await writeFile(files.devices, JSON.stringify([known, unregistered]));
    t.is((await ask(relay.origin, unregistered, 'host', start)).http_status, 200, 'mended');
  });

async function assertWarnsOnce(t: ExecutionContext, stderr: string, file: string): Promise<void> {
  const lines = stderr.split('\n').filter((line) => / warn devices: /.test(line));
  t.is(lines.length, 1, stderr);
  t.true(lines[0]?.includes(file));
}
