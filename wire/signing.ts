// How a request is signed (relay §5, choices C7 and C8): HMAC-SHA256 with the device's secret over the text
// `<timestamp>.` followed by the raw body, written as 64 lower-case hex characters. The only file that does cryptography.

import { createHmac, createSecretKey, hash, timingSafeEqual, type KeyObject } from 'node:crypto';
import { SECRET_BYTES } from './choices.ts';
import { SIGNATURE_HEX_CHARS } from './limits.ts';

/** The names of the three headers, in lower case as Node reads them. */
export const HEADER = { device: 'x-device-id', timestamp: 'x-timestamp', signature: 'x-signature' } as const;

const HEX = new RegExp(`^[0-9a-f]{${SIGNATURE_HEX_CHARS}}$`);

/** A device's secret, ready for use; it shows nothing of itself. Made once for each device, since making it costs more than signing. */
export type DeviceKey = KeyObject;

/** The key of a secret written as 64 hex characters; null if it is not written so. */
export const readSecret = (text: string): DeviceKey | null =>
  /^[0-9a-fA-F]+$/.test(text) && text.length === 2 * SECRET_BYTES ? createSecretKey(text, 'hex') : null;

/** A key that no device has. */
export const noDeviceKey = (): DeviceKey => createSecretKey(new Uint8Array(SECRET_BYTES));

/** The signature of these body bytes. `timestamp`: Unix seconds as they stand in the header. */
export const sign = (key: DeviceKey, timestamp: string, body: Uint8Array): string =>
  digest(key, timestamp, body).toString('hex');

/** Whether a signature is the right one, compared in constant time; a text of another form is none. */
export const verify = (key: DeviceKey, timestamp: string, body: Uint8Array, signature: string): boolean =>
  HEX.test(signature) && timingSafeEqual(digest(key, timestamp, body), Buffer.from(signature, 'hex'));

const digest = (key: DeviceKey, timestamp: string, body: Uint8Array): Buffer =>
  createHmac('sha256', key).update(`${timestamp}.`).update(body).digest();

/** The hash of a text's bytes, 64 lower-case hex characters. */
export const sha256Of = (bytes: Uint8Array): string => hash('sha256', bytes, 'hex');

/** Tells one body from another. */
export const fingerprintOf = (body: Uint8Array): string => hash('sha256', body, 'base64url');
