// An extension and its versions as the store knows them, and the rules on them (store §2.1, §3; C30, C33): which version is served,
// how versions are numbered, who may move a listing where. Pure.

import type { ExtensionKind, ServedVersion } from '../../wire/store/messages.ts';
import { done, refuse, type Outcome } from './failures.ts';
import type { Action, Refused } from './history.ts';

export type Listing = 'none' | 'requested' | 'public';

export interface Extension {
  /** The share code. */
  readonly code: string;
  /** Grows with each extension of the store. */
  readonly serial: number;
  /** The account that it belongs to. */
  readonly owner: string;
  /** The newest version. */
  readonly version: number;
  readonly listing: Listing;
  /** What support looked at last, and who it was. */
  readonly approved_version: number | null;
  readonly reviewer: string | null;
  /** Grows with each extension that becomes a default; null for one that is none. */
  readonly default_since: number | null;
  readonly installs: number;
  /** Support gives it to nobody any more. */
  readonly taken_down: boolean;
  /** Its author released versions that support did not approve, after support's approval had ended (C135). */
  readonly released: boolean;
}

/** Never changes once it is there (R102). */
export interface Version {
  readonly code: string;
  readonly version: number;
  readonly sha256: string;
  /** Bytes of the text. */
  readonly size: number;
  /** Unix seconds. */
  readonly ts: number;
  readonly name: string;
  readonly kind: ExtensionKind;
  readonly about: string;
  readonly description: string;
  /** What the author says of this version to support. */
  readonly notes: string;
  /** The author's label at that time. */
  readonly author: string;
}

/** What an author sees of an extension; in the public list, with the approved version's data. */
export interface AuthorRecord {
  readonly extension_id: string;
  readonly id: string;
  readonly name: string;
  readonly kind: ExtensionKind;
  readonly version: number;
  readonly sha256: string;
  readonly description: string;
  readonly about: string;
  readonly author: string;
  readonly ts: number;
  readonly installs: number;
  readonly listing: Listing;
  readonly approved_version: number | null;
  readonly default: boolean;
  readonly size: number;
}

/** What its author alone sees beside it. */
export interface OwnRecord extends AuthorRecord {
  /** The version that devices and readers get. */
  readonly served_version: number;
  /** There only while support has refused it. */
  readonly refused?: Refused;
}

/** What support sees beside it. */
export interface SupportRecord extends AuthorRecord {
  readonly served_version: number;
  readonly taken_down: boolean;
  readonly owner: string;
  readonly reviewer: string | null;
  readonly notes: string;
}

export function recordOf(extension: Extension, shown: Version): AuthorRecord {
  const { code, installs, listing, approved_version } = extension;
  const { version, sha256, name, kind, description, about, author, ts, size } = shown;
  return {
    extension_id: code,
    id: code,
    name,
    kind,
    version,
    sha256,
    description,
    about,
    author,
    ts,
    installs,
    listing,
    approved_version,
    default: isDefault(extension),
    size,
  };
}

/** `refused`: null for none. */
export const ownRecordOf = (extension: Extension, newest: Version, refused: Refused | null): OwnRecord => ({
  ...recordOf(extension, newest),
  served_version: servedVersion(extension),
  ...(refused ? { refused } : {}),
});

export const supportRecordOf = (extension: Extension, newest: Version): SupportRecord => ({
  ...recordOf(extension, newest),
  served_version: servedVersion(extension),
  owner: extension.owner,
  taken_down: extension.taken_down,
  reviewer: extension.reviewer,
  notes: newest.notes,
});

/** What an author sees of a version. */
export interface VersionRecord {
  readonly version: number;
  readonly ts: number;
  readonly sha256: string;
  readonly size: number;
  readonly name: string;
  readonly description: string;
  readonly notes: string;
  /** Devices and readers get it. */
  readonly served: boolean;
  /** What support looked at last. */
  readonly approved: boolean;
  /** Support has yet to look at it. */
  readonly waiting: boolean;
}

