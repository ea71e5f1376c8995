// Who a device is to the cloud: its identity as files have it, and the key that goes with its secret.

import { assertDefined } from '../../../wire/errors.ts';
import * as v from 'valibot';
import { readSecret, type DeviceKey } from '../../../wire/signing.ts';

export const identityShape = v.strictObject({ id: v.string(), secret: v.string() });

/** `secret`: 64 hex characters. */
export const keyOf = (secret: string): DeviceKey => assertDefined(readSecret(secret), 'key of this secret');
