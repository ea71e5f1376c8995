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
  /** There only while support has refused it. */
  readonly refused?: Refused;
}

/** What support sees beside it. */
export interface SupportRecord extends AuthorRecord {
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

export const supportRecordOf = (extension: Extension, newest: Version): SupportRecord => ({
  ...recordOf(extension, newest),
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
  const vouched_for = listing === 'public' || isDefault(extension);
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
    waiting: is_newest && (listing === 'requested' || (vouched_for && version !== approved_version)),
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

/** C33: of what support vouches for, the version that it looked at; of the others the newest. */
export const servedVersion = (extension: Extension): number =>
  extension.listing === 'public' || isDefault(extension)
    ? (extension.approved_version ?? extension.version)
    : extension.version;

/** C30: at least one more than the version before (0 for none), and what the manifest says where that is more. */
export const versionAfter = (before: number, manifest: number | null): number => Math.max(before + 1, manifest ?? 1);

export type ListingStep = 'request' | 'withdraw' | 'approve' | 'decline';

const STEPS: Readonly<Record<Listing, Partial<Record<ListingStep, Listing>>>> = {
  none: { request: 'requested' },
  requested: { withdraw: 'none', approve: 'public', decline: 'none' },
  public: { withdraw: 'none', approve: 'public', decline: 'none' },
};

/** Errors: `invalid_transition` for a step that the table of store §3.1 does not have, or of what support has taken down. */
export function listingAfter({ code, listing, taken_down }: Extension, step: ListingStep): Outcome<Listing> {
  if (taken_down)
    return refuse('invalid_transition', `Support has taken ${code} down, so there is nothing to ${step}.`);
  const next = STEPS[listing][step];
  if (next !== undefined) return done(next);
  return refuse('invalid_transition', `The listing of ${code} is ${listing}, so there is nothing to ${step}.`);
}

export interface Decision {
  readonly listing?: 'public' | 'none' | undefined;
  readonly default?: boolean | undefined;
  /** Taking an extension down also unlists it, and clears the default flag (C114). */
  readonly taken_down?: boolean | undefined;
  /** The version that support looked at; the newest where it names none (C33). */
  readonly version?: number | undefined;
  readonly reviewer?: string | undefined;
  /** For the author to read. */
  readonly reason?: string | undefined;
}

/**
 * What support decided, done as a whole or not at all; a reviewer stays until another is named. `nextDefault`: the number of the next
 * default. Errors: `version_changed` an approval of another version than the newest; `invalid_transition`.
 */
export function decided(before: Extension, decision: Decision, nextDefault: number): Outcome<Extension> {
  const { code, version } = before;
  const approves = decision.listing === 'public' || decision.default === true;
  if (decision.taken_down === true)
    return approves || before.taken_down
      ? refuse('invalid_transition', `${code} can’t be taken down ${approves ? 'and shown at once' : 'twice'}.`)
      : done({ ...before, listing: 'none', default_since: null, taken_down: true });
  if (approves && decision.version !== undefined && decision.version !== version)
    return refuse('version_changed', `The newest version of ${code} is ${version}, and not ${decision.version}.`);
  const extension = decision.taken_down === false ? { ...before, taken_down: false } : before;
  if (extension.taken_down && approves)
    return refuse('invalid_transition', `Support has taken ${code} down: restore it first.`);
  const step = decision.listing === 'public' ? 'approve' : 'decline';
  const listing = decision.listing === undefined ? done(extension.listing) : listingAfter(extension, step);
  if (!listing.ok) return listing;
  const { default_since } = extension;
  return done({
    ...extension,
    listing: listing.value,
    default_since:
      decision.default === undefined ? default_since : decision.default ? (default_since ?? nextDefault) : null,
    ...(approves ? { approved_version: version, reviewer: decision.reviewer ?? extension.reviewer } : {}),
  });
}

/** What a decision did, in the words of the history. */
export function actionsOf(
  before: Extension,
  { listing, default: is_default, taken_down }: Decision,
): readonly Action[] {
  if (taken_down === true) return ['take_down'];
  return [
    ...(taken_down === false ? (['restore'] as const) : []),
    ...(listing === 'public' ? (['approve'] as const) : []),
    ...(listing === 'none' ? ([before.listing === 'public' ? 'unlist' : 'decline'] as const) : []),
    ...(is_default === undefined ? [] : ([is_default ? 'default' : 'not_default'] as const)),
  ];
}
