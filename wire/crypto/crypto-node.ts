// Cryptography of Node. Has the same exports as crypto-browser.ts; `#crypto` in package.json selects one of them.

import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  hash,
  sign,
  timingSafeEqual,
  verify,
  type KeyObject,
} from 'node:crypto';
import { concatBytes, fromHex } from '../bytes.ts';

/** Secret of HMAC-SHA256. Created once per secret, since creating it costs more than signing. */
export type SecretKey = KeyObject;

/** Hasher that takes a message piece by piece. */
export interface Hasher {
  add(piece: Uint8Array): Hasher;
  /** Ends the message. SHA-256: 32 bytes; BLAKE2b: 64 bytes. */
  digest(): Uint8Array;
}

/** DER prefixes of a 32-byte Ed25519 key (RFC 8410): public (SPKI) and private (PKCS #8). */
const SPKI = fromHex('302a300506032b6570032100');
const PKCS8 = fromHex('302e020100300506032b657004220420');

export const secretKey = (bytes: Uint8Array): SecretKey => createSecretKey(bytes);

export const hmacSha256 = (key: SecretKey, message: Uint8Array): Uint8Array =>
  createHmac('sha256', key).update(message).digest();

export const sha256 = (message: Uint8Array): Uint8Array => hash('sha256', message, 'buffer');

export function createHasher(algorithm: 'sha256' | 'blake2b512'): Hasher {
  const state = createHash(algorithm);
  const hasher: Hasher = {
    add(piece) {
      state.update(piece);
      return hasher;
    },
    digest: () => state.digest(),
  };
  return hasher;
}

/** Compares secret bytes in constant time. */
export const equalSecrets = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && timingSafeEqual(a, b);

/** Verifies an Ed25519 signature of 64 bytes with a public key of 32 bytes (RFC 8032). */
export function verifyEd25519(public_key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const key = createPublicKey({ key: Buffer.from(concatBytes([SPKI, public_key])), format: 'der', type: 'spki' });
  return verify(null, message, key, signature);
}

/** Returns the Ed25519 signature, 64 bytes, made with a seed of 32 bytes. */
export const signEd25519 = (seed: Uint8Array, message: Uint8Array): Uint8Array => sign(null, message, privateKey(seed));

/** Returns the public key, 32 bytes, of a seed of 32 bytes. */
export const ed25519PublicKey = (seed: Uint8Array): Uint8Array =>
  createPublicKey(privateKey(seed)).export({ format: 'der', type: 'spki' }).subarray(SPKI.length);

const privateKey = (seed: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.from(concatBytes([PKCS8, seed])), format: 'der', type: 'pkcs8' });
