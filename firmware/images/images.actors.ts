// Actors of the firmware update: the check, the download into the flash, the verification and the board's image slots.

import { fromCallback, fromPromise } from 'xstate';
import type { Clock } from '../../hal/clock/clock.ts';
import type { Flash } from '../../hal/flash/flash.ts';
import type { Http, HttpDocument } from '../../hal/http/http.ts';
import type { Images, RunningImage } from '../../hal/images/images.ts';
import { fail, ok, type Result } from '../../wire/errors.ts';
import type { FirmwareOffer } from '../../wire/firmware/messages.ts';
import type { PublicKey } from '../../wire/firmware/minisign.ts';
import { createImageHasher } from '../../wire/signing.ts';
import { firmwareFrom, triesOf, type Tries } from '../persisted/firmware.ts';
import type { RecordName } from '../persisted/persisted.ts';
import { isRecord } from '../persisted/fields.ts';
import { PIECE_WAIT_MS, STORE_WAIT_MS } from '../store-waits.ts';
import { within } from '../within.ts';
import {
  isPieceRecord,
  PART_RECORD,
  partText,
  PIECE_BYTES,
  pieceRecord,
  piecesKept,
  pieceFrom,
  piecesOf,
  requestFor,
} from './download.ts';
import { checkUrl, offerFrom, type PolicyPersisted } from './policy.ts';
import { verifyImage, verifyOffer } from './verify.ts';

interface ImagePorts {
  readonly clock: Clock;
  readonly http: Http;
  readonly flash: Flash;
  readonly images: Images;
  /** Origin of the store. */
  readonly store: string;
  /** Public keys of trusted firmware. */
  readonly firmware_keys: readonly PublicKey[];
}

export interface FirmwareCheckInput {
  readonly persisted: PolicyPersisted;
  readonly image: RunningImage;
}

export interface OfferInput {
  readonly offer: FirmwareOffer;
  readonly hw: string;
}

const ANSWER_BYTES_MAX = 16_384;
const COUNT_RECORD = 'firmware' satisfies RecordName;

export const firmwareCheckFrom = ({ clock, http, flash, store }: ImagePorts) =>
  fromPromise<Result<FirmwareOffer | null>, FirmwareCheckInput>(async ({ input: { persisted, image }, signal }) => {
    const request = { url: checkUrl(store, persisted, image), headers: {}, bytes_max: ANSWER_BYTES_MAX };
    const answer = await within<HttpDocument>(clock, signal, STORE_WAIT_MS, (done) => http.get(request, done));
    const offer = answer.ok ? offerFrom(answer.value, image) : answer;
    // Free the flash: these pieces belong to an image that is no longer offered.
    if (offer.ok && offer.value === null) await discard(flash);
    return offer;
  });

export type DownloadEvent =
  | { readonly type: 'download.progress'; readonly bytes: number }
  | { readonly type: 'download.over'; readonly result: Result<void> };

export const downloadFrom = (ports: ImagePorts) =>
  fromCallback<DownloadEvent, FirmwareOffer>(({ input: offer, sendBack }) => {
    const abort = new AbortController();
    const run = async (): Promise<void> => {
      const result = await download(ports, offer, abort.signal, (bytes) =>
        sendBack({ type: 'download.progress', bytes }),
      );
      if (!abort.signal.aborted) sendBack({ type: 'download.over', result });
    };
    void run();
    return () => abort.abort();
  });

async function download(
  { clock, http, flash, store }: ImagePorts,
  offer: FirmwareOffer,
  signal: AbortSignal,
  progress: (bytes: number) => void,
): Promise<Result<void>> {
  const kept = await keptPieces(flash, offer);
  if (!kept.ok) return kept;
  let at = kept.value;
  while (at < piecesOf(offer) && !signal.aborted) {
    progress(at * PIECE_BYTES);
    const request = requestFor(store, offer, at);
    if (!request.ok) return request;
    const { value } = request;
    const answer = await within<HttpDocument>(clock, signal, PIECE_WAIT_MS, (done) => http.get(value, done));
    const came = answer.ok ? pieceFrom(answer.value, offer, at) : answer;
    if (!came.ok) {
      // The pieces stored so far may belong to an image that is no longer available.
      if (came.error.code === 'image_refused' || came.error.code === 'http_too_large') await discard(flash);
      return came;
    }
    const written = await flash.write(pieceRecord(at), came.value);
    if (!written.ok) return written;
    at++;
  }
  progress(offer.size);
  return ok(undefined);
}

