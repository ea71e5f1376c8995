// Who a device is to its cloud: put into its flash before it starts, as a factory would (C8).

import { readFileSync } from 'node:fs';
import { readRegistryFile, type DeviceIdentity } from '../cloud-stub/devices/device-registry.ts';
import { enrolDevice, newIdentity } from '../cloud-stub/devices/enrol.ts';
import type { Flash } from '../hal/flash/flash.ts';
import type { Random } from '../hal/random/random.ts';
import { DEVICE_ID } from '../wire/choices.ts';
import { fail, messageOf, ok, type Result } from '../wire/errors.ts';
import { readFields } from '../wire/json-fields.ts';
import { readSecret } from '../wire/signing.ts';

/** The identity in a file such as `tapin cloud enrol` prints. Errors: `bad_value`; the message never quotes the file. */
export function readIdentityFile(path: string): Result<DeviceIdentity> {
  try {
    const identity = identityFrom(readFileSync(path, 'utf8'));
    return identity ?? fail('bad_value', `${path} holds no identity: it is what tapin cloud enrol prints.`);
  } catch (thrown) {
    return fail('bad_value', `The identity ${path} can't be read: ${messageOf(thrown)}.`);
  }
}

function identityFrom(text: string): Result<DeviceIdentity> | null {
  const { id, secret } = partsFrom(text);
  return DEVICE_ID.test(id) && readSecret(secret) ? ok({ id, secret }) : null;
}

function partsFrom(text: string): DeviceIdentity {
  const { id, secret } = readFields(text) ?? {};
  return { id: typeof id === 'string' ? id : '', secret: typeof secret === 'string' ? secret : '' };
}

/** Writes an identity into a flash, unless it is there already. */
export async function provision(flash: Flash, identity: DeviceIdentity): Promise<Result<void>> {
  const { id, secret } = await storedIdentity(flash);
  if (id === identity.id && secret === identity.secret) return ok(undefined);
  return flash.write('identity', Buffer.from(JSON.stringify(identity)));
}

async function storedIdentity(flash: Flash): Promise<DeviceIdentity> {
  const read = await flash.read('identity');
  return partsFrom(read.ok && read.value.value ? Buffer.from(read.value.value).toString() : '');
}

/** Enrols the device of a flash in the registry, under the id that it has, unless it is there already. */
export async function ensureEnrolled(flash: Flash, registry: string, random: Random): Promise<Result<void>> {
  const stored = await storedIdentity(flash);
  const devices = readRegistryFile(registry);
  if (!devices.ok) return devices;
  const known = devices.value.find(({ id }) => id === stored.id);
  if (known) return provision(flash, known);
  const fresh = newIdentity(random, ...(DEVICE_ID.test(stored.id) ? [stored.id] : []));
  const identity = readSecret(stored.secret) ? { ...fresh, secret: stored.secret } : fresh;
  const enrolled = enrolDevice(registry, identity);
  return enrolled.ok ? provision(flash, identity) : enrolled;
}
