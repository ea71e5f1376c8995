// Core of the store: operations of authors, readers, devices and support on extensions (store §1, §3, §4). It knows
// nothing of bytes, sockets, tokens or rates.

import type { Log } from '../../hal/log/log.ts';
import type { Random } from '../../hal/random/random.ts';
import { readCode } from '../../wire/crockford.ts';
import { SHARE_CODE_SYMBOLS } from '../../wire/limits.ts';
import type { ServedVersion, UpdateCheck, UpdateCheckAnswer } from '../../wire/store/messages.ts';
import type { Figures } from './check.ts';
import type { QueuedCheck } from './check-queue.ts';
import type { StoreCounts } from './database-rows.ts';
import type { StoreDatabase } from './database.ts';
import type { Draft } from './draft.ts';
import {
  isDefault,
  recordOf,
  servedOf,
  type NamedVersion,
  servedVersion,
  supportRecordOf,
  versionRecordOf,
  type AuthorRecord,
  type Extension,
  type OwnRecord,
  type SupportRecord,
  type Version,
  type VersionRecord,
  type Wish,
  wished,
} from './extension.ts';
import { done, refuse, type StoreResult } from './failures.ts';
import { splitRow, type ListQuery } from './lists.ts';
import type { VersionsPage } from './requests.ts';
import type { Author } from './author.ts';
import { createDeciding, type Deciding, type DecisionNotice } from './deciding.ts';
import { createPublishing, ownRecordIn, storedVersion } from './publishing.ts';
import { createHandovers, type Handovers } from './handovers.ts';

interface StoreOptions {
  readonly database: StoreDatabase;
  readonly random: Random;
  readonly check: QueuedCheck;
  /** Returns the time in whole Unix seconds. */
  readonly unix_s: () => number;
  /** Called with each decision of support. */
  readonly tell?: (notice: DecisionNotice) => void;
  readonly log?: Log;
}

export interface ListAnswer<T> {
  readonly extensions: readonly T[];
  readonly next_cursor: string | null;
}

interface VersionRecords {
  readonly versions: readonly VersionRecord[];
  readonly next_cursor: string | null;
}

/** Codes may be passed as typed by a user. */
export interface Store extends Deciding, Handovers {
  create(author: Author, draft: Draft): Promise<StoreResult<AuthorRecord>>;
  update(author: Author, code: string, draft: Draft): Promise<StoreResult<OwnRecord>>;
  /** Returns the extension with this code, which must belong to the author. */
  own(author: Author, code: string): StoreResult<Extension>;
  /** Returns versions of an author's own extension, newest first. */
  versions(author: Author, code: string, page: VersionsPage): StoreResult<VersionRecords>;
  /** Requests or withdraws a listing, or releases a version. */
  wish(author: Author, code: string, wish: Wish): StoreResult<OwnRecord>;
  remove(author: Author, code: string): StoreResult<null>;
  list(query: ListQuery): ListAnswer<AuthorRecord>;
  /** Lists an author's own extensions, with the reasons of refused ones. */
  ownList(query: ListQuery): ListAnswer<OwnRecord>;
  ownRecord(author: Author, code: string): StoreResult<OwnRecord>;
  supportList(query: ListQuery): ListAnswer<SupportRecord>;
  /** Returns the served version of an extension, or `version` if given. */
  read(code: string, version?: number): StoreResult<{ readonly served: ServedVersion; readonly author: string }>;
  text(sha256: string): Uint8Array;
  /** Returns the picture hashes of a version, its first screen first. */
  pictures(code: string, version: number): readonly string[];
  /** Returns the hash of the first screen at half size; null if none. */
  thumbnail(code: string, version: number): string | null;
  /** Returns a WebP picture; null if the hash is not of a picture that readers may see. */
  picture(sha256: string): Uint8Array | null;
  /** Returns the resource use of a version; null if it was never measured. */
  figures(code: string, version: number): Figures | null;
  /** Returns false if a fetch of this extension by this device was counted within the last hour (C36). */
  countInstall(code: string, device: string): boolean;
  check(request: UpdateCheck): UpdateCheckAnswer;
  counts(): StoreCounts;
  /** Copies its database to a new file. @throws If the copy fails. */
  copyTo(path: string): void;
  close(): void;
}

export function createStore({ tell = () => {}, ...options }: StoreOptions): Store {
  const { database, random, unix_s } = options;
  const finders = findersOn(database);
  const deciding = createDeciding({ database, unix_s, found: finders.known, tell });
  return {
    ...createPublishing({ ...options, ownOf: finders.own }),
    ...createHandovers({ database, random, unix_s, ownOf: finders.own }),
    own: finders.own,
    versions(author, code, page) {
      const extension = finders.own(author, code);
      if (!extension.ok) return extension;
      const { versions, next_cursor } = deciding.versionPage(extension.value.code, page);
      return done({ versions: versions.map((each) => versionRecordOf(extension.value, each)), next_cursor });
    },
    ...changesOn({ database, unix_s }, finders),
    ...deciding,
    ...readingOn(database, finders),
    pictures: (code, version) => database.pictures(code, version, 'screen'),
    thumbnail: (code, version) => database.pictures(code, version, 'thumbnail')[0] ?? null,
    picture: (sha256) => database.picture(sha256),
    figures: (code, version) => database.figures(code, version),
    counts: () => database.counts(),
    copyTo: database.copyTo,
    close: () => database.close(),
  };
}

