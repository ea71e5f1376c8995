// Creates the identity of a device (C8).

import type { Random } from '../../hal/random/random.ts';
import { toHex } from '../../wire/bytes.ts';
import { SECRET_BYTES } from '../../wire/choices.ts';
import type { DeviceIdentity } from './device-registry.ts';

/** Returns a new identity. Default `id`: random. */
export const newIdentity = (random: Random, id = `TP-${toHex(random.bytes(6)).toUpperCase()}`): DeviceIdentity => ({
  id,
  secret: toHex(random.bytes(SECRET_BYTES)),
});
