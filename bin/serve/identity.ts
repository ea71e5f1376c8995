// Device identity for the cloud: written to flash before the device starts, as a factory would (C8).

import { readRegistryFile, type DeviceIdentity } from '../../cloud-stub/devices/device-registry.ts';
import { enrolDevice } from '../../cloud-stub/devices/enrol.ts';
import { newIdentity } from '../../cloud-stub/devices/new-identity.ts';
import type { Flash } from '../../hal/flash/flash.ts';
import type { Log } from '../../hal/log/log.ts';
import type { Random } from '../../hal/random/random.ts';
import { DEVICE_ID } from '../../wire/choices.ts';
import { fail, ok, type Result } from '../../wire/errors.ts';
import { readSecret } from '../../wire/signing.ts';
import { identityFieldsIn, readIdentity } from '../../simulation/device/stored-identity.ts';
import { textOf } from '../process/text-file.ts';

/**
 * Reads the identity from a file such as `tapin cloud enrol` prints. Errors: `bad_value`; the message never quotes the
 * file.
 */
export function readIdentityFile(path: string): Result<DeviceIdentity> {
  const text = textOf(path);
  if (!text.ok) return fail('bad_value', `The identity ${text.error.message}`);
  const identity = identityFrom(text.value);
  return identity ?? fail('bad_value', `${path} contains no identity; create one with tapin cloud enrol.`);
}

function identityFrom(text: string): Result<DeviceIdentity> | null {
  const { id, secret } = identityFieldsIn(text);
  return DEVICE_ID.test(id) && readSecret(secret) ? ok({ id, secret }) : null;
}

/**
 * Writes an identity to flash unless it is already stored. Also replaces a damaged one, because the caller has named
 * the new one.
 */
export async function provision(flash: Flash, identity: DeviceIdentity): Promise<Result<void>> {
  const stored = await storedIdentity(flash);
  if (stored.ok && stored.value?.id === identity.id && stored.value.secret === identity.secret) return ok(undefined);
  return flash.write('identity', Buffer.from(JSON.stringify(identity)));
}

/** Reads the identity from flash. Errors: as `readIdentity`, with what the owner can do. */
async function storedIdentity(flash: Flash, folder = 'its data folder'): Promise<Result<DeviceIdentity | null>> {
  const identity = await readIdentity(flash);
  if (identity.ok) return identity;
  return fail(
    'data_unusable',
    `The identity of this device, identity.0 and identity.1 in ${folder}, can't be read: ${identity.error.message}. Restore one of them from a copy, or ` +
      'remove both to start as a new device.',
  );
}

interface IdentityPlace {
  /** Data folder. */
  readonly folder: string;
  readonly log: Log;
  /** Identity to use, even if the stored one is damaged. */
  readonly given?: DeviceIdentity;
}

/**
 * Determines the identity of a flash's device before anything else is stored there, and warns of a lost identity.
 * Errors: `data_unusable` for a damaged identity with no replacement given.
 */
export async function settleIdentity(flash: Flash, { folder, log, given }: IdentityPlace): Promise<Result<void>> {
  const stored = await storedIdentity(flash, folder);
  if (given) {
    const written = await provision(flash, given);
    // A device with a full or worn card plays with its stored identity.
    if (!written.ok) log.write('warn', 'storage', written.error.message);
    else if (!stored.ok)
      log.write('warn', 'storage', `The identity in ${folder} was damaged; replaced by ${given.id}.`);
    return written.ok || stored.ok ? ok(undefined) : stored;
  }
  if (!stored.ok) return stored;
  const records = stored.value ? ok([]) : await flash.list();
  if (records.ok && records.value.length > 0)
    log.write('warn', 'storage', `The data folder ${folder} has records but no identity; the device gets a new one.`);
  return ok(undefined);
}

/**
 * Enrols the device of a flash in the registry under its id, unless it is already enrolled. Errors: `data_unusable` for
 * a damaged identity, and any error of the registry or the flash.
 */
export async function ensureEnrolled(flash: Flash, registry: string, random: Random): Promise<Result<void>> {
  const stored = await storedIdentity(flash);
  if (!stored.ok) return stored;
  const devices = readRegistryFile(registry);
  if (!devices.ok) return devices;
  const identity = stored.value ?? newIdentity(random);
  // A seeded new device can draw an identity that the registry already has: it is that device with its storage lost.
  const known = devices.value.find(({ id }) => id === identity.id);
  if (known) return provision(flash, known);
  const complete = readSecret(identity.secret) ? identity : newIdentity(random, identity.id);
  const enrolled = enrolDevice(registry, complete);
  return enrolled.ok ? provision(flash, complete) : enrolled;
}
