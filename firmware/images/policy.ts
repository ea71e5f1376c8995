// When new firmware is looked for and installed, as rules without xstate (store §3.6, R140–R145, C51–C53).

import type { RunningImage } from '../../hal/images/images.ts';
import type { HttpDocument } from '../../hal/http/http.ts';
import type { FirmwareOffer } from '../../wire/firmware/messages.ts';
import { readFirmwareOffer } from '../../wire/firmware/messages.ts';
import { fail, ok, type Result } from '../../wire/errors.ts';
import { FIRMWARE_TRIES_MAX, isBlocked, triesOf, type FirmwarePersisted } from '../persisted/firmware.ts';

/** What the policy needs to know. */
export interface PolicyPersisted {
  readonly id: string;
  readonly firmware: FirmwarePersisted;
  /** The record of the tries may be written. */
  readonly countable: boolean;
  /** Somebody plays or types: nothing restarts now. */
  readonly busy: boolean;
}

/** What the policy begins with. */
export interface PolicyStart {
  /** There is a store to ask, and a key that images are signed with. */
  readonly has_updates: boolean;
  readonly image: RunningImage;
  readonly networked: boolean;
}

export type InstallStep = '' | 'checking' | 'downloading' | 'waiting' | 'installing' | 'restarting';

export interface PolicyContext {
  /** There is a store to ask, and a key that images are signed with. */
  readonly has_updates: boolean;
  readonly persisted: PolicyPersisted;
  readonly image: RunningImage;
  readonly networked: boolean;
  /** What the last check has found; null for nothing newer. */
  readonly offer: FirmwareOffer | null;
  readonly step: InstallStep;
  readonly bytes: number;
  /** What went wrong last, one sentence; ''. */
  readonly failure: string;
  /** What came of the last check, one sentence; '' before it. */
  readonly checked: string;
  /** A person asked for the installation that is under way. */
  readonly consented: boolean;
  /** A network was joined while there was no time to check. */
  readonly owed: boolean;
}

export const policyContext = (persisted: PolicyPersisted, start: PolicyStart): PolicyContext => ({
  ...start,
  persisted,
  offer: null,
  step: '',
  bytes: 0,
  failure: rolledBackText(start.image),
  checked: '',
  consented: false,
  owed: false,
});

/** What the pages show. */
export interface FirmwareView {
  readonly has_updates: boolean;
  /** Of the firmware that runs. */
  readonly version: string;
  readonly step: InstallStep;
  /** Of the download, 0 to 100. */
  readonly percent: number;
  readonly offer: FirmwareOffer | null;
  /** An offer waits that may be installed. */
  readonly pending: boolean;
  /** Its three tries are used up. */
  readonly blocked: boolean;
  /** What there is to say, sentence by sentence. */
  readonly said: readonly string[];
}

export const NO_FIRMWARE: FirmwareView = {
  has_updates: false,
  version: '',
  step: '',
  percent: 0,
  offer: null,
  pending: false,
  blocked: false,
  said: [],
};

/** From here on the device is about to restart. */
export const isInstalling = ({ step }: Pick<FirmwareView, 'step'>): boolean =>
  step === 'installing' || step === 'restarting';

/** An offer that may be installed: automatically, or by a person's consent (R140, R144). */
export const isPending = ({ offer, persisted: { firmware } }: Pick<PolicyContext, 'offer' | 'persisted'>): boolean =>
  offer !== null && firmware.mode !== 'disabled' && !isBlocked(firmware, offer.version);

/** Whether an installation has to end that has not begun with its try: disabled, or nobody's wish any more (R144). */
export const mustEnd = ({ step, consented }: PolicyContext, { firmware }: PolicyPersisted): boolean =>
  (step === 'downloading' || step === 'waiting') &&
  (firmware.mode === 'disabled' || (firmware.mode === 'ask' && !consented));

/** Whether what was found is installed without asking. */
export const installsItself = (context: PolicyContext): boolean =>
  isPending(context) && context.persisted.firmware.mode === 'always';

export function viewOf(context: PolicyContext): FirmwareView {
  const { has_updates, image, step, bytes, offer, persisted } = context;
  return {
    has_updates,
    version: image.version,
    step,
    percent: offer ? Math.floor((100 * bytes) / offer.size) : 0,
    offer,
    pending: isPending(context),
    blocked: offer !== null && isBlocked(persisted.firmware, offer.version),
    said: saidOf(context),
  };
}

const NO_UPDATES = 'This device gets no firmware updates: it has no store, or trusts no key.';

function saidOf({ has_updates, offer, persisted: { firmware }, failure, checked }: PolicyContext): readonly string[] {
  if (!has_updates) return [NO_UPDATES];
  const found = offer ? foundText(firmware, offer.version) : checked;
  return [failure, found].filter(Boolean);
}

function foundText(firmware: FirmwarePersisted, version: string): string {
  const not_now = firmware.mode === 'disabled' ? ' It is not installed while updates are disabled.' : '';
  const tries = triesOf(firmware, version);
  const failed = tries === 0 ? '' : ` Tries that failed: ${tries} of ${FIRMWARE_TRIES_MAX}.`;
  if (!isBlocked(firmware, version)) return `Firmware ${version} is there.${failed}${not_now}`;
  return `Firmware ${version} failed ${FIRMWARE_TRIES_MAX} times and is left alone. Pick a mode to try it again.`;
}

/** Why a try has failed, and what comes next. */
export function failureText(firmware: FirmwarePersisted, version: string, reason: string): string {
  const tried = triesOf(firmware, version);
  const next = tried >= FIRMWARE_TRIES_MAX ? '' : ' It is tried again at the next start.';
  return `Try ${tried} of ${FIRMWARE_TRIES_MAX} of firmware ${version} failed: ${reason}.${next}`;
}

export const stoppedText = (version: string, reason: string): string =>
  `Firmware ${version} was not installed: ${reason}. It goes on at the next start.`;

const rolledBackText = ({ version, rolled_back }: RunningImage): string =>
  rolled_back === '' ? '' : `Firmware ${rolled_back} did not come up, so ${version} runs again.`;

/** The address of the check (C51). */
export function checkUrl(store: string, { id }: PolicyPersisted, { hw, version }: RunningImage): string {
  const query = new URLSearchParams({ dev: id, hw, current: version, channel: 'stable' });
  return `${store}/firmware/latest?${query.toString()}`;
}

/** What the store's answer means for what runs: null for nothing newer. Errors: a half sentence. */
export function offerFrom({ status, bytes }: HttpDocument, { seq }: RunningImage): Result<FirmwareOffer | null> {
  if (status === 204) return ok(null);
  if (status === 429) return fail('bad_value', 'the store has had enough questions for now');
  if (status !== 200) return fail('bad_value', 'the store has no firmware to give out');
  const offer = readFirmwareOffer(new TextDecoder().decode(bytes));
  if (!offer.ok) return offer;
  // A lower number is never installed, and the same one is here (C51).
  return ok(offer.value.seq > seq ? offer.value : null);
}
