// How a request is signed (relay §5, choices C7 and C8): HMAC-SHA256 with the device's secret over the text
// `<timestamp>.` followed by the raw body, written as 64 lower-case hex characters. The only file that does cryptography.

import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import { SECRET_BYTES } from './choices.ts';
import { SIGNATURE_HEX_CHARS } from './limits.ts';

/** The names of the three headers, in lower case as Node reads them. */
export const HEADER = { device: 'x-device-id', timestamp: 'x-timestamp', signature: 'x-signature' } as const;

const HEX = new RegExp(`^[0-9a-f]{${SIGNATURE_HEX_CHARS}}$`);

/** The bytes of a secret written as 64 hex characters; null if it is not written so. */
export const readSecret = (text: string): Uint8Array | null =>
  /^[0-9a-fA-F]+$/.test(text) && text.length === 2 * SECRET_BYTES ? Buffer.from(text, 'hex') : null;

/** The signature of these body bytes. `timestamp`: Unix seconds as they stand in the header. */
export const sign = (secret: Uint8Array, timestamp: string, body: Uint8Array): string =>
  digest(secret, timestamp, body).toString('hex');

/** Whether a signature is the right one, compared in constant time; a text of another form is none. */
export const verify = (secret: Uint8Array, timestamp: string, body: Uint8Array, signature: string): boolean =>
  HEX.test(signature) && timingSafeEqual(digest(secret, timestamp, body), Buffer.from(signature, 'hex'));

const digest = (secret: Uint8Array, timestamp: string, body: Uint8Array): Buffer =>
  createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest();

/** Tells one body from another. */
export const fingerprintOf = (body: Uint8Array): string => hash('sha256', body, 'base64url');
