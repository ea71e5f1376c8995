// The identity of a device in its flash (C8).

import type { DeviceIdentity } from '../../cloud-stub/devices/device-registry.ts';
import { withoutStop } from '../../firmware/within.ts';
import type { Flash } from '../../hal/flash/flash.ts';
import { textOf } from '../../wire/bytes.ts';
import { DEVICE_ID } from '../../wire/choices.ts';
import { fail, ok, type Result } from '../../wire/errors.ts';
import { readFields } from '../../wire/json-fields.ts';

/** Returns the fields of an identity in JSON; '' for missing ones. */
export function identityFieldsIn(text: string): DeviceIdentity {
  const { id, secret } = readFields(text) ?? {};
  return { id: typeof id === 'string' ? id : '', secret: typeof secret === 'string' ? secret : '' };
}

/**
 * Reads the identity; null for a device that has none yet. The secret may be missing. Errors: `data_unusable` with the
 * reason for a damaged one, which must not be replaced without a request (R152).
 */
export async function readIdentity(flash: Flash): Promise<Result<DeviceIdentity | null>> {
  const read = await flash.read('identity');
  if (!read.ok) return fail('data_unusable', withoutStop(read.error.message));
  const { value, damaged } = read.value;
  if (value === null) return damaged === '' ? ok(null) : fail('data_unusable', withoutStop(damaged));
  const identity = identityFieldsIn(textOf(value));
  return DEVICE_ID.test(identity.id) ? ok(identity) : fail('data_unusable', 'it contains no identity');
}
