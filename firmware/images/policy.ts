// Rules for checking for and installing new firmware, independent of XState (store §3.6, R140–R145, C51–C53).

import type { RunningImage } from '../../hal/images/images.ts';
import type { HttpDocument } from '../../hal/http/http.ts';
import type { FirmwareOffer } from '../../wire/firmware/messages.ts';
import { readFirmwareOffer } from '../../wire/firmware/messages.ts';
import { fail, ok, type Result } from '../../wire/errors.ts';
import { FIRMWARE_TRIES_MAX, isBlocked, triesOf, type FirmwarePersisted } from '../persisted/firmware.ts';

/** Device state that the policy depends on. */
export interface PolicyPersisted {
  readonly id: string;
  readonly firmware: FirmwarePersisted;
  /** Whether the record of the tries can be written. */
  readonly countable: boolean;
  /** True while a player plays or types; the device must not restart. */
  readonly busy: boolean;
}

/** Initial data of the policy. */
export interface PolicyStart {
  /** Whether a store and a trusted signing key are configured. */
  readonly has_updates: boolean;
  readonly image: RunningImage;
  readonly networked: boolean;
}

export type InstallStep = '' | 'checking' | 'downloading' | 'waiting' | 'installing' | 'restarting';

export interface PolicyContext {
  /** Whether a store and a trusted signing key are configured. */
  readonly has_updates: boolean;
  readonly persisted: PolicyPersisted;
  readonly image: RunningImage;
  readonly networked: boolean;
  /** Newer release found by the last check; null if none. */
  readonly offer: FirmwareOffer | null;
  readonly step: InstallStep;
  readonly bytes: number;
  /** Last failure, one sentence; '' if none. */
  readonly failure: string;
  /** Result of the last check, one sentence; '' before it. */
  readonly checked: string;
  /** Whether a user requested the current installation. */
  readonly consented: boolean;
  /** True if a network was joined while no check could run. */
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

/** Update state for the pages. */
export interface FirmwareView {
  readonly has_updates: boolean;
  /** Version of the running firmware. */
  readonly version: string;
  readonly step: InstallStep;
  /** Progress of the download, 0 to 100. */
  readonly percent: number;
  readonly offer: FirmwareOffer | null;
  /** Whether there is an offer that may be installed. */
  readonly pending: boolean;
  /** Whether the offer's three tries are used up. */
  readonly blocked: boolean;
  /** Status messages, one sentence each. */
  readonly messages: readonly string[];
}

export const NO_FIRMWARE: FirmwareView = {
  has_updates: false,
  version: '',
  step: '',
  percent: 0,
  offer: null,
  pending: false,
  blocked: false,
  messages: [],
};

/** Whether the device is about to restart. */
export const isInstalling = ({ step }: Pick<FirmwareView, 'step'>): boolean =>
  step === 'installing' || step === 'restarting';

/** Whether the offer may be installed, automatically or with the user's consent (R140, R144). */
export const isPending = ({ offer, persisted: { firmware } }: Pick<PolicyContext, 'offer' | 'persisted'>): boolean =>
  offer !== null && firmware.mode !== 'disabled' && !isBlocked(firmware, offer.version);

/**
 * Whether an installation whose try has not started must end: updates are disabled, or the user's consent is missing
 * (R144).
 */
export const mustEnd = ({ step, consented }: PolicyContext, { firmware }: PolicyPersisted): boolean =>
  (step === 'downloading' || step === 'waiting') &&
  (firmware.mode === 'disabled' || (firmware.mode === 'ask' && !consented));

/** Whether the offer is installed without asking the user. */
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
    messages: messagesOf(context),
  };
}

const NO_UPDATES = 'No firmware updates: no store or no trusted key.';

function messagesOf({
  has_updates,
  offer,
  persisted: { firmware },
  failure,
  checked,
}: PolicyContext): readonly string[] {
  if (!has_updates) return [NO_UPDATES];
  const found = offer ? foundText(firmware, offer.version) : checked;
  return [failure, found].filter(Boolean);
}

function foundText(firmware: FirmwarePersisted, version: string): string {
  const not_now = firmware.mode === 'disabled' ? ' Updates are disabled.' : '';
  const tries = triesOf(firmware, version);
  const failed = tries === 0 ? '' : ` Failed tries: ${tries} of ${FIRMWARE_TRIES_MAX}.`;
  if (!isBlocked(firmware, version)) return `Firmware ${version} found.${failed}${not_now}`;
  return `Firmware ${version} failed ${FIRMWARE_TRIES_MAX} times and is skipped. Pick a mode to retry it.`;
}

/** Describes why a try failed, and what happens next. */
export function failureText(firmware: FirmwarePersisted, version: string, reason: string): string {
  const tried = triesOf(firmware, version);
  const next = tried >= FIRMWARE_TRIES_MAX ? '' : ' Retrying at the next start.';
  return `Firmware ${version} failed (try ${tried} of ${FIRMWARE_TRIES_MAX}): ${reason}.${next}`;
}

export const stoppedText = (version: string, reason: string): string =>
  `Firmware ${version} was not installed: ${reason}. It resumes at the next start.`;

const rolledBackText = ({ version, rolled_back }: RunningImage): string =>
  rolled_back === '' ? '' : `Firmware ${rolled_back} did not start, so ${version} runs again.`;

/** Returns the URL of the check (C51). */
export function checkUrl(store: string, { id }: PolicyPersisted, { hw, version }: RunningImage): string {
  const query = new URLSearchParams({ dev: id, hw, current: version, channel: 'stable' });
  return `${store}/firmware/latest?${query.toString()}`;
}

/** Reads the store's answer: an offer newer than the running image, or null. Errors: a sentence fragment. */
export function offerFrom({ status, bytes }: HttpDocument, { seq }: RunningImage): Result<FirmwareOffer | null> {
  if (status === 204) return ok(null);
  if (status === 429) return fail('bad_value', 'too many requests to the store');
  if (status !== 200) return fail('bad_value', 'the store offers no firmware');
  const offer = readFirmwareOffer(new TextDecoder().decode(bytes));
  if (!offer.ok) return offer;
  // Only a higher sequence number is installed (C51).
  return ok(offer.value.seq > seq ? offer.value : null);
}
