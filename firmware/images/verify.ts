// Verifies that an image is the one offered, is for this board, and is signed with a trusted key (C51): first the
// offer, as far as the signed comment covers it, before any byte is requested, then the bytes.

import { fail, ok, type Result } from '../../wire/errors.ts';
import { readManifest } from '../../wire/firmware/image.ts';
import { readTrustedComment, trustedComment, type FirmwareOffer } from '../../wire/firmware/messages.ts';
import {
  readSignature,
  verifyComment,
  verifySignature,
  type ImageSignature,
  type PublicKey,
} from '../../wire/firmware/minisign.ts';
import type { ImageDigest } from '../../wire/signing.ts';

interface Received {
  readonly first_piece: Uint8Array;
  readonly size: number;
  readonly digest: ImageDigest;
}

/** Verifies that a trusted key signed an image as offered. Errors: `image_refused` with a sentence fragment. */
export function verifyOffer(offer: FirmwareOffer, hw: string, keys: readonly PublicKey[]): Result<ImageSignature> {
  const signature = readSignature(offer.minisig);
  if (!signature.ok) return signature;
  const key = verifyComment(keys, signature.value);
  if (!key.ok) return key;
  const comment = readTrustedComment(signature.value.trusted_comment);
  if (!comment) return refused('its signed comment describes another image');
  if (comment.hw !== hw) return refused(`it is for ${comment.hw}, but this device is ${hw}`);
  if (comment.version !== offer.version || comment.seq !== offer.seq)
    return refused('its version differs from the offer');
  return comment.size === offer.size ? signature : refused('its signed comment describes another image');
}

/** Verifies a received image. Errors: `image_refused` with a sentence fragment. */
export function verifyImage(
  offer: FirmwareOffer,
  signature: ImageSignature,
  keys: readonly PublicKey[],
  { first_piece, size, digest }: Received,
): Result<void> {
  if (size !== offer.size || digest.sha256 !== offer.sha256) return refused('it is damaged');
  const signed = verifySignature(keys, signature, digest.blake2b512);
  if (!signed.ok) return signed;
  const manifest = readManifest(first_piece);
  if (!manifest.ok) return refused('it has no valid manifest');
  return signature.trusted_comment === trustedComment(manifest.value.manifest, size)
    ? ok(undefined)
    : refused('its signed comment describes another image');
}

const refused = (why: string): Result<never> => fail('image_refused', why);
