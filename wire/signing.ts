// Request signatures (relay §5, choices C7 and C8): HMAC-SHA256 with the device's secret over `<timestamp>.` followed
// by the raw body, as 64 lower-case hex characters. All cryptography of the project's own formats passes through here.

import {
  createHasher,
  ed25519PublicKey,
  equalSecrets,
  hmacSha256,
  secretKey,
  sha256,
  signEd25519,
  verifyEd25519,
  type SecretKey,
} from '#crypto';
import { bytesOf, concatBytes, fromHex, toBase64url, toHex } from './bytes.ts';
import { SECRET_BYTES } from './choices.ts';
import { SIGNATURE_HEX_CHARS } from './limits.ts';

/** Names of the three headers, in lower case as Node returns them. */
export const HEADER = { device: 'x-device-id', timestamp: 'x-timestamp', signature: 'x-signature' } as const;

const HEX = new RegExp(`^[0-9a-f]{${SIGNATURE_HEX_CHARS}}$`);

/** A device's secret as an opaque key. */
export type DeviceKey = SecretKey;

/** Parses a secret of 64 hex characters; null for any other text. */
export const readSecret = (text: string): DeviceKey | null =>
  /^[0-9a-fA-F]+$/.test(text) && text.length === 2 * SECRET_BYTES ? secretKey(fromHex(text)) : null;

/** Returns a key that no device has. */
export const noDeviceKey = (): DeviceKey => secretKey(new Uint8Array(SECRET_BYTES));

/** Signs a body. `timestamp`: Unix seconds as sent in the header. */
export const sign = (key: DeviceKey, timestamp: string, body: Uint8Array): string =>
  toHex(digest(key, timestamp, body));

/** Whether a text has the form of a signature. */
export const isSignature = (text: string): boolean => HEX.test(text);

/** Verifies a signature in constant time; false if it is malformed. */
export const verify = (key: DeviceKey, timestamp: string, body: Uint8Array, signature: string): boolean =>
  isSignature(signature) && equalSecrets(digest(key, timestamp, body), fromHex(signature));

const digest = (key: DeviceKey, timestamp: string, body: Uint8Array): Uint8Array =>
  hmacSha256(key, concatBytes([bytesOf(`${timestamp}.`), body]));

/** Returns the SHA-256 hash as 64 lower-case hex characters. */
export const sha256Of = (bytes: Uint8Array): string => toHex(sha256(bytes));

/** Returns a hash that distinguishes bodies. */
export const fingerprintOf = (body: Uint8Array): string => toBase64url(sha256(body));

/** Hashes of an image. */
export interface ImageDigest {
  /** 64 lower-case hex characters. */
  readonly sha256: string;
  /** BLAKE2b hash of 64 bytes, which minisign's prehashed signatures sign. */
  readonly blake2b512: Uint8Array;
}

/** Creates a hasher that computes both hashes of an image piece by piece. */
export function createImageHasher(): { add(piece: Uint8Array): void; digest(): ImageDigest } {
  const [first, second] = [createHasher('sha256'), createHasher('blake2b512')];
  return {
    add(piece) {
      first.add(piece);
      second.add(piece);
    },
    digest: () => ({ sha256: toHex(first.digest()), blake2b512: second.digest() }),
  };
}

/** Verifies an Ed25519 signature of 64 bytes with a public key of 32 bytes. */
export const isSignedBy = verifyEd25519;

/** Returns the Ed25519 signature, 64 bytes, made with a seed of 32 bytes. */
export const signWith = signEd25519;

/** Returns the public key, 32 bytes, of a seed of 32 bytes. */
export const publicKeyOf = ed25519PublicKey;
