// Enrolling devices: fresh identities, and a registry file that is replaced whole and read by its owner alone.

import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { readRegistryFile } from '../../../cloud-stub/devices/device-registry.ts';
import { enrolDevice, newIdentity } from '../../../cloud-stub/devices/enrol.ts';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import { createSystemRandom } from '../../../hal/random/random-system.ts';
import { failsWith, valueOf } from '../../support/results.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

const registryPath = async (t: ExecutionContext): Promise<string> => `${await temporaryFolder(t)}/devices.json`;
const fresh = (id?: string) => newIdentity(createSystemRandom(), id);
const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

test('[C8] an identity is TP- with 12 upper-case hex digits and 32 random bytes as hex', (t) => {
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

test('[C8] every byte of id and secret is drawn', (t) => {
  const random = { ...createSeededRandom(1), bytes: (count: number) => new Uint8Array(count).fill(0xa5) };
  t.deepEqual(newIdentity(random), { id: 'TP-A5A5A5A5A5A5', secret: 'a5'.repeat(32) });
});

test('[C8] enrolling writes the device behind the others, and gives it back', async (t) => {
  const path = await registryPath(t);
  const devices = [fresh(), fresh('TP-000000000000'), fresh('TP-FFFFFFFFFFFF')];
  for (const device of devices) t.deepEqual(valueOf(t, enrolDevice(path, device)), device);
  t.deepEqual(valueOf(t, readRegistryFile(path)), devices);
  t.deepEqual(JSON.parse(readFileSync(path, 'utf8')), devices);
  t.deepEqual(readdirSync(dirname(path)), ['devices.json'], 'nothing is left beside it');
});

test('[C8] the registry is its owner’s alone, also where it was not before', async (t) => {
  const path = await registryPath(t);
  valueOf(t, enrolDevice(path, fresh()));
  t.is(modeOf(path), '600');
  chmodSync(path, 0o644);
  valueOf(t, enrolDevice(path, fresh()));
  t.is(modeOf(path), '600');
});

// The mode is given only to a file that is made; what a run that was ended left there keeps its own.
test('[C8] the registry is its owner’s alone, also where a temporary file was left', async (t) => {
  const path = await registryPath(t);
  writeFileSync(`${path}.tmp`, 'left there');
  chmodSync(`${path}.tmp`, 0o644);
  valueOf(t, enrolDevice(path, fresh()));
  t.is(modeOf(path), '600');
});

test('[C8] what a run that was ended left there does no harm', async (t) => {
  const path = await registryPath(t);
  writeFileSync(`${path}.tmp`, 'x'.repeat(10_000));
  const device = fresh();
  valueOf(t, enrolDevice(path, device));
  t.deepEqual(valueOf(t, readRegistryFile(path)), [device]);
});

test('[C8] an id of another form is refused and nothing is written', async (t) => {
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

test('[C8] a device that is enrolled is not enrolled again, its secret stays', async (t) => {
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

test('[C8] a registry that cannot be read is not written over', async (t) => {
  const path = await registryPath(t);
  for (const text of ['not JSON', '{}', '[{"id":"TP-0123456789AB"}]', '']) {
    writeFileSync(path, text);
    failsWith(t, enrolDevice(path, fresh()), 'registry_unusable', /can't be used/);
    t.is(readFileSync(path, 'utf8'), text);
  }
});

test('[C8] where the file cannot be written the refusal says so and names no secret', async (t) => {
  const path = await registryPath(t);
  mkdirSync(`${path}.tmp`);
  const device = fresh();
  const refused = enrolDevice(path, device);
  failsWith(t, refused, 'registry_unusable', /can't be written/);
  t.false(JSON.stringify(refused).includes(device.secret));
  failsWith(t, enrolDevice(`${path}/none/devices.json`, device), 'registry_unusable', /can't be written/);
});
