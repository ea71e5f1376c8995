// The pieces of an image on their way into the flash: which are there, which is next, and what an answer of the store brings.
// A download goes on where it stopped, also after a loss of power.

import type { HttpDocument, HttpGet } from '../../hal/http/http.ts';
import { fail, ok, type Result } from '../../wire/errors.ts';
import { pathInStore } from '../store-path.ts';
import type { FirmwareOffer } from '../../wire/firmware/messages.ts';

/** C94: an image is fetched and kept in pieces of this size, each asked for once; no answer has more. */
export const PIECE_BYTES = 262_144;

/** The record that says which image the pieces are of. */
export const PART_RECORD = 'firmware-part';
const PIECE_NAME = /^firmware-piece-(\d{4})$/;
export const pieceRecord = (at: number): string => `firmware-piece-${String(at).padStart(4, '0')}`;
export const isPieceRecord = (name: string): boolean => PIECE_NAME.test(name);

export const partText = ({ version, sha256, size }: FirmwareOffer): string => `${version} ${sha256} ${size}`;

export const piecesOf = ({ size }: FirmwareOffer): number => Math.ceil(size / PIECE_BYTES);

/** How many pieces are there from the first on without a gap. */
export function piecesKept(names: readonly string[]): number {
  const there = new Set(names);
  let count = 0;
  while (there.has(pieceRecord(count))) count++;
  return count;
}

/** The bytes of a piece, first and last. */
function rangeOf({ size }: FirmwareOffer, at: number): readonly [first: number, last: number] {
  return [at * PIECE_BYTES, Math.min((at + 1) * PIECE_BYTES, size) - 1];
}

/** The request for a piece. Images come from the store itself. Errors: a half sentence. */
export function requestFor(store: string, offer: FirmwareOffer, at: number): Result<HttpGet> {
  const path = pathInStore(store, offer.url);
  if (!path.ok) return path;
  const [first, last] = rangeOf(offer, at);
  const headers = { range: `bytes=${first}-${last}`, 'if-range': `"${offer.sha256}"` };
  return ok({ url: `${store}${path.value}`, headers, bytes_max: last - first + 1 });
}

/** The piece that came. A server that knows no ranges gives the whole, which is a piece where there is no more. Errors: a half sentence. */
export function pieceFrom(
  { status, headers, bytes }: HttpDocument,
  offer: FirmwareOffer,
  at: number,
): Result<Uint8Array> {
  const [first, last] = rangeOf(offer, at);
  const { size } = offer;
  if (status === 200 && bytes.length === size) return ok(bytes);
  const asked = headers['content-range'] === `bytes ${first}-${last}/${size}` && bytes.length === last - first + 1;
  if (status === 206 && asked) return ok(bytes);
  if (status === 200 || status === 206 || status === 416)
    return fail('image_refused', 'the store gives out something else just now');
  return fail('http_failed', `the store answers ${status}`);
}
