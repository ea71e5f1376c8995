// Cryptography in browsers, whose own is asynchronous. Has the same exports as crypto-node.ts.

import * as ed25519 from '@noble/ed25519';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256, sha512 } from '@noble/hashes/sha2.js';
import blakejs from 'blakejs';
import type { Hasher } from './crypto-node.ts';

ed25519.hashes.sha512 = sha512;

export type SecretKey = Uint8Array;
export { sha256 };

export const secretKey = (bytes: Uint8Array): SecretKey => bytes;

export const hmacSha256 = (key: SecretKey, message: Uint8Array): Uint8Array => hmac(sha256, key, message);

export function createHasher(algorithm: 'sha256' | 'blake2b512'): Hasher {
  const state = algorithm === 'sha256' ? sha256.create() : blake2b512();
  const hasher: Hasher = {
    add(piece) {
      state.update(piece);
      return hasher;
    },
    digest: () => state.digest(),
  };
  return hasher;
}

function blake2b512(): { update(piece: Uint8Array): void; digest(): Uint8Array } {
  const state = blakejs.blake2bInit(64);
  return {
    update: (piece) => blakejs.blake2bUpdate(state, piece),
    digest: () => new Uint8Array(blakejs.blake2bFinal(state)),
  };
}

export function equalSecrets(a: Uint8Array, b: Uint8Array): boolean {
  let difference = a.length ^ b.length;
  for (let at = 0; at < a.length; at++) difference |= (a[at] ?? 0) ^ (b[at] ?? 0);
  return difference === 0;
}

export function verifyEd25519(public_key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  try {
    return ed25519.verify(signature, message, public_key, { zip215: false });
  } catch {
    return false; // a signature of another length
  }
}

export const signEd25519 = (seed: Uint8Array, message: Uint8Array): Uint8Array => ed25519.sign(message, seed);

export const ed25519PublicKey = (seed: Uint8Array): Uint8Array => ed25519.getPublicKey(seed);