/** Returns the number of stored pieces of this image; discards the pieces of any other image. */
async function keptPieces(flash: Flash, offer: FirmwareOffer): Promise<Result<number>> {
  const part = await flash.read(PART_RECORD);
  if (!part.ok) return part;
  const of = part.value.value && new TextDecoder().decode(part.value.value);
  if (of !== partText(offer)) {
    const discarded = await discard(flash);
    if (!discarded.ok) return discarded;
    const written = await flash.write(PART_RECORD, new TextEncoder().encode(partText(offer)));
    return written.ok ? ok(0) : written;
  }
  const names = await flash.list();
  return names.ok ? ok(piecesKept(names.value)) : names;
}

/** Removes the identifying record first, so that its pieces never count as pieces of another image. */
async function discard(flash: Flash): Promise<Result<void>> {
  const names = await flash.list();
  if (!names.ok) return names;
  const pieces = names.value.filter((name) => isPieceRecord(name));
  if (pieces.length === 0 && !names.value.includes(PART_RECORD)) return ok(undefined);
  for (const name of [PART_RECORD, ...pieces]) {
    const removed = await flash.remove(name);
    if (!removed.ok) return removed;
  }
  return ok(undefined);
}

/** Yields the pieces in order; throws if one cannot be read. */
async function* pieces(flash: Flash, offer: FirmwareOffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < piecesOf(offer); at++) {
    const read = await flash.read(pieceRecord(at));
    if (!read.ok || !read.value.value) throw new Error(`piece ${at} of the download is missing`);
    yield read.value.value;
  }
}

/** Verifies the signed offer before the download starts. */
export const vouchFrom = ({ firmware_keys }: Pick<ImagePorts, 'firmware_keys'>) =>
  fromPromise<Result<unknown>, OfferInput>(async ({ input: { offer, hw } }) => verifyOffer(offer, hw, firmware_keys));

/** Verifies the downloaded image; discards it on failure, so that the next run fetches it again. */
export const verifyFrom = ({ flash, firmware_keys }: ImagePorts) =>
  fromPromise<Result<void>, OfferInput>(async ({ input: { offer, hw } }) => {
    const signature = verifyOffer(offer, hw, firmware_keys);
    if (!signature.ok) return signature;
    const hasher = createImageHasher();
    let first_piece: Uint8Array | null = null;
    let size = 0;
    for await (const piece of pieces(flash, offer)) {
      first_piece ??= piece;
      hasher.add(piece);
      size += piece.length;
    }
    const received = { first_piece: first_piece ?? new Uint8Array(), size, digest: hasher.digest() };
    const verified = verifyImage(offer, signature.value, firmware_keys, received);
    if (!verified.ok) await discard(flash);
    return verified;
  });

/**
 * Yields the pieces again. Throws if they differ from the verified image: a slot is complete only once its source ends
 * normally.
 */
async function* verifiedPieces(flash: Flash, offer: FirmwareOffer): AsyncGenerator<Uint8Array> {
  const hasher = createImageHasher();
  for await (const piece of pieces(flash, offer)) {
    hasher.add(piece);
    yield piece;
  }
  if (hasher.digest().sha256 !== offer.sha256) throw new Error('it changed after its verification');
}

export const writeFrom = ({ flash, images }: Pick<ImagePorts, 'flash' | 'images'>) =>
  fromPromise<Result<void>, FirmwareOffer>(({ input }) => images.write(verifiedPieces(flash, input)));

export const armFrom = ({ images }: ImagePorts) => fromPromise<Result<void>>(() => images.arm());

export const confirmFrom = ({ images }: ImagePorts) => fromPromise<Result<void>>(() => images.confirm());

const NOT_COUNTED = fail('flash_failed', 'the number of tries is not saved: see the status page');
/** Maximum reads of the count: a change just requested may not have reached the record writer yet. */
const READS_MAX = 5;

/** Checks that the try count is in the flash as the next boot would read it (R141). */
export const countedFrom = (settled: () => Promise<void>, { flash }: Pick<ImagePorts, 'flash'>) =>
  fromPromise<Result<void>, Tries>(async ({ input: { version, count } }) => {
    for (let reads = 0; reads < READS_MAX; reads++) {
      await settled();
      const read = await flash.read(COUNT_RECORD);
      if (read.ok && read.value.value && triesIn(read.value.value, version) >= count) return ok(undefined);
    }
    return NOT_COUNTED;
  });

function triesIn(bytes: Uint8Array, version: string): number {
  try {
    const data: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isRecord(data) ? triesOf(firmwareFrom(data), version) : 0;
  } catch {
    return 0;
  }
}

/** Restarts the device; the promise never settles. */
export const restartFrom = (settled: () => Promise<void>, { images }: ImagePorts) =>
  fromPromise<void>(async () => {
    await settled();
    images.restart();
    await new Promise(() => {});
  });
