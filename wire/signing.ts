// Request signatures (relay §5, choices C7 and C8): HMAC-SHA256 with the device's secret over `<timestamp>.` followed
// by the raw body, as 64 lower-case hex characters. The only file that does cryptography.

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

/** Names of the three headers, in lower case as Node returns them. */
export const HEADER = { device: 'x-device-id', timestamp: 'x-timestamp', signature: 'x-signature' } as const;

const HEX = new RegExp(`^[0-9a-f]{${SIGNATURE_HEX_CHARS}}$`);

/** A device's secret as an opaque key. Created once per device, since creating it costs more than signing. */
export type DeviceKey = KeyObject;

/** Parses a secret of 64 hex characters; null for any other text. */
export const readSecret = (text: string): DeviceKey | null =>
  /^[0-9a-fA-F]+$/.test(text) && text.length === 2 * SECRET_BYTES ? createSecretKey(text, 'hex') : null;

/** Returns a key that no device has. */
export const noDeviceKey = (): DeviceKey => createSecretKey(new Uint8Array(SECRET_BYTES));

/** Signs a body. `timestamp`: Unix seconds as sent in the header. */
export const sign = (key: DeviceKey, timestamp: string, body: Uint8Array): string =>
  digest(key, timestamp, body).toString('hex');

/** Whether a text has the form of a signature. */
export const isSignature = (text: string): boolean => HEX.test(text);

/** Verifies a signature in constant time; false if it is malformed. */
export const verify = (key: DeviceKey, timestamp: string, body: Uint8Array, signature: string): boolean =>
  isSignature(signature) && timingSafeEqual(digest(key, timestamp, body), Buffer.from(signature, 'hex'));

const digest = (key: DeviceKey, timestamp: string, body: Uint8Array): Buffer =>
  createHmac('sha256', key).update(`${timestamp}.`).update(body).digest();

/** Returns the SHA-256 hash as 64 lower-case hex characters. */
export const sha256Of = (bytes: Uint8Array): string => hash('sha256', bytes, 'hex');

/** Returns a hash that distinguishes bodies. */
export const fingerprintOf = (body: Uint8Array): string => hash('sha256', body, 'base64url');

/** Hashes of an image. */
export interface ImageDigest {
  /** 64 lower-case hex characters. */
  readonly sha256: string;
  /** BLAKE2b hash of 64 bytes, which minisign's prehashed signatures sign. */
  readonly blake2b512: Uint8Array;
}

/** Creates a hasher that computes both hashes of an image piece by piece. */
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

/** DER prefixes of a 32-byte Ed25519 key (RFC 8410): public (SPKI) and private (PKCS #8). */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Verifies an Ed25519 signature of 64 bytes with a public key of 32 bytes. */
export const isSignedBy = (public_key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean =>
  verifyBytes(
    null,
    message,
    createPublicKey({ key: Buffer.concat([SPKI, public_key]), format: 'der', type: 'spki' }),
    signature,
  );

/** Returns the Ed25519 signature, 64 bytes, made with a seed of 32 bytes. */
export const signWith = (seed: Uint8Array, message: Uint8Array): Uint8Array =>
  signBytes(null, message, privateKey(seed));

/** Returns the public key, 32 bytes, of a seed of 32 bytes. */
export const publicKeyOf = (seed: Uint8Array): Uint8Array =>
  createPublicKey(privateKey(seed)).export({ format: 'der', type: 'spki' }).subarray(SPKI.length);

const privateKey = (seed: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
