// The bridges from ports to the firmware update: the check, the download into the flash, the verification, and what the board does.

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
  /** Whose images are trusted. */
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
    // What was fetched of an image that is not offered any more only takes room.
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
      // The pieces so far may be of what is given out no more.
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

/** How many pieces of this image are there; those of another one make room. */
async function keptPieces(flash: Flash, offer: FirmwareOffer): Promise<Result<number>> {
  const part = await flash.read(PART_RECORD);
  if (!part.ok) return part;
  const of = part.value.value && new TextDecoder().decode(part.value.value);
  if (of !== partText(offer)) {
    const discarded = await discard(flash);
    if (!discarded.ok) return discarded;
    const begun = await flash.write(PART_RECORD, new TextEncoder().encode(partText(offer)));
    return begun.ok ? ok(0) : begun;
  }
  const names = await flash.list();
  return names.ok ? ok(piecesKept(names.value)) : names;
}

/** What says of which image the pieces are goes first, so that they never count as those of another. */
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

/** The pieces in order; throws where one can't be read. */
async function* pieces(flash: Flash, offer: FirmwareOffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < piecesOf(offer); at++) {
    const read = await flash.read(pieceRecord(at));
    if (!read.ok || !read.value.value) throw new Error(`the piece ${at} of the download is lost`);
    yield read.value.value;
  }
}

/** Whether the offer is worth a byte. */
export const vouchFrom = ({ firmware_keys }: Pick<ImagePorts, 'firmware_keys'>) =>
  fromPromise<Result<unknown>, OfferInput>(async ({ input: { offer, hw } }) => verifyOffer(offer, hw, firmware_keys));

/** What fails is fetched again the next time. */
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

/** The pieces once more. A slot is whole only when its source has ended, so it throws where they are not what was verified. */
async function* verifiedPieces(flash: Flash, offer: FirmwareOffer): AsyncGenerator<Uint8Array> {
  const hasher = createImageHasher();
  for await (const piece of pieces(flash, offer)) {
    hasher.add(piece);
    yield piece;
  }
  if (hasher.digest().sha256 !== offer.sha256) throw new Error('it is not what was verified');
}

export const writeFrom = ({ flash, images }: Pick<ImagePorts, 'flash' | 'images'>) =>
  fromPromise<Result<void>, FirmwareOffer>(({ input }) => images.write(verifiedPieces(flash, input)));

export const armFrom = ({ images }: ImagePorts) => fromPromise<Result<void>>(() => images.arm());

export const confirmFrom = ({ images }: ImagePorts) => fromPromise<Result<void>>(() => images.confirm());

const NOT_COUNTED = fail('flash_failed', 'the count of its tries is not saved: see the status page');
/** A count that was only just asked for may not be on its way to the flash yet. */
const LOOKS_MAX = 5;

/** Whether the count of tries is in the flash, as the next start would read it (R141). */
export const countedFrom = (settled: () => Promise<void>, { flash }: Pick<ImagePorts, 'flash'>) =>
  fromPromise<Result<void>, Tries>(async ({ input: { version, count } }) => {
    for (let looks = 0; looks < LOOKS_MAX; looks++) {
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

/** Never comes back: what follows is another start. */
export const restartFrom = (settled: () => Promise<void>, { images }: ImagePorts) =>
  fromPromise<void>(async () => {
    await settled();
    images.restart();
    await new Promise(() => {});
  });
