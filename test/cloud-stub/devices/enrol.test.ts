// Enrolment of devices: new identities, and a registry file that is replaced atomically and readable only by its owner.

import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { readRegistryFile } from '../../../cloud-stub/devices/device-registry.ts';
import { enrolDevice } from '../../../cloud-stub/devices/enrol.ts';
import { newIdentity } from '../../../cloud-stub/devices/new-identity.ts';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import { createSystemRandom } from '../../../hal/random/random-system.ts';
import { failsWith, valueOf } from '../../support/results.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

const registryPath = async (t: ExecutionContext): Promise<string> => `${await temporaryFolder(t)}/devices.json`;
const fresh = (id?: string) => newIdentity(createSystemRandom(), id);
const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

test('[C8] an identity is TP- with 12 upper-case hex digits and 32 random bytes in hex', (t) => {
  const seen = new Set<string>();
  for (let n = 0; n < 200; n++) {
    const { id, secret } = fresh();
    t.regex(id, /^TP-[0-9A-F]{12}$/);
    t.regex(secret, /^[0-9a-f]{64}$/);
    seen.add(id).add(secret);
  }
  t.is(seen.size, 400);
  t.is(newIdentity(createSeededRandom(1), 'TP-0123456789AB').id, 'TP-0123456789AB');
});

test('[C8] draws every byte of id and secret from the random source', (t) => {
  const random = { ...createSeededRandom(1), bytes: (count: number) => new Uint8Array(count).fill(0xa5) };
  t.deepEqual(newIdentity(random), { id: 'TP-A5A5A5A5A5A5', secret: 'a5'.repeat(32) });
});

test('[C8] appends the enrolled device to the registry and returns it', async (t) => {
  const path = await registryPath(t);
  const devices = [fresh(), fresh('TP-000000000000'), fresh('TP-FFFFFFFFFFFF')];
  for (const device of devices) t.deepEqual(valueOf(t, enrolDevice(path, device)), device);
  t.deepEqual(valueOf(t, readRegistryFile(path)), devices);
  t.deepEqual(JSON.parse(readFileSync(path, 'utf8')), devices);
  t.deepEqual(readdirSync(dirname(path)), ['devices.json'], 'no other file is left');
});

test('[C8] restricts the registry to its owner, even if other users could read it before', async (t) => {
  const path = await registryPath(t);
  valueOf(t, enrolDevice(path, fresh()));
  t.is(modeOf(path), '600');
  chmodSync(path, 0o644);
  valueOf(t, enrolDevice(path, fresh()));
  t.is(modeOf(path), '600');
});

// A mode applies only to a new file; a leftover of a killed run keeps its own.
test('[C8] restricts the registry to its owner, even if a temporary file was left', async (t) => {
  const path = await registryPath(t);
  writeFileSync(`${path}.tmp`, 'left there');
  chmodSync(`${path}.tmp`, 0o644);
  valueOf(t, enrolDevice(path, fresh()));
  t.is(modeOf(path), '600');
});

test('[C8] ignores the leftover of a killed run', async (t) => {
  const path = await registryPath(t);
  writeFileSync(`${path}.tmp`, 'x'.repeat(10_000));
  const device = fresh();
  valueOf(t, enrolDevice(path, device));
  t.deepEqual(valueOf(t, readRegistryFile(path)), [device]);
});

test('[C8] refuses a malformed id and writes nothing', async (t) => {
  const path = await registryPath(t);
  const ids = [
    '',
    'TP-',
    'TP-0123456789A',
    'TP-0123456789ABC',
    'TP-0123456789ab',
    'TP-0123456789AG',
    'tp-0123456789AB',
    'TP_0123456789AB',
    '0123456789AB',
    ' TP-0123456789AB',
    'TP-0123456789AB\n',
    '__proto__',
  ];
  for (const id of ids) failsWith(t, enrolDevice(path, fresh(id)), 'bad_value', /12 upper-case hex digits/);
  t.deepEqual(readdirSync(dirname(path)), []);
});

test('[C8] refuses to enrol a device again and keeps its secret', async (t) => {
  const path = await registryPath(t);
  const [first, other] = [fresh('TP-0123456789AB'), fresh()];
  for (const device of [first, other]) valueOf(t, enrolDevice(path, device));
  const before = readFileSync(path, 'utf8');
  const again = fresh('TP-0123456789AB');
  const refused = enrolDevice(path, again);
  failsWith(t, refused, 'bad_value', /TP-0123456789AB is enrolled already/);
  t.false(JSON.stringify(refused).includes(again.secret) || JSON.stringify(refused).includes(first.secret));
  t.is(readFileSync(path, 'utf8'), before);
});

test('[C8] never overwrites an unreadable registry', async (t) => {
  const path = await registryPath(t);
  for (const text of ['not JSON', '{}', '[{"id":"TP-0123456789AB"}]', '']) {
    writeFileSync(path, text);
    failsWith(t, enrolDevice(path, fresh()), 'registry_unusable', /can't be used/);
    t.is(readFileSync(path, 'utf8'), text);
  }
});

test('[C8] reports an unwritable file without quoting a secret', async (t) => {
  const path = await registryPath(t);
  mkdirSync(`${path}.tmp`);
  const device = fresh();
  const refused = enrolDevice(path, device);
  failsWith(t, refused, 'registry_unusable', /can't be written/);
  t.false(JSON.stringify(refused).includes(device.secret));
  failsWith(t, enrolDevice(`${path}/none/devices.json`, device), 'registry_unusable', /can't be written/);
});
