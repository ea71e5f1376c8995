// Identity of a device in its cloud: the file that supplies it, the flash that stores it, and the registry that lists
// it.

import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import * as v from 'valibot';
import { ensureEnrolled, provision, readIdentityFile, settleIdentity } from '../../../bin/serve/identity.ts';
import type { DeviceIdentity } from '../../../cloud-stub/devices/device-registry.ts';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import type { Flash } from '../../../hal/flash/flash.ts';
import { createMemoryFlash, type MemoryFlash } from '../../../hal/flash/flash-memory.ts';
import { createMemoryLog } from '../../../hal/log/log-memory.ts';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import { failsWith, valueOf } from '../../support/results.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';
import { identityShape } from '../../support/device/device-key.ts';
import { readAs } from '../../support/read-json.ts';

const ID = 'TP-0123456789AB';
const SECRET = '00112233445566778899aabbccddeeff'.repeat(2);
const ME: DeviceIdentity = { id: ID, secret: SECRET };
const OTHER: DeviceIdentity = { id: 'TP-BA9876543210', secret: 'f0'.repeat(32) };

async function fileWith(t: ExecutionContext, text: string | Buffer): Promise<string> {
  const path = join(await temporaryFolder(t), 'identity.json');
  await writeFile(path, text);
  return path;
}

/** Returns the stored identity as parsed JSON; null if none. */
async function stored(t: ExecutionContext, flash: MemoryFlash): Promise<unknown> {
  const { value } = valueOf(t, await flash.read('identity'));
  return value && (JSON.parse(Buffer.from(value).toString()) as unknown);
}

async function flashOf(identity: unknown): Promise<MemoryFlash> {
  const flash = createMemoryFlash();
  const text = typeof identity === 'string' ? identity : JSON.stringify(identity);
  await flash.write('identity', Buffer.from(text));
  return flash;
}

const enrol = (flash: Flash, registry: string, seed: number) =>
  ensureEnrolled(flash, registry, createSeededRandom(seed));

const devicesIn = async (path: string): Promise<unknown> => JSON.parse(await readFile(path, 'utf8'));

test('[C8] accepts an identity file printed by tapin cloud enrol', async (t) => {
  for (const text of [
    `${JSON.stringify(ME)}\n`,
    JSON.stringify({ ...ME, note: 'of the club' }),
    JSON.stringify(ME, null, 2),
  ])
    t.deepEqual(valueOf(t, readIdentityFile(await fileWith(t, text))), ME);
});

const WRONG: Readonly<Record<string, string>> = {
  nothing: '',
  'no JSON': `{"id":"${ID}","secret":"${SECRET}"`,
  null: 'null',
  'a list': `[{"id":"${ID}","secret":"${SECRET}"}]`,
  'no secret': `{"id":"${ID}"}`,
  'no id': `{"secret":"${SECRET}"}`,
  'an id in lower case': `{"id":"tp-0123456789ab","secret":"${SECRET}"}`,
  'an id that is too long': `{"id":"${ID}C","secret":"${SECRET}"}`,
  'a secret that is too short': `{"id":"${ID}","secret":"${SECRET.slice(1)}"}`,
  'a secret that is not hex': `{"id":"${ID}","secret":"${'x'.repeat(64)}"}`,
  'a secret that is a number': `{"id":"${ID}","secret":${'1'.repeat(64)}}`,
};

for (const [what, text] of Object.entries(WRONG))
  test(`[C8] refuses an identity file with ${what}, with a one-line error that quotes none of it`, async (t) => {
    const path = await fileWith(t, text);
    const read = readIdentityFile(path);
    failsWith(t, read, 'bad_value', /contains no identity; create one with tapin cloud enrol\.$/);
    if (read.ok) return;
    t.true(read.error.message.includes(path));
    t.notRegex(read.error.message.replace(path, ''), /001122|xxxx|1111|TP-/);
  });