export function versionRecordOf(extension: Extension, shown: Version): VersionRecord {
  const { version, ts, sha256, size, name, description, notes } = shown;
  const { listing, approved_version } = extension;
  const is_newest = version === extension.version;
  return {
    version,
    ts,
    sha256,
    size,
    name,
    description,
    notes,
    served: !extension.taken_down && version === servedVersion(extension),
    approved: version === approved_version,
    waiting: is_newest && (listing === 'requested' || (isVouchedFor(extension) && version !== approved_version)),
  };
}

/** What devices are told of a version. */
export type NamedVersion = Pick<Version, 'version' | 'name' | 'kind' | 'sha256'>;

export const servedOf = (extension: Extension, { version, name, kind, sha256 }: NamedVersion): ServedVersion => ({
  c: extension.code,
  id: extension.code,
  v: version,
  name,
  kind,
  sha256,
  default: isDefault(extension),
});

export const isDefault = ({ default_since }: Extension): boolean => default_since !== null;

/** Support approves each version before devices get it. */
export const isVouchedFor = (extension: Extension): boolean => extension.listing === 'public' || isDefault(extension);

/**
 * The version that devices and readers get: the approved one while support vouches for it and, after that has ended, until its author
 * releases another (C135); the newest of any other (C33).
 */
export const servedVersion = (extension: Extension): number =>
  extension.released && !isVouchedFor(extension)
    ? extension.version
    : (extension.approved_version ?? extension.version);

/** C30: at least one more than the version before (0 for none), and what the manifest says where that is more. */
export const versionAfter = (before: number, manifest: number | null): number => Math.max(before + 1, manifest ?? 1);

type ListingStep = 'request' | 'withdraw' | 'approve' | 'decline';

/** store §3.1, and the steps to a state that holds already (C135). */
const STEPS: Readonly<Record<Listing, Partial<Record<ListingStep, Listing>>>> = {
  none: { request: 'requested', withdraw: 'none', decline: 'none' },
  requested: { request: 'requested', withdraw: 'none', approve: 'public', decline: 'none' },
  public: { request: 'public', withdraw: 'none', approve: 'public', decline: 'none' },
};

/** Errors: `invalid_transition` for a step that the table does not have, or a request for an extension that support has taken down. */
function listingAfter({ code, listing, taken_down }: Extension, step: ListingStep): Outcome<Listing> {
  if (taken_down && step === 'request')
    return refuse('invalid_transition', `Support has taken ${code} down, so it cannot be listed.`);
  const next = STEPS[listing][step];
  if (next !== undefined) return done(next);
  return refuse('invalid_transition', `The listing of ${code} is ${listing}, so there is nothing to ${step}.`);
}

/** Changes that an author requests; absent fields stay. */
export interface Wish {
  readonly request_listing?: boolean | undefined;
  /** Sends the newest version to devices after support's approval has ended. */
  readonly release?: true | undefined;
  /** The version that is released. Default: the newest. */
  readonly version?: number | undefined;
}

/** An extension after a change, and what was done, for the history; nothing where all of it held already. */
interface Change {
  readonly extension: Extension;
  readonly actions: readonly Action[];
}

/** Errors: `version_changed` for a release of another version than the newest; `invalid_transition`. */
export function wished(before: Extension, wish: Wish): Outcome<Change> {
  const { request_listing, release } = wish;
  const step = request_listing === true ? 'request' : 'withdraw';
  const listing = request_listing === undefined ? done(before.listing) : listingAfter(before, step);
  if (!listing.ok) return listing;
  const extension = { ...before, listing: listing.value };
  const listed: readonly Action[] = listing.value === before.listing ? [] : [step];
  if (release === undefined || servedVersion(before) === (wish.version ?? before.version))
    return done({ extension, actions: listed });
  const refusal = releaseRefusal(extension, wish.version);
  return refusal ?? done({ extension: { ...extension, released: true }, actions: [...listed, 'release'] });
}

function releaseRefusal(extension: Extension, version = extension.version): ReturnType<typeof refuse> | null {
  const { code } = extension;
  if (version !== extension.version) return versionChanged(extension, version);
  if (extension.taken_down) return refuse('invalid_transition', `Support has taken ${code} down.`);
  if (!isVouchedFor(extension)) return null;
  const state = isDefault(extension) ? 'on every device' : 'listed';
  return refuse('invalid_transition', `${code} is ${state}, so support approves version ${version} first.`);
}

