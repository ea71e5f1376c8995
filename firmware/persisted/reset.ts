// Factory reset (C186): a request in the flash, carried out at the next boot, so that a power cut in between only delays it.
// The identity, the firmware and its slots stay.

import type { Flash } from '../../hal/flash/flash.ts';
import type { WebPage } from '../../hal/web-page/web-page.ts';
import type { Random } from '../../hal/random/random.ts';
import type { Wifi } from '../../hal/wifi/wifi.ts';
import type { Clock } from '../../hal/clock/clock.ts';
import { bytesOf, textOf } from '../../wire/bytes.ts';
import { ok, type Result } from '../../wire/errors.ts';
import { RECORDS, type RecordName } from './persisted.ts';
import { PUTT_RECORDS } from './putts.ts';
import { loadPersisted, recordBytes } from './storage.ts';

/** Record with the request. */
const RESET = 'reset';
const KEPT: readonly RecordName[] = ['identity', 'firmware'];
const PUTTS: readonly RecordName[] = ['players', 'trends', ...PUTT_RECORDS];
/** Remaining steps: all, all but the putts with their players, or only the networks. */
const STEPS = ['everything', 'keep putts', 'networks'] as const;
type Step = (typeof STEPS)[number];

const store = (flash: Flash, step: Step): Promise<Result<void>> => flash.write(RESET, bytesOf(step));

/** Requests a factory reset at the next boot. Errors: as for the flash. */
export const requestReset = (flash: Flash, keep_putts: boolean): Promise<Result<void>> =>
  store(flash, keep_putts ? 'keep putts' : 'everything');

interface ResetPorts {
  readonly flash: Flash;
  readonly random: Random;
  readonly wifi: Wifi | null;
  readonly web_page: WebPage | null;
  readonly clock: Clock;
}

/**
 * Carries out a requested reset before the records are read. Forgets the networks in the background, with retries, since
 * their manager may start more slowly than the device.
 */
export async function resetIfRequested(ports: ResetPorts): Promise<void> {
  const { flash } = ports;
  const read = await flash.read(RESET);
  const text = read.ok && read.value.value ? textOf(read.value.value) : '';
  const step = STEPS.find((each) => each === text);
  if (step === undefined) return;
  if (step === 'keep putts' && !(await gatherPutts(ports)).ok) return;
  if (step !== 'networks') {
    const kept = step === 'keep putts' ? [...KEPT, ...PUTTS] : KEPT;
    const removed = await removeRecords(flash, kept);
    if (!removed.ok || !(await store(flash, 'networks')).ok) return;
  }
  void finish(ports);
}

/** Stores the newest putts apart from their sets. */
async function gatherPutts({ flash, random }: ResetPorts): Promise<Result<void>> {
  const { persisted, unread } = await loadPersisted(flash, random, 0);
  return unread.includes('putts') ? ok(undefined) : flash.write('putts', recordBytes(persisted, 'putts'));
}

async function removeRecords(flash: Flash, kept: readonly RecordName[]): Promise<Result<void>> {
  for (const record of RECORDS.filter((each) => !kept.includes(each))) {
    const removed = await flash.remove(record);
    if (!removed.ok) return removed;
  }
  return ok(undefined);
}

const [TRIES, TRY_EVERY_MS] = [12, 5000];

/** Makes a new link for phones and forgets all networks, then the request: a power cut repeats both. */
async function finish({ flash, wifi, web_page, clock }: ResetPorts): Promise<void> {
  await web_page?.renew();
  // A board may have no adapter at all.
  for (let tries = 1; tries <= TRIES; tries++) {
    const forgotten = wifi ? await wifi.forgetAll() : ok(undefined);
    if (forgotten.ok) break;
    await new Promise<void>((resolve) => clock.setTimeout(resolve, TRY_EVERY_MS));
  }
  await flash.remove(RESET);
}