interface Finders {
  /** Also finds extensions that support has taken down. */
  readonly known: (code: string) => StoreResult<Extension>;
  /** Finds only extensions that are available to everyone. */
  readonly found: (code: string) => StoreResult<Extension>;
  readonly own: (author: Author, code: string) => StoreResult<Extension>;
  readonly versionOf: (extension: Extension, version: number) => Version;
}

function findersOn(database: StoreDatabase): Finders {
  const known = (typed: string): StoreResult<Extension> => {
    const code = readCode(typed, SHARE_CODE_SYMBOLS);
    const extension = code === null ? null : database.extension(code);
    if (extension) return done(extension);
    return code !== null && database.codeGiven(code)
      ? refuse('gone', `The extension ${code} was removed by its author.`)
      : refuse('not_found', 'No extension has this code.');
  };
  return {
    known,
    found(typed) {
      const extension = known(typed);
      if (!extension.ok || !extension.value.taken_down) return extension;
      return refuse('gone', `Support has taken the extension ${extension.value.code} down.`);
    },
    own({ owner }, typed) {
      const extension = known(typed);
      if (!extension.ok || extension.value.owner === owner) return extension;
      return refuse('not_owner', `The extension ${extension.value.code} belongs to another author.`);
    },
    versionOf: ({ code }, version) => storedVersion(database, code, version),
  };
}

function changesOn(
  { database, unix_s }: Pick<StoreOptions, 'database' | 'unix_s'>,
  { own, versionOf }: Finders,
): Pick<Store, 'wish' | 'remove' | 'countInstall'> {
  return {
    wish: (author, typed, wish) =>
      database.atomically(() => {
        const own_one = own(author, typed);
        if (!own_one.ok) return own_one;
        const change = wished(own_one.value, wish);
        if (!change.ok) return change;
        const { extension, actions } = change.value;
        const { code, version } = extension;
        if (actions.length > 0) database.saveExtension(extension);
        for (const what of actions)
          database.addEntry({ ts: unix_s(), who: author.label, what, code, version, text: '' });
        return done(ownRecordIn(database, extension, versionOf(extension, version)));
      }),
    remove: (author, typed) =>
      database.atomically(() => {
        const extension = own(author, typed);
        if (!extension.ok) return extension;
        const { code, version } = extension.value;
        if (isDefault(extension.value))
          return refuse('is_default', `The extension ${code} is a default: support must clear that first.`);
        database.removeExtension(code);
        database.addEntry({ ts: unix_s(), who: author.label, what: 'delete', code, version, text: '' });
        return done(null);
      }),
    countInstall: (code, device) => database.atomically(() => database.countInstall(code, device, unix_s())),
  };
}

/** Limit of cached versions, 200 bytes each. */
const NAMED_KEPT_MAX = 10_000;

/** Caches versions: all devices request the same few, and a version never changes (R102). */
function keepNamed(versionOf: Finders['versionOf']): (extension: Extension, version: number) => NamedVersion {
  const kept = new Map<string, NamedVersion>();
  return (extension, version) => {
    const key = `${extension.code} ${version}`;
    const known = kept.get(key);
    if (known) return known;
    const { name, kind, sha256 } = versionOf(extension, version);
    const read = { version, name, kind, sha256 };
    if (kept.size >= NAMED_KEPT_MAX) kept.clear();
    kept.set(key, read);
    return read;
  };
}

function readingOn(
  database: StoreDatabase,
  { found, own, versionOf }: Finders,
): Pick<Store, 'list' | 'ownList' | 'ownRecord' | 'supportList' | 'read' | 'text' | 'check'> {
  const named = keepNamed(versionOf);
  const servedNow = (extension: Extension): ServedVersion =>
    servedOf(extension, named(extension, servedVersion(extension)));
  return {
    list(query) {
      const { rows, next_cursor } = database.list(query);
      return { extensions: rows.map((row) => recordOf(...splitRow(row))), next_cursor };
    },
    ownList(query) {
      const { rows, next_cursor } = database.list(query);
      return { extensions: rows.map((row) => ownRecordIn(database, ...splitRow(row))), next_cursor };
    },
    ownRecord(author, code) {
      const extension = own(author, code);
      if (!extension.ok) return extension;
      return done(ownRecordIn(database, extension.value, versionOf(extension.value, extension.value.version)));
    },
    supportList(query) {
      const { rows, next_cursor } = database.list(query);
      return { extensions: rows.map((row) => supportRecordOf(...splitRow(row))), next_cursor };
    },
    read(typed, wanted) {
      const extension = found(typed);
      if (!extension.ok) return extension;
      const { code } = extension.value;
      const version = database.version(code, wanted ?? servedVersion(extension.value));
      if (!version) return refuse('not_found', `The extension ${code} has no version ${wanted}.`);
      return done({ served: servedOf(extension.value, version), author: version.author });
    },
    text: (sha256) => database.text(sha256),
    check: ({ installed }) => ({
      installed: installed.flatMap(({ c }): UpdateCheckAnswer['installed'] => {
        const extension = found(c);
        if (extension.ok) return [{ ...servedNow(extension.value), c }];
        // C34: the answer omits codes that this store never issued.
        return extension.error.code === 'gone' ? [{ c, gone: true }] : [];
      }),
      defaults: database.defaults().map((extension) => {
        const { sha256: _, ...served } = servedNow(extension);
        return { ...served, default: true };
      }),
    }),
  };
}
