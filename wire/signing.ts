// How a request is signed (relay §5, choices C7 and C8): HMAC-SHA256 with the device's secret over the text
// `<timestamp>.` followed by the raw body, written as 64 lower-case hex characters. The only file that does cryptography.

import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  hash,
  sign as signBytes,
  timingSafeEqual,
  verify as verifyBytes,
  type KeyObject,
} from 'node:crypto';
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

/** Whether a text has the form of a signature. */
export const isSignature = (text: string): boolean => HEX.test(text);

/** Whether a signature is the right one, compared in constant time; a text of another form is none. */
export const verify = (key: DeviceKey, timestamp: string, body: Uint8Array, signature: string): boolean =>
  isSignature(signature) && timingSafeEqual(digest(key, timestamp, body), Buffer.from(signature, 'hex'));

const digest = (key: DeviceKey, timestamp: string, body: Uint8Array): Buffer =>
  createHmac('sha256', key).update(`${timestamp}.`).update(body).digest();

/** The hash of a text's bytes, 64 lower-case hex characters. */
export const sha256Of = (bytes: Uint8Array): string => hash('sha256', bytes, 'hex');

/** Tells one body from another. */
export const fingerprintOf = (body: Uint8Array): string => hash('sha256', body, 'base64url');

/** Of bytes that come in pieces. */
export interface ImageDigest {
  /** 64 lower-case hex characters. */
  readonly sha256: string;
  /** BLAKE2b of 64 bytes: what a prehashed signature of minisign signs. */
  readonly blake2b512: Uint8Array;
}

/** Both hashes of an image, fed piece by piece. */
export function createImageHasher(): { add(piece: Uint8Array): void; digest(): ImageDigest } {
  const [sha256, blake2b512] = [createHash('sha256'), createHash('blake2b512')];
  return {
    add(piece) {
      sha256.update(piece);
      blake2b512.update(piece);
    },
    digest: () => ({ sha256: sha256.digest('hex'), blake2b512: blake2b512.digest() }),
  };
}

/** What stands before the 32 bytes of an Ed25519 key in DER (RFC 8410): of a public key (SPKI), and of a private one (PKCS #8). */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Whether a signature of 64 bytes is that of the holder of a public key of 32 bytes (Ed25519). */
export const isSignedBy = (public_key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean =>
  verifyBytes(
    null,
    message,
    createPublicKey({ key: Buffer.concat([SPKI, public_key]), format: 'der', type: 'spki' }),
    signature,
  );

/** The Ed25519 signature, 64 bytes, by a seed of 32 bytes. */
export const signWith = (seed: Uint8Array, message: Uint8Array): Uint8Array =>
  signBytes(null, message, privateKey(seed));

/** The public key, 32 bytes, of a seed of 32 bytes. */
export const publicKeyOf = (seed: Uint8Array): Uint8Array =>
  createPublicKey(privateKey(seed)).export({ format: 'der', type: 'spki' }).subarray(SPKI.length);

const privateKey = (seed: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
