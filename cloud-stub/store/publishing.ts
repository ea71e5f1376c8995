// Publishing (store §4.1, C30): a new extension under a new code, or a new version under its existing code. The script
// is checked first, which takes a while; ownership and version are read after the check.

import { hash } from 'node:crypto';
import { EXTENSION_VERSION_MAX } from '../../wire/choices.ts';
import { codeOf } from '../../wire/crockford.ts';
import { assert, messageOf } from '../../wire/errors.ts';
import { SHARE_CODE_SYMBOLS } from '../../wire/limits.ts';
import type { Log } from '../../hal/log/log.ts';
import type { Random } from '../../hal/random/random.ts';
import { isStorageFull, STORAGE_FULL } from '../storage-room.ts';
import type { Author } from './author.ts';
import type { CheckResult } from './check.ts';
import type { QueuedCheck } from './check-queue.ts';
import type { StoredPicture, StoreDatabase } from './database.ts';
import type { Draft } from './draft.ts';
import {
  ownRecordOf,
  recordOf,
  versionAfter,
  type AuthorRecord,
  type Extension,
  type OwnRecord,
  type Version,
} from './extension.ts';
import { NO_MORE } from './author.ts';
import { done, refuse, type StoreResult } from './failures.ts';
import { refusedIn } from './history.ts';

interface PublishingDeps {
  readonly database: StoreDatabase;
  readonly random: Random;
  readonly check: QueuedCheck;
  readonly unix_s: () => number;
  readonly log?: Log;
  /** Returns the extension with this code, which must belong to the author. */
  readonly ownOf: (author: Author, code: string) => StoreResult<Extension>;
}

interface Publishing {
  create(author: Author, draft: Draft): Promise<StoreResult<AuthorRecord>>;
  update(author: Author, code: string, draft: Draft): Promise<StoreResult<OwnRecord>>;
}

type Checked = Extract<CheckResult, { ok: true }>;

/** `/e/check` is a route, so no extension can have that code. */
const NO_CODES: ReadonlySet<string> = new Set(['CHECK']);

export function createPublishing(deps: PublishingDeps): Publishing {
  const { database, random, check, unix_s, ownOf } = deps;
  const checked = async (owner: string, text: string): Promise<StoreResult<Checked>> => {
    const queued = await check(owner, text);
    if (!queued.ok) return queued;
    const result = queued.value;
    if (!result.ok) {
      const { code, message, line } = result.problem;
      return refuse(code, message, { line });
    }
    const { version } = result.extension;
    if (version !== null && !(Number.isSafeInteger(version) && version >= 1 && version <= EXTENSION_VERSION_MAX))
      return refuse('bad_manifest', `A version must be a whole number from 1 to ${EXTENSION_VERSION_MAX}.`, {
        line: null,
      });
    return done(result);
  };
  const versionOf = (
    { bytes, sha256, notes }: Draft,
    { extension: { name, kind, about } }: Checked,
    more: Pick<Version, 'code' | 'version' | 'description' | 'author'>,
  ): Version => ({
    ...more,
    sha256,
    size: bytes.length,
    ts: unix_s(),
    name: name.toWellFormed(),
    kind,
    about: about.toWellFormed(),
    notes,
  });

  return {
    async create({ owner, label, isThere }, draft) {
      const passed = await checked(owner, draft.text);
      if (!passed.ok) return passed;
      return savedOn(deps, () => {
        // The account may have been deleted during the check, and then nothing could delete this extension.
        if (isThere?.() === false) return refuse('unauthorized', NO_MORE);
        const code = mint(database, random);
        const number = versionAfter(0, passed.value.extension.version);
        const about = { code, version: number, description: draft.description ?? '', author: label };
        const version = versionOf(draft, passed.value, about);
        const extension = database.addExtension(code, owner, number);
        database.addVersion(version, draft.bytes);
        addLooks(database, version, passed.value);
        return done(recordOf(extension, version));
      });
    },
    async update(author, typed, draft) {
      const passed = await checked(author.owner, draft.text);
      if (!passed.ok) return passed;
      return savedOn(deps, () => {
        const own = ownOf(author, typed);
        if (!own.ok) return own;
        const { code, version: before } = own.value;
        const number = versionAfter(before, passed.value.extension.version);
        if (number > EXTENSION_VERSION_MAX)
          return refuse('bad_manifest', `${code} already has the highest version, ${before}.`, { line: null });
        const description = draft.description ?? storedVersion(database, code, before).description;
        const version = versionOf(draft, passed.value, { code, version: number, description, author: author.label });
        const extension = { ...own.value, version: number };
        database.saveExtension(extension);
        database.addVersion(version, draft.bytes);
        addLooks(database, version, passed.value);
        return done(ownRecordIn(database, extension, version));
      });
    },
  };
}

/** Publishes in one transaction. Errors: `storage_full`. */
function savedOn<T>(
  { database, log }: Pick<PublishingDeps, 'database' | 'log'>,
  publish: () => StoreResult<T>,
): StoreResult<T> {
  try {
    return database.atomically(publish);
  } catch (thrown) {
    if (!isStorageFull(thrown)) throw thrown;
    log?.write('error', 'store', `Publishing a version failed: ${messageOf(thrown)}.`);
    return refuse('storage_full', STORAGE_FULL);
  }
}

function mint(database: StoreDatabase, random: Random): string {
  for (;;) {
    const code = codeOf(random.bytes(SHARE_CODE_SYMBOLS));
    if (!NO_CODES.has(code) && database.addCode(code)) return code;
  }
}

function addLooks(database: StoreDatabase, { code, version }: Version, { looks }: Checked): void {
  if (!looks) return;
  const hashed = (bytes: Uint8Array): StoredPicture => ({ sha256: hash('sha256', bytes, 'hex'), bytes });
  const { thumbnail, pictures, figures } = looks;
  if (thumbnail) database.addPicture(code, version, 'thumbnail', hashed(thumbnail));
  for (const bytes of pictures) database.addPicture(code, version, 'screen', hashed(bytes));
  database.addFigures(code, version, figures);
}

/** Returns a version that an extension refers to, which exists as long as the extension does. */
export function storedVersion(database: StoreDatabase, code: string, version: number): Version {
  const stored = database.version(code, version);
  assert(stored !== null, `version ${version} of ${code} is in the database`);
  return stored;
}

/** History entries read to find the last refusal by support, which comments may follow. */
const ENTRIES_SCANNED_MAX = 50;

export const ownRecordIn = (database: StoreDatabase, extension: Extension, newest: Version): OwnRecord =>
  ownRecordOf(extension, newest, refusedIn(database.entries(extension.code, ENTRIES_SCANNED_MAX)));