test('[C8] reports an unreadable identity file with a one-line error', async (t) => {
  const folder = await temporaryFolder(t);
  await mkdir(join(folder, 'folder'));
  failsWith(t, readIdentityFile(join(folder, 'none.json')), 'bad_value', /The identity .+none\.json can't be read: /);
  failsWith(t, readIdentityFile(join(folder, 'folder')), 'bad_value', /can't be read: /);
  if (process.getuid?.() === 0) return;
  const closed = join(folder, 'closed.json');
  await writeFile(closed, JSON.stringify(ME));
  await chmod(closed, 0);
  failsWith(t, readIdentityFile(closed), 'bad_value', /can't be read: /);
});

test('[C8] writes an identity to the flash, replacing another, and does not rewrite the same', async (t) => {
  const flash = createMemoryFlash();
  valueOf(t, await provision(flash, ME));
  t.deepEqual(await stored(t, flash), ME);
  const writes = flash.writes();
  valueOf(t, await provision(flash, { ...ME }));
  t.is(flash.writes(), writes, 'the same identity is not rewritten');
  valueOf(t, await provision(flash, OTHER));
  t.deepEqual(await stored(t, flash), OTHER);
});

test('[C8] reports a full flash and keeps the old identity whole', async (t) => {
  const flash = await flashOf(ME);
  const failing: MemoryFlash = {
    ...flash,
    write: () => Promise.resolve({ ok: false, error: { code: 'flash_full', message: 'The storage is full.' } }),
  };
  failsWith(t, await provision(failing, OTHER), 'flash_full', /full/);
  t.deepEqual(await stored(t, flash), ME);
});

test('[C8] a new device generates an identity and registers it in an owner-only file', async (t) => {
  const registry = join(await temporaryFolder(t), 'devices.json');
  const flash = createMemoryFlash();
  valueOf(t, await enrol(flash, registry, 1));
  const identity = readAs(identityShape, await stored(t, flash));
  t.regex(identity.id, /^TP-[0-9A-F]{12}$/);
  t.regex(identity.secret, /^[0-9a-f]{64}$/);
  t.deepEqual(await devicesIn(registry), [identity]);
  t.is((await stat(registry)).mode & 0o777, 0o600);
  const second = createMemoryFlash();
  valueOf(t, await enrol(second, registry, 2));
  t.deepEqual(await devicesIn(registry), [identity, await stored(t, second)]);
  t.notDeepEqual(await stored(t, second), identity);
});

test('[C8] an enrolled device keeps its identity and writes nothing', async (t) => {
  const registry = join(await temporaryFolder(t), 'devices.json');
  const flash = createMemoryFlash();
  valueOf(t, await enrol(flash, registry, 1));
  const [before, identity, writes] = [await readFile(registry, 'utf8'), await stored(t, flash), flash.writes()];
  valueOf(t, await enrol(flash, registry, 2));
  t.deepEqual([await readFile(registry, 'utf8'), await stored(t, flash), flash.writes()], [before, identity, writes]);
});

test('[C8] a device that is older than its cloud keeps its id and gets a secret', async (t) => {
  for (const old of [{ id: ID }, { id: ID, secret: '' }, { id: ID, secret: 'nonsense' }]) {
    const registry = join(await temporaryFolder(t), 'devices.json');
    const flash = await flashOf(old);
    valueOf(t, await enrol(flash, registry, 1));
    const identity = readAs(identityShape, await stored(t, flash));
    t.is(identity.id, ID);
    t.regex(identity.secret, /^[0-9a-f]{64}$/);
    t.deepEqual(await devicesIn(registry), [identity]);
  }
});

test('[C8] re-enrols a device with its own identity after the registry was lost', async (t) => {
  const registry = join(await temporaryFolder(t), 'devices.json');
  const flash = await flashOf(ME);
  valueOf(t, await enrol(flash, registry, 1));
  t.deepEqual([await stored(t, flash), await devicesIn(registry)], [ME, [ME]]);
});

test('[C8] a device that lost its secret gets it back from the registry', async (t) => {
  const registry = join(await temporaryFolder(t), 'devices.json');
  await writeFile(registry, JSON.stringify([OTHER, ME]));
  for (const old of [{ id: ID }, { id: ID, secret: OTHER.secret }]) {
    const flash = await flashOf(old);
    valueOf(t, await enrol(flash, registry, 1));
    t.deepEqual([await stored(t, flash), await devicesIn(registry)], [ME, [OTHER, ME]]);
  }
});

const UNREADABLE = ['', 'x', 'null', '[]', '{"id":7,"secret":true}', '{"id":"me"}'];
const REFUSED =
  /^The identity of this device, identity\.0 and identity\.1 in (\/data|its data folder), can't be read: .*[^.]\. Restore one of them from a copy, or remove both to start as a new device\.$/;

test('[R152] refuses a damaged identity and changes neither the storage nor the registry', async (t) => {
  for (const text of UNREADABLE) {
    const registry = join(await temporaryFolder(t), 'devices.json');
    const flash = await flashOf(text);
    failsWith(t, await enrol(flash, registry, 1), 'data_unusable', REFUSED);
    const log = createMemoryLog(createVirtualClock());
    failsWith(t, await settleIdentity(flash, { folder: '/data', log }), 'data_unusable', REFUSED);
    t.is(Buffer.from(valueOf(t, await flash.read('identity')).value ?? []).toString(), text);
    t.false(existsSync(registry));
  }
});

test('[R152] refuses an identity with two damaged copies or a read error, and says which', async (t) => {
  const registry = join(await temporaryFolder(t), 'devices.json');
  const flash = await flashOf(ME);
  for (const copy of ['identity.0', 'identity.1']) flash.disk.damage(copy, 40);
  failsWith(t, await enrol(flash, registry, 1), 'data_unusable', /identity\.0 is damaged: its checksum is wrong, and/);
  const off = await flashOf(ME);
  valueOf(t, off.disk.setFault('off'));
  failsWith(t, await enrol(off, registry, 1), 'data_unusable', /can't be read: .*"off"/);
  t.false(existsSync(registry));
});

test('[R152] uses the good copy of an identity', async (t) => {
  for (const copy of ['identity.0', 'identity.1']) {
    const registry = join(await temporaryFolder(t), 'devices.json');
    const flash = await flashOf(ME);
    flash.disk.damage(copy, 40);
    valueOf(t, await enrol(flash, registry, 1));
    t.deepEqual([await stored(t, flash), await devicesIn(registry)], [ME, [ME]]);
  }
});

test('[R152] replaces a damaged identity with the given one and logs it', async (t) => {
  for (const text of UNREADABLE) {
    const flash = await flashOf(text);
    const log = createMemoryLog(createVirtualClock());
    valueOf(t, await settleIdentity(flash, { folder: '/data', log, given: ME }));
    t.deepEqual(await stored(t, flash), ME);
    t.deepEqual(
      log.lines().map((line) => line.text),
      [`The identity in /data was damaged; replaced by ${ID}.`],
    );
  }
});

test('[R152] refuses a damaged identity if the given one cannot replace it', async (t) => {
  const flash = await flashOf('x');
  flash.disk.setCapacity(0);
  const log = createMemoryLog(createVirtualClock());
  failsWith(t, await settleIdentity(flash, { folder: '/data', log, given: ME }), 'data_unusable', REFUSED);
});

test('[R152] warns of records without an identity, but not of an empty storage', async (t) => {
  const warningsOf = async (flash: Flash): Promise<readonly string[]> => {
    const log = createMemoryLog(createVirtualClock());
    valueOf(t, await settleIdentity(flash, { folder: '/data', log }));
    return log.lines().map(({ level, text }) => `${level} ${text}`);
  };
  const flash = createMemoryFlash();
  t.deepEqual(await warningsOf(flash), []);
  valueOf(t, await flash.write('settings', Buffer.from('{}')));
  t.deepEqual(await warningsOf(flash), [
    'warn The data folder /data has records but no identity; the device gets a new one.',
  ]);
});

test('[R152] with a seed, a device that lost its storage gets the same registered identity', async (t) => {
  const registry = join(await temporaryFolder(t), 'devices.json');
  const flash = createMemoryFlash();
  valueOf(t, await enrol(flash, registry, 1));
  const again = createMemoryFlash();
  valueOf(t, await enrol(again, registry, 1));
  t.deepEqual(await stored(t, again), await stored(t, flash));
  t.is(readAs(v.array(identityShape), await devicesIn(registry)).length, 1);
});

test('[C8] reports an unusable registry with a one-line error that contains no secret, and changes nothing', async (t) => {
  const folder = await temporaryFolder(t);
  const broken = join(folder, 'broken.json');
  await writeFile(broken, `[{"id":"${ID}","secret":"${SECRET}"`);
  for (const registry of [broken, join(folder, 'none', 'devices.json')]) {
    const flash = createMemoryFlash();
    const enrolled = await enrol(flash, registry, 1);
    failsWith(t, enrolled, 'registry_unusable', /^The device registry .+ can't be (used|written): /);
    if (!enrolled.ok) t.notRegex(enrolled.error.message, /[0-9a-f]{32}/);
    t.is(await stored(t, flash), null);
  }
  t.is(await readFile(broken, 'utf8'), `[{"id":"${ID}","secret":"${SECRET}"`);
});
