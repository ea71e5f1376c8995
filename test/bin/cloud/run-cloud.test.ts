// `tapin run` and `tapin device` with a cloud, as processes: guests alongside the device, enrolment, and secrets that
// must not leak.

import { existsSync } from 'node:fs';
import { readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import * as v from 'valibot';
import type { DeviceIdentity } from '../../../cloud-stub/devices/device-registry.ts';
import { createFileFlash } from '../../../hal/flash/flash-files.ts';
import { httpCall } from '../../support/process/http-call.ts';
import { enrolMany, relayFiles, startRelay } from '../../support/relay/relay-process.ts';
import { ask } from '../../support/relay/relay-sockets.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';
import { runTapin, startTapin, type TapinProcess } from '../../support/process/tapin-process.ts';
import { openViewer } from '../../support/panel/viewer-socket.ts';
import { identityShape } from '../../support/device/device-key.ts';
import { readJson } from '../../support/read-json.ts';
import { exactly } from '../../support/items.ts';
import { portOf } from '../../support/process/port-of.ts';

const ONE_SENTENCE = /^tapin: [^\n]+\.\n$/;
const SECRET = /[0-9a-fA-F]{64}/;

const panelOf = ({ listening }: TapinProcess): URL => new URL(String(listening['panel']));
/** Returns the body of a panel request. */
const fetchPanel = async (tapin: TapinProcess, path: string): Promise<string> =>
  (await httpCall(panelOf(tapin).origin, `${path}${panelOf(tapin).search}`)).text;

const listed = v.object({ index: v.number(), id: v.string(), name: v.string(), role: v.string() });
type Listed = v.InferOutput<typeof listed>;

/** Every message that the panels of this file have sent to a page. */
const panel_messages: string[] = [];

/** Returns the devices of the panel once each is at its menu. */
async function devicesOf(tapin: TapinProcess, count: number): Promise<readonly Listed[]> {
  for (let device = 0; device < count; device++) {
    const viewer = await openViewer(panelOf(tapin).href, `${device}`);
    const states = (): string => JSON.stringify(viewer.last('state') ?? '');
    await viewer.until('the menu and an enrolled device', () => /"navigation":"menu".*"online":"off"/.test(states()));
    panel_messages.push(JSON.stringify(viewer.messages));
    await viewer.close();
  }
  return readJson(v.array(listed), await fetchPanel(tapin, '/api/devices'));
}
const registryOf = async (data: string): Promise<DeviceIdentity[]> =>
  readJson(v.array(identityShape), await readFile(join(data, 'cloud', 'devices.json'), 'utf8'));

/** Asserts that a text has neither a secret of these devices nor anything that looks like one. */
function keepsSecrets(t: ExecutionContext, text: string, identities: readonly DeviceIdentity[], where: string): void {
  t.notRegex(text, SECRET, where);
  for (const { secret } of identities) t.false(text.includes(secret), where);
}

test.serial('[C8] run --guests 3 enrols four devices, and a second start reuses them', async (t) => {
  const data = join(await temporaryFolder(t), 'data');
  const args = ['run', '--port', '0', '--data', data, '--guests', '3', '--verbose'];
  const first = await startTapin(t, args);
  t.deepEqual(Object.keys(first.listening), ['event', 'panel', 'relay']);
  const devices = await devicesOf(first, 4);
  t.deepEqual(devices.map(({ index, role }) => [index, role]), [[0, 'off'], [1, 'off'], [2, 'off'], [3, 'off']]); // oxfmt-ignore
  t.deepEqual(devices.slice(1).map(({ name }) => name), ['Guest 1', 'Guest 2', 'Guest 3']); // oxfmt-ignore
  const identities = await registryOf(data);
  t.deepEqual(identities.map(({ id }) => id).sort(), devices.map(({ id }) => id).sort()); // oxfmt-ignore
  t.is(new Set(devices.map(({ id }) => id)).size, 4);
  t.is((await stat(join(data, 'cloud', 'devices.json'))).mode & 0o777, 0o600);
  // The relay accepts each of them and rejects any other device.
  const relay = String(first.listening['relay']);
  for (const identity of identities)
    t.is((await ask(relay, identity, 'host', { action: 'stop' })).status, 'ok', identity.id);
  const unregistered = { id: 'TP-0123456789AB', secret: '5a'.repeat(32) };
  t.is((await ask(relay, unregistered, 'host', { action: 'stop' })).http_status, 401);
  const pages = [];
  for (const path of ['/', '/api/devices', '/api/devices/0/state', '/api/devices/3/state', '/api/devices/0/screen.txt'])
    pages.push(await fetchPanel(first, path));
  const ended = await first.end('SIGINT');
  t.deepEqual([ended.code, ended.signal], [0, null]);
  t.deepEqual(ended.stderr.match(/ (warn|error) .*/g), null, 'no warnings or errors');
  for (const [where, text] of [
    ['stdout', ended.stdout],
    ['stderr', ended.stderr],
    ['the panel', pages.join('\n') + panel_messages.join('\n')],
  ] as const)
    keepsSecrets(t, text, identities, where);
  const folders = ['', 'cloud', 'guest-1', 'guest-2', 'guest-3'].map((name) => join(data, name));
  t.deepEqual(folders.filter((folder) => existsSync(join(folder, 'lock'))), []); // oxfmt-ignore

  const registry = await readFile(join(data, 'cloud', 'devices.json'), 'utf8');
  const second = await startTapin(t, args);
  t.deepEqual(await devicesOf(second, 4), devices);
  t.is(await readFile(join(data, 'cloud', 'devices.json'), 'utf8'), registry);
  await second.end('SIGTERM');
});

test.serial('[log] lines name their device if there are several, and not if there is one', async (t) => {
  const data = join(await temporaryFolder(t), 'data');
  const several = await startTapin(t, ['run', '--port', '0', '--data', data, '--guests', '1']);
  await several.untilStderr(' info Host/sensor: The sensor is ready.');
  await several.untilStderr(' info Guest 1/sensor: The sensor is ready.');
  t.notRegex((await several.end('SIGINT')).stderr, /\d (info|warn|error) sensor: /);
  const alone = await startTapin(t, ['run', '--port', '0', '--data', data]);
  await alone.untilStderr(' info sensor: The sensor is ready.');
});

test.serial('[C8] run without guests enrols one device; returning guests keep their identity', async (t) => {
  const data = join(await temporaryFolder(t), 'data');
  const observed: string[][] = [];
  for (const guests of ['0', '1', '0', '1']) {
    const tapin = await startTapin(t, ['run', '--port', '0', '--data', data, '--guests', guests]);
    observed.push((await devicesOf(tapin, Number(guests) + 1)).map(({ id }) => id));
    await tapin.end('SIGINT');
  }
  const [alone, two, again, both] = exactly(4, observed);
  t.deepEqual([again, both, two[0]], [alone, two, alone[0]]);
  t.deepEqual((await registryOf(data)).map(({ id }) => id), two); // oxfmt-ignore
});

test.serial('[cli] a renamed guest keeps its name', async (t) => {
  const data = join(await temporaryFolder(t), 'data');
  const args = ['run', '--port', '0', '--data', data, '--guests', '1'];
  await (await startTapin(t, args)).end('SIGINT');
  const flash = createFileFlash(join(data, 'guest-1'));
  t.true((await flash.write('settings', Buffer.from(JSON.stringify({ name: 'Bo' })))).ok);
  const tapin = await startTapin(t, args);
  t.is((await devicesOf(tapin, 2))[1]?.name, 'Bo');
  await tapin.end('SIGINT');
});

test.serial('[C8] a device that is older than its cloud keeps its id and its records', async (t) => {
  const data = join(await temporaryFolder(t), 'data');
  const before = await startTapin(t, ['run', '--port', '0', '--data', data, '--cloud', 'http://127.0.0.1:1']);
  t.deepEqual(Object.keys(before.listening), ['event', 'panel'], 'starts no cloud');
  const viewer = await openViewer(panelOf(before).href);
  await viewer.until('a menu', () => JSON.stringify(viewer.last('state') ?? '').includes('"navigation":"menu"'));
  await viewer.close();
  const [{ id }] = readJson(v.tuple([listed]), await fetchPanel(before, '/api/devices'));
  await before.end('SIGINT');
  t.false(existsSync(join(data, 'cloud')));
  const after = await startTapin(t, ['run', '--port', '0', '--data', data]);
  t.deepEqual((await devicesOf(after, 1)).map((device) => device.id), [id]); // oxfmt-ignore
  await after.end('SIGINT');
  t.deepEqual((await registryOf(data)).map((device) => device.id), [id]); // oxfmt-ignore
});

test.serial('[C8] run --cloud --identity signs in as the device enrolled elsewhere', async (t) => {
  const files = await relayFiles(t);
  const [identity] = await enrolMany(files.devices, 1);
  const relay = await startRelay(t, files);
  const me = join(files.folder, 'me.json');
  await writeFile(me, JSON.stringify(identity), { mode: 0o600 });
  const data = join(files.folder, 'mine');
  const args = ['run', '--port', '0', '--data', data, '--cloud', relay.origin, '--verbose'];
  // The second start needs no file: the device has stored its identity.
  for (const more of [['--identity', me], []]) {
    const tapin = await startTapin(t, [...args, ...more]);
    t.deepEqual(Object.keys(tapin.listening), ['event', 'panel']);
    t.deepEqual((await devicesOf(tapin, 1)).map(({ id }) => id), [identity.id]); // oxfmt-ignore
    const ended = await tapin.end('SIGINT');
    t.is(ended.code, 0);
    keepsSecrets(t, ended.stdout + ended.stderr + panel_messages.join('\n'), [identity], 'its output');
  }
  t.false(existsSync(join(data, 'cloud')));
});

for (const [verb, more] of [
  ['run', ['--cloud', 'http://127.0.0.1:1']],
  ['device', ['--sensor', '/dev/null']],
] as const)
  test.serial(
    `[C8] ${verb} --identity refuses an invalid file with a one-line error that quotes none of it`,
    async (t) => {
      const folder = await temporaryFolder(t);
      const secret = '00112233445566778899aabbccddeeff'.repeat(2);
      await writeFile(join(folder, 'broken.json'), `{"id":"TP-0123456789AB","secret":"${secret}"`);
      await writeFile(join(folder, 'short.json'), `{"id":"TP-0123456789AB","secret":"${secret.slice(2)}"}`);
      const data = join(folder, 'data');
      for (const [name, expected] of [
        ['none.json', /can't be read: /],
        ['broken.json', /contains no identity; create one with tapin cloud enrol\.$/m],
        ['short.json', /contains no identity; create one with tapin cloud enrol\.$/m],
        ['', /can't be read: /],
      ] as const) {
        const path = join(folder, name);
        const { code, stdout, stderr } = await runTapin([
          verb,
          ...more,
          '--port',
          '0',
          '--data',
          data,
          '--identity',
          path,
        ]);
        t.deepEqual([code, stdout], [1, ''], name);
        t.regex(stderr, ONE_SENTENCE);
        t.regex(stderr, expected);
        t.true(stderr.includes(path));
        t.notRegex(stderr, /0011223344|TP-/);
        t.deepEqual(await readdir(data), ['tapin-data.json'], 'leaves no lock and no identity');
      }
    },
  );

test.serial('[C8] run refuses a damaged registry with a one-line error and leaves it unchanged', async (t) => {
  const data = join(await temporaryFolder(t), 'data');
  await (await startTapin(t, ['run', '--port', '0', '--data', data, '--guests', '1'])).end('SIGINT');
  const path = join(data, 'cloud', 'devices.json');
  const damaged = (await readFile(path, 'utf8')).slice(0, -20);
  await writeFile(path, damaged);
  const { code, stdout, stderr } = await runTapin(['run', '--port', '0', '--data', data, '--guests', '1']);
  t.deepEqual([code, stdout], [1, '']);
  t.regex(stderr, /^tapin: The device registry .+devices\.json can't be used: it is not JSON\.$/m);
  t.is(stderr.match(/^tapin: /gm)?.length, 1);
  t.notRegex(stderr, SECRET);
  t.is(await readFile(path, 'utf8'), damaged);
  for (const folder of ['', 'cloud', 'guest-1']) t.false(existsSync(join(data, folder, 'lock')), folder);
});

test('[cli] reports a taken cloud port and names the option that changes it', async (t) => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const port = portOf(server);
  const data = await temporaryFolder(t);
  const { stderr } = await runTapin(['run', '--port', '0', '--data', data, '--relay-port', `${port}`]);
  t.regex(stderr, new RegExp(`^tapin: Port ${port} is in use: choose another with --relay-port`, 'm'));
});
