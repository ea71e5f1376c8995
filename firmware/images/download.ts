// Pieces of an image download: those on the flash, the next one, and the parser of the store's answer. A download
// resumes where it stopped, even after a power loss.

import type { HttpDocument, HttpGet } from '../../hal/http/http.ts';
import { fail, ok, type Result } from '../../wire/errors.ts';
import { pathInStore } from '../store-path.ts';
import type { FirmwareOffer } from '../../wire/firmware/messages.ts';

/** C94: size of the pieces in which an image is fetched and stored, one request each; no answer is larger. */
export const PIECE_BYTES = 262_144;

/** Record that identifies the image of the stored pieces. */
export const PART_RECORD = 'firmware-part';
const PIECE_NAME = /^firmware-piece-(\d{4})$/;
export const pieceRecord = (at: number): string => `firmware-piece-${String(at).padStart(4, '0')}`;
export const isPieceRecord = (name: string): boolean => PIECE_NAME.test(name);

export const partText = ({ version, sha256, size }: FirmwareOffer): string => `${version} ${sha256} ${size}`;

export const piecesOf = ({ size }: FirmwareOffer): number => Math.ceil(size / PIECE_BYTES);

/** Counts the stored pieces from the first one without a gap. */
export function piecesKept(names: readonly string[]): number {
  const there = new Set(names);
  let count = 0;
  while (there.has(pieceRecord(count))) count++;
  return count;
}

/** Returns the first and last byte of a piece. */
function rangeOf({ size }: FirmwareOffer, at: number): readonly [first: number, last: number] {
  return [at * PIECE_BYTES, Math.min((at + 1) * PIECE_BYTES, size) - 1];
}

/** Builds the request for a piece; the URL must lie within the store. Errors: a sentence fragment. */
export function requestFor(store: string, offer: FirmwareOffer, at: number): Result<HttpGet> {
  const path = pathInStore(store, offer.url);
  if (!path.ok) return path;
  const [first, last] = rangeOf(offer, at);
  const headers = { range: `bytes=${first}-${last}`, 'if-range': `"${offer.sha256}"` };
  return ok({ url: `${store}${path.value}`, headers, bytes_max: last - first + 1 });
}

/**
 * Reads a piece from the answer. A server without range support sends the whole image, which is accepted if it is a
 * single piece. Errors: a sentence fragment.
 */
export function pieceFrom(
  { status, headers, bytes }: HttpDocument,
  offer: FirmwareOffer,
  at: number,
): Result<Uint8Array> {
  const [first, last] = rangeOf(offer, at);
  const { size } = offer;
  if (status === 200 && bytes.length === size) return ok(bytes);
  const matches = headers['content-range'] === `bytes ${first}-${last}/${size}` && bytes.length === last - first + 1;
  if (status === 206 && matches) return ok(bytes);
  if (status === 200 || status === 206 || status === 416) return fail('image_refused', 'the store sent something else');
  return fail('http_failed', `the store answered ${status}`);
}
