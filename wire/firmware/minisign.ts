// Image signatures in minisign format (C51): Ed25519 over the BLAKE2b-512 hash of the image, and a second signature
// over the first plus the trusted comment, so that neither can be swapped. The legacy form without prehashing is
// refused.

import { bytesOf, latin1Of, toBase64, fromBase64, toHex, fromHex, concatBytes } from '../bytes.ts';
import { fail, ok, type Result } from '../errors.ts';
import { isSignedBy } from '../signing.ts';

const ALGORITHM_BYTES = 2;
const KEY_ID_BYTES = 8;
const PUBLIC_KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
const PREHASHED = 'ED';
const LEGACY = 'Ed';
/** Limit above the length of any line that minisign writes. */
const LINE_CHARS_MAX = 1024;

export const UNTRUSTED = 'untrusted comment: ';
const TRUSTED = 'trusted comment: ';

export interface PublicKey {
  /** 16 upper-case hex digits, as minisign shows them. */
  readonly id: string;
  readonly bytes: Uint8Array;
}

export interface ImageSignature {
  readonly key_id: string;
  readonly signature: Uint8Array;
  readonly trusted_comment: string;
  readonly global_signature: Uint8Array;
}

const refused = (why: string): Result<never> => fail('image_refused', why);

/** Parses a public key: a key file with a comment line, or the key line on its own. Errors: `key_unusable`. */
export function readPublicKey(text: string): Result<PublicKey> {
  const lines = linesOf(text);
  const bytes = fromCanonicalBase64(lines.length === 2 && lines[0]?.startsWith(UNTRUSTED) ? lines[1] : lines[0]);
  const whole = bytes?.length === ALGORITHM_BYTES + KEY_ID_BYTES + PUBLIC_KEY_BYTES && lines.length <= 2;
  if (!bytes || !whole || latin1Of(bytes.subarray(0, ALGORITHM_BYTES)) !== LEGACY)
    return fail('key_unusable', 'Not a minisign public key.');
  return ok({ id: keyIdOf(bytes), bytes: bytes.subarray(ALGORITHM_BYTES + KEY_ID_BYTES) });
}

/** Returns the file of a public key. */
export const publicKeyText = ({ id, bytes }: PublicKey): string =>
  `${UNTRUSTED}minisign public key ${id}\n${toBase64(concatBytes([bytesOf(LEGACY), idBytes(id), bytes]))}\n`;

/** Parses a signature file. Errors: `image_refused` with half a sentence. */
export function readSignature(text: string): Result<ImageSignature> {
  const [untrusted, first, trusted, second, ...more] = linesOf(text);
  const bytes = fromCanonicalBase64(first);
  const global_signature = fromCanonicalBase64(second);
  const formed = untrusted?.startsWith(UNTRUSTED) && more.length === 0;
  if (
    !formed ||
    !trusted?.startsWith(TRUSTED) ||
    bytes?.length !== ALGORITHM_BYTES + KEY_ID_BYTES + SIGNATURE_BYTES ||
    !global_signature
  )
    return refused('it has no minisign signature');
  const algorithm = latin1Of(bytes.subarray(0, ALGORITHM_BYTES));
  if (algorithm === LEGACY) return refused('its signature has the legacy format, which is not accepted');
  if (algorithm !== PREHASHED || global_signature.length !== SIGNATURE_BYTES)
    return refused('it has no minisign signature');
  return ok({
    key_id: keyIdOf(bytes),
    signature: bytes.subarray(ALGORITHM_BYTES + KEY_ID_BYTES),
    trusted_comment: trusted.slice(TRUSTED.length),
    global_signature,
  });
}

/** Returns the text of a signature file. */
export const signatureText = ({ key_id, signature, trusted_comment, global_signature }: ImageSignature): string =>
  [
    `${UNTRUSTED}signature of tapin firmware`,
    toBase64(concatBytes([bytesOf(PREHASHED), idBytes(key_id), signature])),
    `${TRUSTED}${trusted_comment}`,
    toBase64(global_signature),
    '',
  ].join('\n');

/** Returns the message that the second signature signs. */
export const globalMessage = (signature: Uint8Array, trusted_comment: string): Uint8Array =>
  concatBytes([signature, bytesOf(trusted_comment)]);

/**
 * Verifies the signed comment, without the image, and returns the key that signed it. Errors: `image_refused` with half
 * a sentence.
 */
export function verifyComment(
  keys: readonly PublicKey[],
  { key_id, signature, trusted_comment, global_signature }: ImageSignature,
): Result<PublicKey> {
  const key = keys.find(({ id }) => id === key_id);
  if (!key) return refused(`it is signed with the key ${key_id}, which this device does not trust`);
  return isSignedBy(key.bytes, globalMessage(signature, trusted_comment), global_signature)
    ? ok(key)
    : refused('its signed comment was changed');
}

/**
 * Verifies that one of these keys signed an image with this BLAKE2b-512 hash. Errors: `image_refused` with half a
 * sentence.
 */
export function verifySignature(
  keys: readonly PublicKey[],
  signature: ImageSignature,
  blake2b512: Uint8Array,
): Result<void> {
  const key = verifyComment(keys, signature);
  if (!key.ok) return key;
  return isSignedBy(key.value.bytes, blake2b512, signature.signature)
    ? ok(undefined)
    : refused('its signature is not of this image');
}

/** minisign shows the eight bytes as a little-endian number. */
const keyIdOf = (bytes: Uint8Array): string => idText(bytes.subarray(ALGORITHM_BYTES, ALGORITHM_BYTES + KEY_ID_BYTES));

export const idText = (bytes: Uint8Array): string => toHex(bytes.toReversed()).toUpperCase();

export const idBytes = (id: string): Uint8Array => fromHex(id).toReversed();

const linesOf = (text: string): readonly string[] => {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines.some((line) => line.length > LINE_CHARS_MAX) ? [] : lines;
};

/** Decodes canonical base64; null for anything else. */
export function fromCanonicalBase64(text: string | undefined): Uint8Array | null {
  const bytes = text === undefined ? null : fromBase64(text);
  return bytes && toBase64(bytes) === text ? bytes : null;
}
