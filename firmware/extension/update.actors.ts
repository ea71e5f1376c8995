// Actors of the update job: checks the store, fetches texts into the flash and removes unused ones.

import { fromPromise } from 'xstate';
import type { Clock } from '../../hal/clock/clock.ts';
import type { Flash } from '../../hal/flash/flash.ts';
import type { Http, HttpAnswer, HttpDocument } from '../../hal/http/http.ts';
import type { Isolates } from '../../hal/isolate/isolate.ts';
import { fail, ok, type Result } from '../../wire/errors.ts';
import { EXTENSION_BYTES_MAX } from '../../wire/limits.ts';
import { sha256Of } from '../../wire/signing.ts';
import { STORE_HEADER, type UpdateNews } from '../../wire/store/messages.ts';
import type { HostRequest } from '../extension-runtime/host.ts';
import type { Manifest } from '../extension-runtime/manifest.ts';
import { entryOf, installedFrom, strayTexts, textRecord, type Installed } from '../persisted/extensions.ts';
import { isRecord } from '../persisted/fields.ts';
import { STORE_WAIT_MS } from '../store-waits.ts';
import { within, withoutStop } from '../within.ts';
import { hostAnswer } from './extension.ts';
import { checkOf, newsFrom, textFrom, type FetchedText, type FetchStep } from './update.ts';

interface StorePorts {
  readonly clock: Clock;
  readonly http: Http;
  readonly flash: Flash;
  readonly isolates: Isolates;
  /** Origin of the store. */
  readonly store: string;
}

export interface CheckInput {
  readonly installed: readonly Installed[];
  readonly device_id: string;
  readonly firmware: string;
}

export interface FetchInput {
  readonly step: FetchStep;
  readonly device_id: string;
}

export const checkFrom = ({ clock, http, store }: StorePorts) =>
  fromPromise<Result<UpdateNews>, CheckInput>(async ({ input: { installed, device_id, firmware }, signal }) => {
    const body = new TextEncoder().encode(JSON.stringify(checkOf(installed, device_id, firmware)));
    const request = { url: `${store}/e/check`, headers: { 'content-type': 'application/json' }, body };
    const answer = await within<HttpAnswer>(clock, signal, STORE_WAIT_MS, (done) => http.post(request, done));
    return answer.ok ? newsFrom(answer.value) : answer;
  });

/** Fetches a script, checks it as the store did, and writes it. Once listed, it is complete on the flash. */
export const fetchFrom = (ports: StorePorts) =>
  fromPromise<Result<Installed>, FetchInput>(async ({ input, signal }) => {
    const fetched = await fetchText(ports, input, signal);
    if (!fetched.ok) return fetched;
    const manifest = await manifestOf(ports.isolates, fetched.value.bytes);
    if (!manifest.ok) return manifest;
    const { code, version, sha256, bytes } = fetched.value;
    const entry = entryOf(manifest.value, { code, version, sha256, default: input.step.default });
    const written = await writeText(ports.flash, entry, bytes);
    return written.ok ? ok(entry) : written;
  });

async function fetchText(
  { clock, http, store }: StorePorts,
  { step, device_id }: FetchInput,
  signal: AbortSignal,
): Promise<Result<FetchedText>> {
  const headers = { [STORE_HEADER.device]: device_id, ...(step.again ? { [STORE_HEADER.update]: '1' } : {}) };
  const request = { url: `${store}/e/${step.code}`, headers, bytes_max: EXTENSION_BYTES_MAX };
  const answer = await within<HttpDocument>(clock, signal, STORE_WAIT_MS, (done) => http.get(request, done));
  return answer.ok ? textFrom(answer.value, step) : answer;
}

/**
 * Reads the manifest with the device's own checker: the store may have accepted features that this firmware does not
 * know.
 */
const manifestOf = (isolates: Isolates, bytes: Uint8Array): Promise<Result<Manifest>> =>
  new Promise((resolve) => {
    const isolate = isolates.start();
    const request: HostRequest = { kind: 'check', text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) };
    isolate.request(request, (answer) => {
      isolate.end();
      const { manifest, failure } = answer.ok ? hostAnswer(answer.value) : NO_VERDICT;
      if (manifest) return resolve(ok(manifest));
      const where = failure?.line ? `line ${failure.line}: ` : '';
      resolve(fail('bad_value', `it does not run on this device, ${where}${withoutStop(failure?.message ?? '')}`));
    });
  });

const NO_VERDICT = { manifest: null, failure: { message: 'its top level does not finish', line: null } };

/** Writes a script and reads it back, to ensure that the stored script is the announced one. */
async function writeText(flash: Flash, entry: Installed, bytes: Uint8Array): Promise<Result<void>> {
  const record = textRecord(entry);
  const written = await flash.write(record, bytes);
  if (!written.ok) return fail(written.error.code, withoutStop(written.error.message));
  const read = await flash.read(record);
  const stored = read.ok ? read.value.value : null;
  if (stored && sha256Of(stored) === entry.sha256) return ok(undefined);
  return fail('flash_failed', 'the storage did not save its text');
}

/**
 * Removes texts that neither this list nor the stored one names, so that a list that could not be saved keeps its
 * texts.
 */
export async function tidyTexts(flash: Flash, installed: readonly Installed[]): Promise<Result<void>> {
  const [records, list] = [await flash.list(), await flash.read('extensions')];
  if (!records.ok) return records;
  if (!list.ok) return list;
  const stored = listedIn(list.value.value);
  for (const record of strayTexts(records.value, [...installed, ...stored])) {
    const removed = await flash.remove(record);
    if (!removed.ok) return removed;
  }
  return ok(undefined);
}

function listedIn(bytes: Uint8Array | null): readonly Installed[] {
  if (!bytes) return [];
  try {
    const data: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isRecord(data) ? installedFrom(data['installed']) : [];
  } catch {
    return [];
  }
}
