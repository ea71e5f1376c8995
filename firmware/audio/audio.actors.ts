// Actors of the audio pack: loads the stored pack into the speaker and fetches a newer one from the store.

import { fromPromise } from 'xstate';
import type { Clock } from '../../hal/clock/clock.ts';
import type { Flash } from '../../hal/flash/flash.ts';
import type { Http, HttpDocument } from '../../hal/http/http.ts';
import type { Speaker } from '../../hal/speaker/speaker.ts';
import { readAudioPack } from '../../wire/audio/pack.ts';
import { fail, ok, type Result } from '../../wire/errors.ts';
import { readAudioOffer, type AudioOffer } from '../../wire/firmware/messages.ts';
import { pathInStore } from '../store-path.ts';
import { sha256Of } from '../../wire/signing.ts';
import { PIECE_WAIT_MS, STORE_WAIT_MS } from '../store-waits.ts';
import { within, withoutStop } from '../within.ts';

interface AudioPorts {
  readonly clock: Clock;
  readonly http: Http;
  readonly flash: Flash;
  readonly speaker: Speaker;
  /** Origin of the store. */
  readonly store: string;
}

const RECORD = 'audio-pack';
const ANSWER_BYTES_MAX = 16_384;

export const loadFrom = ({ flash, speaker }: Pick<AudioPorts, 'flash' | 'speaker'>) =>
  fromPromise<string>(async () => {
    const read = await flash.read(RECORD);
    const pack = read.ok && read.value.value ? readAudioPack(read.value.value) : null;
    if (!pack?.ok) return '';
    speaker.use(pack.value.sounds);
    return pack.value.version;
  });

export const fetchPackFrom = (ports: AudioPorts) =>
  fromPromise<Result<string>, string>(async ({ input: current, signal }) => {
    const offer = await offered(ports, current, signal);
    if (!offer.ok) return offer;
    return offer.value === null ? ok(current) : fetched(ports, offer.value, signal);
  });

async function offered(
  { clock, http, store }: AudioPorts,
  current: string,
  signal: AbortSignal,
): Promise<Result<AudioOffer | null>> {
  const query = new URLSearchParams({ current });
  const request = { url: `${store}/audio/latest?${query.toString()}`, headers: {}, bytes_max: ANSWER_BYTES_MAX };
  const answer = await within<HttpDocument>(clock, signal, STORE_WAIT_MS, (done) => http.get(request, done));
  if (!answer.ok) return answer;
  const { status, bytes } = answer.value;
  // The store has no audio packs.
  if (status === 204 || status === 404) return ok(null);
  return status === 200
    ? readAudioOffer(new TextDecoder().decode(bytes))
    : fail('http_failed', `the store answered ${status}`);
}

/** Fetches, verifies and stores a pack, then loads it into the speaker. */
async function fetched(
  { clock, http, flash, speaker, store }: AudioPorts,
  offer: AudioOffer,
  signal: AbortSignal,
): Promise<Result<string>> {
  const path = pathInStore(store, offer.url);
  if (!path.ok) return path;
  const request = { url: `${store}${path.value}`, headers: {}, bytes_max: offer.size };
  const answer = await within<HttpDocument>(clock, signal, PIECE_WAIT_MS, (done) => http.get(request, done));
  if (!answer.ok) return answer;
  const { status, bytes } = answer.value;
  if (status !== 200) return fail('http_failed', `the store answered ${status}`);
  if (bytes.length !== offer.size || sha256Of(bytes) !== offer.sha256)
    return fail('bad_value', 'the download is damaged');
  const pack = readAudioPack(bytes);
  if (!pack.ok) return fail(pack.error.code, withoutStop(pack.error.message));
  if (pack.value.version !== offer.version) return fail('bad_value', 'the download is not the offered version');
  const written = await flash.write(RECORD, bytes);
  if (!written.ok) return fail(written.error.code, withoutStop(written.error.message));
  speaker.use(pack.value.sounds);
  return ok(offer.version);
}
