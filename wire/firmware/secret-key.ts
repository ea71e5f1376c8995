// Secret keys that sign images, in minisign's file format without a password (`minisign -G -W`): minisign and tapin
// accept each other's keys.

import { blake2b } from 'blakejs';
import { fail, ok, type Result } from '../errors.ts';
import { publicKeyOf, signWith } from '../signing.ts';
import { fromBase64, globalMessage, idBytes, idText, signatureText, UNTRUSTED, type PublicKey } from './minisign.ts';

export interface SecretKey {
  /** 16 upper-case hex digits. */
  readonly id: string;
  /** 32 bytes. Never displayed or logged. */
  readonly seed: Uint8Array;
}

const KEY_ID_BYTES = 8;
const SEED_BYTES = 32;
const CHECKSUM_BYTES = 32;
const ALGORITHM = Buffer.from('Ed');
const CHECKSUM = Buffer.from('B2');
const NO_PASSWORD = Buffer.alloc(2);
/** Salt and the two cost parameters for deriving a key from a password. */
const DERIVATION = Buffer.alloc(32 + 8 + 8);
const HEAD_BYTES = ALGORITHM.length + NO_PASSWORD.length + CHECKSUM.length + DERIVATION.length;
const BYTES = HEAD_BYTES + KEY_ID_BYTES + 2 * SEED_BYTES + CHECKSUM_BYTES;

/** Creates a key from 40 random bytes. */
export const newSecretKey = (random: Uint8Array): SecretKey => ({
  id: Buffer.from(random.subarray(0, KEY_ID_BYTES)).toString('hex').toUpperCase(),
  seed: random.subarray(KEY_ID_BYTES, KEY_ID_BYTES + SEED_BYTES),
});
export const NEW_KEY_BYTES = KEY_ID_BYTES + SEED_BYTES;

export const toPublicKey = ({ id, seed }: SecretKey): PublicKey => ({ id, bytes: publicKeyOf(seed) });

/** Parses a secret key file. Errors: `key_unusable`. */
export function readSecretKey(text: string): Result<SecretKey> {
  const [comment, line, ...more] = text.trimEnd().split(/\r?\n/);
  const bytes = fromBase64(line);
  const formed = comment?.startsWith(UNTRUSTED) && more.length === 0 && bytes?.length === BYTES;
  if (!formed || !bytes || !bytes.subarray(0, 2).equals(ALGORITHM))
    return fail('key_unusable', 'Not a minisign secret key.');
  if (!bytes.subarray(2, 4).equals(NO_PASSWORD))
    return fail('key_unusable', 'This key has a password; create one without with minisign -G -W.');
  const [id, key, checksum] = [
    bytes.subarray(HEAD_BYTES, HEAD_BYTES + KEY_ID_BYTES),
    bytes.subarray(HEAD_BYTES + KEY_ID_BYTES, BYTES - CHECKSUM_BYTES),
    bytes.subarray(BYTES - CHECKSUM_BYTES),
  ];
  const seed = key.subarray(0, SEED_BYTES);
  // Some versions of minisign omit the checksum if there is no password.
  const checked = checksum.equals(Buffer.alloc(CHECKSUM_BYTES)) || checksumOf(id, key).equals(checksum);
  if (!checked || !Buffer.from(publicKeyOf(seed)).equals(key.subarray(SEED_BYTES)))
    return fail('key_unusable', 'This secret key is damaged.');
  return ok({ id: idText(id), seed });
}

/** Returns the file of a secret key. */
export function secretKeyText(key: SecretKey): string {
  const pair = Buffer.concat([key.seed, publicKeyOf(key.seed)]);
  const id = idBytes(key.id);
  const head = [ALGORITHM, NO_PASSWORD, CHECKSUM, DERIVATION];
  const bytes = Buffer.concat([...head, id, pair, checksumOf(id, pair)]);
  return `${UNTRUSTED}minisign secret key ${key.id}, without a password\n${bytes.toString('base64')}\n`;
}

/** Returns the signature file for an image with this BLAKE2b-512 hash. */
export function signImage(key: SecretKey, blake2b512: Uint8Array, trusted_comment: string): string {
  const signature = signWith(key.seed, blake2b512);
  const global_signature = signWith(key.seed, globalMessage(signature, trusted_comment));
  return signatureText({ key_id: key.id, signature, trusted_comment, global_signature });
}

const checksumOf = (id: Uint8Array, pair: Uint8Array): Buffer =>
  Buffer.from(blake2b(Buffer.concat([ALGORITHM, id, pair]), undefined, CHECKSUM_BYTES));
