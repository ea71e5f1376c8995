// Whether the bytes of an image are what was offered, for this board, and signed by somebody whom the device trusts (C51).

import { fail, ok, type Result } from '../../wire/errors.ts';
import { readManifest } from '../../wire/firmware/image.ts';
import { trustedComment, type FirmwareOffer } from '../../wire/firmware/messages.ts';
import { readSignature, verifySignature, type PublicKey } from '../../wire/firmware/minisign.ts';
import type { ImageDigest } from '../../wire/signing.ts';

export interface Received {
  readonly first_piece: Uint8Array;
  readonly size: number;
  readonly digest: ImageDigest;
}

/** Errors: `image_refused` with a half sentence. */
export function verifyImage(
  offer: FirmwareOffer,
  hw: string,
  keys: readonly PublicKey[],
  { first_piece, size, digest }: Received,
): Result<void> {
  if (size !== offer.size || digest.sha256 !== offer.sha256) return refused('it came damaged');
  const signature = readSignature(offer.minisig);
  if (!signature.ok) return signature;
  const signed = verifySignature(keys, signature.value, digest.blake2b512);
  if (!signed.ok) return signed;
  const manifest = readManifest(first_piece);
  if (!manifest.ok) return refused('it does not say what it is');
  const says = manifest.value.manifest;
  if (says.hw !== hw) return refused(`it is for ${says.hw}, and this device is ${hw}`);
  if (says.version !== offer.version || says.seq !== offer.seq)
    return refused('it is another version than it was offered as');
  return signature.value.trusted_comment === trustedComment(says, size)
    ? ok(undefined)
    : refused('what was signed with it is about another image');
}

const refused = (why: string): ReturnType<typeof fail> => fail('image_refused', why);
