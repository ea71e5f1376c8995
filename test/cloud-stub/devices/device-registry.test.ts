// The device registry: a file edited by people and programs, reloaded when an unknown device connects, and never
// disclosed.

import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { inspect } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import { openDeviceRegistry, readRegistryFile } from '../../../cloud-stub/devices/device-registry.ts';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createMemoryLog } from '../../../hal/log/log-memory.ts';
import { sign, type DeviceKey } from '../../../wire/signing.ts';
import { failsWith, valueOf } from '../../support/results.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';
import { keyOf } from '../../support/device/device-key.ts';

const FIRST = { id: 'TP-0123456789AB', secret: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' };
const SECOND = { id: 'TP-FFFFFFFFFFFF', secret: '00'.repeat(32) };
const THIRD = { id: 'TP-000000000000', secret: 'aB'.repeat(32) };

const registryPath = async (t: ExecutionContext): Promise<string> => `${await temporaryFolder(t)}/devices.json`;
const write = (path: string, data: unknown): void =>
  writeFileSync(path, typeof data === 'string' ? data : JSON.stringify(data));

function opened(t: ExecutionContext, path: string) {
  const { log, clock } = deps();
  return { registry: valueOf(t, openDeviceRegistry(path, { log, clock })), log, clock };
}

const deps = () => {
  const clock = createVirtualClock();
  return { log: createMemoryLog(clock), clock };
};

/** Returns whether the key belongs to the secret. */
const isKeyOf = (key: DeviceKey | null, { secret }: { secret: string }): boolean =>
  key !== null && sign(key, '1', Buffer.of(2)) === sign(keyOf(secret), '1', Buffer.of(2));

test('[C8] knows exactly the devices of the file, by their keys', async (t) => {
  const path = await registryPath(t);
  write(path, [FIRST, SECOND, THIRD]);
  const { registry, log } = opened(t, path);
  for (const device of [FIRST, SECOND, THIRD]) t.true(isKeyOf(registry.keyOf(device.id), device), device.id);
  for (const id of ['', 'TP-0123456789AC', 'tp-0123456789ab', ' TP-0123456789AB', '__proto__', 'constructor'])
    t.is(registry.keyOf(id), null, id);
  t.is(registry.count(), 3);
  t.deepEqual(log.lines(), []);
});

test('[C8] starts empty without a file, and knows its devices once it appears', async (t) => {
  const path = await registryPath(t);
  t.deepEqual(valueOf(t, readRegistryFile(path)), []);
  const { registry } = opened(t, path);
  t.is(registry.keyOf(FIRST.id), null);
  write(path, [FIRST]);
  t.true(isKeyOf(registry.keyOf(FIRST.id), FIRST));
});

test('[C8] reloads the file when it changes', async (t) => {
  const path = await registryPath(t);
  write(path, [FIRST]);
  const { registry } = opened(t, path);
  write(path, [FIRST, SECOND]);
  t.true(isKeyOf(registry.keyOf(SECOND.id), SECOND));
  t.true(isKeyOf(registry.keyOf(FIRST.id), FIRST));
  t.is(registry.count(), 2);
});

test('[C8] counts the devices of the current file before any of them connects', async (t) => {
  const path = await registryPath(t);
  const { registry } = opened(t, path);
  t.is(registry.count(), 0);
  write(path, [FIRST, SECOND]);
  t.is(registry.count(), 2);
  write(path, [THIRD]);
  t.is(registry.count(), 1);
});

test('[C8] reloads a replaced file of the same size', async (t) => {
  const path = await registryPath(t);
  write(path, [FIRST]);
  const { registry } = opened(t, path);
  write(`${path}.new`, [SECOND]);
  renameSync(`${path}.new`, path);
  t.true(isKeyOf(registry.keyOf(SECOND.id), SECOND));
});

test('[C8] forgets a device that was removed from the file, once it is reloaded', async (t) => {
  const path = await registryPath(t);
  write(path, [FIRST, SECOND]);
  const { registry } = opened(t, path);
  write(path, [SECOND]);
  t.is(registry.keyOf(THIRD.id), null);
  t.is(registry.keyOf(FIRST.id), null);
  t.true(isKeyOf(registry.keyOf(SECOND.id), SECOND));
});

test('[C8] forgets a removed device after 10 ms, even if only known devices connect', async (t) => {
  const path = await registryPath(t);
  write(path, [FIRST, SECOND]);
  const { registry, clock } = opened(t, path);
  write(path, [SECOND]);
  t.true(isKeyOf(registry.keyOf(FIRST.id), FIRST));
  await clock.advance(9);
  t.true(isKeyOf(registry.keyOf(FIRST.id), FIRST));
  await clock.advance(1);
  t.is(registry.keyOf(FIRST.id), null);
});

test('[C8] uses the changed secret of a device once the file is reloaded', async (t) => {
  const path = await registryPath(t);
  write(path, [FIRST]);
  const { registry } = opened(t, path);
  write(path, [{ id: FIRST.id, secret: THIRD.secret }, SECOND]);
  registry.keyOf(SECOND.id);
  t.true(isKeyOf(registry.keyOf(FIRST.id), THIRD));
});

test('[C8] logs a file that breaks later once, and keeps the known devices', async (t) => {
  const path = await registryPath(t);
  write(path, [FIRST]);
  const { registry, log } = opened(t, path);
  write(path, `[{"id":"${SECOND.id}","secret":"${SECOND.secret}"`);
  for (let n = 0; n < 3; n++) t.is(registry.keyOf(SECOND.id), null);
  t.true(isKeyOf(registry.keyOf(FIRST.id), FIRST));
  t.is(log.lines().length, 1);
  t.is(log.lines()[0]?.level, 'warn');
  write(path, [SECOND]);
  t.true(isKeyOf(registry.keyOf(SECOND.id), SECOND), 'mended');
  t.is(log.lines().length, 1);
});

const { id, secret } = FIRST;
const UNUSABLE: readonly (readonly [string, unknown])[] = [
  ['nothing in it', ''],
  ['no JSON', `${secret} is not JSON`],
  ['a secret without its quotes', `[{"id":"${id}","secret":${THIRD.secret}}]`],
  ['JSON that ends too early', `[{"id":"${id}","secret":"${secret}"`],
  ['an object', { id, secret }],
  ['null', 'null'],
  ['a list of texts', [id, secret]],
  ['a list with null', [null]],
  ['no id', [{ secret }]],
  ['no secret', [{ id }]],
  ['an id that is a number', [{ id: 1, secret }]],
  ['an id in lower case', [{ id: 'TP-0123456789ab', secret }]],
  ['an id that is too short', [{ id: 'TP-0123456789A', secret }]],
  ['an id that is too long', [{ id: 'TP-0123456789ABC', secret }]],
  ['an id with a line feed', [{ id: 'TP-0123456789AB\n', secret }]],
  ['an id without its prefix', [{ id: '0123456789AB', secret }]],
  ['a secret that is a number', [{ id, secret: 1 }]],
  ['a secret of 63 characters', [{ id, secret: secret.slice(1) }]],
  ['a secret of 62 characters', [{ id, secret: secret.slice(2) }]],
  ['a secret of 66 characters', [{ id, secret: `${secret}00` }]],
  ['a secret that is not hex', [{ id, secret: `${secret.slice(1)}g` }]],
  ['a good device and a bad one', [FIRST, { id: SECOND.id, secret: '' }]],
  ['a device twice', [FIRST, SECOND, { id, secret: SECOND.secret }]],
];

for (const [name, data] of UNUSABLE)
  test(`[C8] refuses a registry with ${name} at start and quotes no secret`, async (t) => {
    const path = await registryPath(t);
    write(path, data);
    const log = createMemoryLog(createVirtualClock());
    const registry = openDeviceRegistry(path, { log, clock: createVirtualClock() });
    failsWith(t, registry, 'registry_unusable', /^The device registry .* can't be used: /);
    const output = inspect([registry, log.lines()], { depth: 9 });
    for (const { secret: hidden } of [FIRST, SECOND, THIRD]) t.false(output.includes(hidden.slice(0, 8)), output);
  });

test('[C8] refuses a folder in place of the registry', async (t) => {
  const path = await registryPath(t);
  mkdirSync(path);
  failsWith(t, openDeviceRegistry(path, deps()), 'registry_unusable', /can't be used/);
});

test('[C8] refuses a registry that links to itself with a one-line error', async (t) => {
  const path = await registryPath(t);
  symlinkSync(path, path);
  failsWith(t, openDeviceRegistry(path, deps()), 'registry_unusable', /can't be used/);
});

test('[C8] logs a file that later cannot be read, and keeps the known devices', async (t) => {
  const path = await registryPath(t);
  write(path, [FIRST]);
  const { registry, log } = opened(t, path);
  rmSync(path);
  symlinkSync(path, path);
  t.is(registry.keyOf(SECOND.id), null);
  t.true(isKeyOf(registry.keyOf(FIRST.id), FIRST));
  t.is(log.lines().length, 1);
});

test('[C8] accepts an empty list and ignores unknown fields', async (t) => {
  const path = await registryPath(t);
  write(path, '[]');
  t.is(opened(t, path).registry.count(), 0);
  write(path, [{ ...FIRST, note: 'club room' }]);
  t.true(isKeyOf(opened(t, path).registry.keyOf(FIRST.id), FIRST));
});

test('[C8] neither the registry nor a key reveals a secret when printed', async (t) => {
  const path = await registryPath(t);
  write(path, [FIRST]);
  const { registry } = opened(t, path);
  const shown = inspect([registry, registry.keyOf(id)], { depth: 9, showHidden: true }) + JSON.stringify(registry);
  t.false(shown.includes(secret.slice(0, 8)), shown);
});
