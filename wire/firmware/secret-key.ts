// Secret keys that sign images, in minisign's file format without a password (`minisign -G -W`): minisign and tapin
// accept each other's keys.

import { bytesOf, toBase64, toHex, concatBytes, equalBytes } from '../bytes.ts';
import { blake2b } from 'blakejs';
import { fail, ok, type Result } from '../errors.ts';
import { publicKeyOf, signWith } from '../signing.ts';
import {
  fromCanonicalBase64,
  globalMessage,
  idBytes,
  idText,
  signatureText,
  UNTRUSTED,
  type PublicKey,
} from './minisign.ts';

export interface SecretKey {
  /** 16 upper-case hex digits. */
  readonly id: string;
  /** 32 bytes. Never displayed or logged. */
  readonly seed: Uint8Array;
}

const KEY_ID_BYTES = 8;
const SEED_BYTES = 32;
const CHECKSUM_BYTES = 32;
const ALGORITHM = bytesOf('Ed');
const CHECKSUM = bytesOf('B2');
const NO_PASSWORD = new Uint8Array(2);
/** Salt and the two cost parameters for deriving a key from a password. */
const DERIVATION = new Uint8Array(32 + 8 + 8);
const HEAD_BYTES = ALGORITHM.length + NO_PASSWORD.length + CHECKSUM.length + DERIVATION.length;
const BYTES = HEAD_BYTES + KEY_ID_BYTES + 2 * SEED_BYTES + CHECKSUM_BYTES;

/** Creates a key from 40 random bytes. */
export const newSecretKey = (random: Uint8Array): SecretKey => ({
  id: toHex(random.subarray(0, KEY_ID_BYTES)).toUpperCase(),
  seed: random.subarray(KEY_ID_BYTES, KEY_ID_BYTES + SEED_BYTES),
});
export const NEW_KEY_BYTES = KEY_ID_BYTES + SEED_BYTES;

export const toPublicKey = ({ id, seed }: SecretKey): PublicKey => ({ id, bytes: publicKeyOf(seed) });

/** Parses a secret key file. Errors: `key_unusable`. */
export function readSecretKey(text: string): Result<SecretKey> {
  const [comment, line, ...more] = text.trimEnd().split(/\r?\n/);
  const bytes = fromCanonicalBase64(line);
  const formed = comment?.startsWith(UNTRUSTED) && more.length === 0 && bytes?.length === BYTES;
  if (!formed || !bytes || !equalBytes(bytes.subarray(0, 2), ALGORITHM))
    return fail('key_unusable', 'Not a minisign secret key.');
  if (!equalBytes(bytes.subarray(2, 4), NO_PASSWORD))
    return fail('key_unusable', 'This key has a password; create one without with minisign -G -W.');
  const [id, key, checksum] = [
    bytes.subarray(HEAD_BYTES, HEAD_BYTES + KEY_ID_BYTES),
    bytes.subarray(HEAD_BYTES + KEY_ID_BYTES, BYTES - CHECKSUM_BYTES),
    bytes.subarray(BYTES - CHECKSUM_BYTES),
  ];
  const seed = key.subarray(0, SEED_BYTES);
  // Some versions of minisign omit the checksum if there is no password.
  const checked = [new Uint8Array(CHECKSUM_BYTES), checksumOf(id, key)].some((each) => equalBytes(each, checksum));
  if (!checked || !equalBytes(publicKeyOf(seed), key.subarray(SEED_BYTES)))
    return fail('key_unusable', 'This secret key is damaged.');
  return ok({ id: idText(id), seed });
}

/** Returns the file of a secret key. */
export function secretKeyText(key: SecretKey): string {
  const pair = concatBytes([key.seed, publicKeyOf(key.seed)]);
  const id = idBytes(key.id);
  const head = [ALGORITHM, NO_PASSWORD, CHECKSUM, DERIVATION];
  const bytes = concatBytes([...head, id, pair, checksumOf(id, pair)]);
  return `${UNTRUSTED}minisign secret key ${key.id}, without a password\n${toBase64(bytes)}\n`;
}

/** Returns the signature file for an image with this BLAKE2b-512 hash. */
export function signImage(key: SecretKey, blake2b512: Uint8Array, trusted_comment: string): string {
  const signature = signWith(key.seed, blake2b512);
  const global_signature = signWith(key.seed, globalMessage(signature, trusted_comment));
  return signatureText({ key_id: key.id, signature, trusted_comment, global_signature });
}

const checksumOf = (id: Uint8Array, pair: Uint8Array): Uint8Array =>
  blake2b(concatBytes([ALGORITHM, id, pair]), undefined, CHECKSUM_BYTES);
