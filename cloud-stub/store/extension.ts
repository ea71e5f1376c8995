// Extensions, their versions, and the rules for them (store §2.1, §3; C30, C33): the served version, version numbers,
// and permission to change a listing. Pure.

import type { ExtensionKind, ServedVersion } from '../../wire/store/messages.ts';
import { done, refuse, type StoreResult } from './failures.ts';
import type { Action, Refused } from './history.ts';

export type Listing = 'none' | 'requested' | 'public';

export interface Extension {
  /** Share code. */
  readonly code: string;
  /** Increases with each extension of the store. */
  readonly serial: number;
  /** Id of the owning account. */
  readonly owner: string;
  /** Newest version. */
  readonly version: number;
  readonly listing: Listing;
  /** Version that support approved last; null if none. */
  readonly approved_version: number | null;
  readonly reviewer: string | null;
  /** Increases with each extension that becomes a default; null if it is not one. */
  readonly default_since: number | null;
  readonly installs: number;
  /** True if support has withdrawn it from everyone. */
  readonly taken_down: boolean;
  /** True if its author released versions without support's approval, after that approval had ended (C135). */
  readonly released: boolean;
}

/** A published version, which never changes (R102). */
export interface Version {
  readonly code: string;
  readonly version: number;
  readonly sha256: string;
  /** Size of the script in bytes. */
  readonly size: number;
  /** Unix seconds. */
  readonly ts: number;
  readonly name: string;
  readonly kind: ExtensionKind;
  readonly about: string;
  readonly description: string;
  /** Author's notes to support on this version. */
  readonly notes: string;
  /** Label of the author at that time. */
  readonly author: string;
}

/** Extension as shown to an author; in the public list, with the data of the approved version. */
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

/** Additional fields that only its author sees. */
export interface OwnRecord extends AuthorRecord {
  /** Version that devices and readers get. */
  readonly served_version: number;
  /** Present only while support has refused it. */
  readonly refused?: Refused;
}

/** Additional fields that support sees. */
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

/** `refused`: null if not refused. */
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

/** Version as shown to its author. */
export interface VersionRecord {
  readonly version: number;
  readonly ts: number;
  readonly sha256: string;
  readonly size: number;
  readonly name: string;
  readonly description: string;
  readonly notes: string;
  /** True if devices and readers get it. */
  readonly served: boolean;
  /** True if support approved this version last. */
  readonly approved: boolean;
  /** True if it waits for support. */
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

/** Version data that devices receive. */
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

/** Whether support approves each version before devices get it. */
export const isVouchedFor = (extension: Extension): boolean => extension.listing === 'public' || isDefault(extension);

/**
 * Returns the version that devices and readers get: the approved one while support vouches for the extension and, after
 * that has ended, until its author releases another (C135); otherwise the newest (C33).
 */
export const servedVersion = (extension: Extension): number =>
  extension.released && !isVouchedFor(extension)
    ? extension.version
    : (extension.approved_version ?? extension.version);

/** C30: returns the previous version (0 for none) plus one, or the manifest's version if that is higher. */
export const versionAfter = (before: number, manifest: number | null): number => Math.max(before + 1, manifest ?? 1);

type ListingStep = 'request' | 'withdraw' | 'approve' | 'decline';

/** Transitions of store §3.1, and those to the current state (C135). */
const STEPS: Readonly<Record<Listing, Partial<Record<ListingStep, Listing>>>> = {
  none: { request: 'requested', withdraw: 'none', decline: 'none' },
  requested: { request: 'requested', withdraw: 'none', approve: 'public', decline: 'none' },
  public: { request: 'public', withdraw: 'none', approve: 'public', decline: 'none' },
};

/**
 * Errors: `invalid_transition` for a transition that is not in the table, or a request for an extension that support
 * has taken down.
 */
function listingAfter({ code, listing, taken_down }: Extension, step: ListingStep): StoreResult<Listing> {
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
  /** Version to release. Default: the newest. */
  readonly version?: number | undefined;
}

/** An extension after a change, and the actions for its history; none if everything already applied. */
interface Change {
  readonly extension: Extension;
  readonly actions: readonly Action[];
}

/** Errors: `version_changed` if the released version is not the newest; `invalid_transition`. */
export function wished(before: Extension, wish: Wish): StoreResult<Change> {
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
  return refuse('invalid_transition', `${code} is ${state}, so support must approve version ${version} first.`);
}

const versionChanged = ({ code, version }: Extension, named: number): ReturnType<typeof refuse> =>
  refuse('version_changed', `The newest version of ${code} is ${version}, not ${named}.`);

export interface Decision {
  readonly listing?: 'public' | 'none' | undefined;
  readonly default?: boolean | undefined;
  /** Taking an extension down also unlists it, and clears the default flag (C114). */
  readonly taken_down?: boolean | undefined;
  /** Approves the newest version for devices, without listing it (C135). */
  readonly release?: true | undefined;
  /** Version that support reviewed. Default: the newest (C33). */
  readonly version?: number | undefined;
  readonly reviewer?: string | undefined;
  /** Explanation for the author. */
  readonly reason?: string | undefined;
}

/**
 * Applies a decision of support completely or not at all; the reviewer stays until a decision names another.
 * `nextDefault`: number for the next default extension. Errors: `version_changed` if the approved version is not the
 * newest; `invalid_transition`.
 */
export function decided(before: Extension, decision: Decision, nextDefault: number): StoreResult<Change> {
  const { code, version } = before;
  const approves = decision.listing === 'public' || decision.default === true || decision.release === true;
  const approved = decision.version ?? version;
  if (decision.taken_down === true) {
    if (approves) return refuse('invalid_transition', `${code} can’t be taken down and approved at once.`);
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

/** Whether everything that a decision approves is already approved for its version. */
const isApprovedAlready = (
  before: Extension,
  { listing, default: is_default, release }: Decision,
  version: number,
): boolean =>
  (listing !== 'public' || before.listing === 'public') &&
  (is_default !== true || isDefault(before)) &&
  (release !== true || servedVersion(before) === version) &&
  ((listing !== 'public' && is_default !== true) || before.approved_version === version);

/** Returns the changes of a decision as history actions. */
function changeOf(before: Extension, after: Extension, decision: Decision): StoreResult<Change> {
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