const versionChanged = ({ code, version }: Extension, named: number): ReturnType<typeof refuse> =>
  refuse('version_changed', `The newest version of ${code} is ${version}, and not ${named}.`);

export interface Decision {
  readonly listing?: 'public' | 'none' | undefined;
  readonly default?: boolean | undefined;
  /** Taking an extension down also unlists it, and clears the default flag (C114). */
  readonly taken_down?: boolean | undefined;
  /** Approves the newest version for devices, without listing it (C135). */
  readonly release?: true | undefined;
  /** The version that support looked at; the newest where it names none (C33). */
  readonly version?: number | undefined;
  readonly reviewer?: string | undefined;
  /** For the author to read. */
  readonly reason?: string | undefined;
}

/**
 * Applies a decision of support as a whole or not at all; a reviewer stays until another is named. `nextDefault`: the number of the next
 * default. Errors: `version_changed` an approval of another version than the newest; `invalid_transition`.
 */
export function decided(before: Extension, decision: Decision, nextDefault: number): Outcome<Change> {
  const { code, version } = before;
  const approves = decision.listing === 'public' || decision.default === true || decision.release === true;
  const approved = decision.version ?? version;
  if (decision.taken_down === true) {
    if (approves) return refuse('invalid_transition', `${code} can’t be taken down and shown at once.`);
    return changeOf(before, { ...before, listing: 'none', default_since: null, taken_down: true }, decision);
  }
  const holds = approves && isApprovedAlready(before, decision, approved);
  if (approves && !holds && approved !== version) return versionChanged(before, approved);
  const extension = decision.taken_down === false ? { ...before, taken_down: false } : before;
  if (extension.taken_down && approves && !holds)
    return refuse('invalid_transition', `Support has taken ${code} down: restore it first.`);
  const step = decision.listing === 'public' ? 'approve' : 'decline';
  const listing = decision.listing === undefined ? done(extension.listing) : listingAfter(extension, step);
  if (!listing.ok) return listing;
  const { default_since } = extension;
  const after = {
    ...extension,
    listing: listing.value,
    default_since:
      decision.default === undefined ? default_since : decision.default ? (default_since ?? nextDefault) : null,
    ...(approves && !holds ? { approved_version: version, released: false } : {}),
    ...(approves ? { reviewer: decision.reviewer ?? extension.reviewer } : {}),
  };
  return changeOf(before, after, decision);
}

/** Whether all that a decision approves is approved already in the version that it names. */
const isApprovedAlready = (
  before: Extension,
  { listing, default: is_default, release }: Decision,
  version: number,
): boolean =>
  (listing !== 'public' || before.listing === 'public') &&
  (is_default !== true || isDefault(before)) &&
  (release !== true || servedVersion(before) === version) &&
  ((listing !== 'public' && is_default !== true) || before.approved_version === version);

/** Names the changes of a decision, as the history shows them. */
function changeOf(before: Extension, after: Extension, decision: Decision): Outcome<Change> {
  const { listing, default: is_default, release } = decision;
  const is_approved_anew = before.approved_version !== after.approved_version || before.reviewer !== after.reviewer;
  const is_listed_anew = before.listing !== after.listing;
  const is_default_anew = isDefault(before) !== isDefault(after);
  const changes: readonly (readonly [Action, boolean])[] = [
    ['restore', before.taken_down && !after.taken_down],
    ['approve', listing === 'public' && (is_listed_anew || is_approved_anew)],
    [before.listing === 'public' ? 'unlist' : 'decline', listing === 'none' && is_listed_anew],
    ['default', is_default === true && (is_default_anew || is_approved_anew)],
    ['not_default', is_default === false && is_default_anew],
    ['release', release === true && is_approved_anew],
  ];
  const actions = changes.flatMap(([action, is_done]) => (is_done ? [action] : []));
  if (!after.taken_down) return done({ extension: after, actions });
  return done({ extension: after, actions: before.taken_down ? [] : ['take_down'] });
}
