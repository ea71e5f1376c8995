// Device identity for the cloud: as stored in files, and the key that belongs to its secret.

import { assertDefined } from '../../../wire/errors.ts';
import * as v from 'valibot';
import { readSecret, type DeviceKey } from '../../../wire/signing.ts';

export const identityShape = v.strictObject({ id: v.string(), secret: v.string() });

/** Returns the key of a secret. `secret`: 64 hex characters. */
export const keyOf = (secret: string): DeviceKey => assertDefined(readSecret(secret), 'key of this secret');
