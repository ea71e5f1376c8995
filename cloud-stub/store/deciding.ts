// Actions of support and of the operator on extensions: deciding, commenting, transferring to another account (store
// §3; C114). The history of the extension records each with its actor.

import { INSTALLED_MAX } from '../../wire/limits.ts';
import type { InstallsOfDay } from './database-rows.ts';
import type { StoreDatabase } from './database.ts';
import {
  decided,
  isDefault,
  servedVersion,
  supportRecordOf,
  type Decision,
  type Extension,
  type SupportRecord,
  type Version,
} from './extension.ts';
import { done, type StoreResult } from './failures.ts';
import type { HistoryEntry, PeopleAction, Action } from './history.ts';
import { storedVersion } from './publishing.ts';
import type { VersionsPage } from './requests.ts';

/** Everything that support sees of one extension. */
export interface SupportView {
  readonly extension: Extension;
  readonly newest: Version;
  /** The version that readers get. */
  readonly served: Version;
  readonly approved: Version | null;
  /** The newest hundred entries, newest first. */
  readonly history: readonly HistoryEntry[];
  readonly installs_by_day: readonly InstallsOfDay[];
  /** How many versions it has. */
  readonly version_count: number;
  /** Number of versions. */
  readonly devices: number;
}

export interface VersionPage {
  readonly versions: readonly Version[];
  /** For the next page; null on the last one. */
  readonly next_cursor: string | null;
}

interface Decided {
  /** `warning`: there are now more default extensions than a device can hold (C40). */
  readonly record: SupportRecord & { readonly warning?: string };
  /** False if the whole decision already applied (C135). */
  readonly changed: boolean;
}

export interface Deciding {
  decide(code: string, decision: Decision, actor?: string): StoreResult<Decided>;
  comment(code: string, version: number | null, text: string, actor: string): StoreResult<null>;
  /** Records an action on a support member in the history. */
  notePerson(what: PeopleAction, email: string, actor: string): void;
  view(code: string): StoreResult<SupportView>;
  /** Returns versions of an extension, newest first; none if it does not exist. */
  versionPage(code: string, page: VersionsPage): VersionPage;
  /** Returns the history of all extensions, newest first; if `before` is given, only entries before it. */
  history(limit: number, before?: number): readonly HistoryEntry[];
  /** Transfers extensions to another account: those with these codes, or all (null). @returns Their codes. */
  transfer(from: string, to: string, codes: readonly string[] | null, actor: string): readonly string[];
  /** Removes all extensions of an account, except default ones, which are transferred to `heir`. */
  removeAll(owner: string, heir: string, actor: string): void;
}

/** A decision of support on an extension, to report to its author. */
export interface DecisionNotice {
  readonly owner: string;
  readonly code: string;
  readonly name: string;
  readonly version: number;
  readonly actions: readonly Action[];
  readonly reason: string;
}

interface DecidingDeps {
  readonly database: StoreDatabase;
  readonly tell: (notice: DecisionNotice) => void;
  readonly unix_s: () => number;
  readonly found: (code: string) => StoreResult<Extension>;
}

const SHOWN_MAX = 100;
/** Actor of decisions made with the support API key only. */
const KEY_HOLDER = 'support';

export function createDeciding({ database, unix_s, found, tell }: DecidingDeps): Deciding {
  const note = (entry: Omit<HistoryEntry, 'serial' | 'ts'>): void => database.addEntry({ ...entry, ts: unix_s() });
  const give = ({ code, owner }: Extension, to: string, actor: string): void => {
    database.setOwner(code, to);
    note({ who: actor, what: 'transfer', code, version: null, text: `From ${owner} to ${to}.` });
  };
  return {
    decide(typed, decision, actor = decision.reviewer ?? KEY_HOLDER) {
      const decided_on = database.atomically(() => {
        const extension = found(typed);
        if (!extension.ok) return extension;
        const changed = decided(extension.value, decision, database.nextDefault());
        if (!changed.ok) return changed;
        const { actions } = changed.value;
        const { code, version } = changed.value.extension;
        const reason = decision.reason ?? '';
        if (actions.length > 0) database.saveExtension(changed.value.extension);
        for (const what of actions) note({ who: actor, what, code, version, text: reason });
        const newest = storedVersion(database, code, version);
        return done({ changed: changed.value.extension, newest, actions, reason });
      });
      if (!decided_on.ok) return decided_on;
      const { changed, newest, actions, reason } = decided_on.value;
      const { owner, code, version } = changed;
      if (actions.length > 0) tell({ owner, code, name: newest.name, version, actions, reason });
      const record = supportRecordOf(changed, newest);
      const { defaults } = database.counts();
      const is_too_many = decision.default === true && defaults > INSTALLED_MAX;
      return done({
        record: is_too_many ? { ...record, warning: tooMany(defaults) } : record,
        changed: actions.length > 0,
      });
    },
    comment: (typed, version, text, actor) =>
      database.atomically(() => {
        const extension = found(typed);
        if (!extension.ok) return extension;
        note({ who: actor, what: 'comment', code: extension.value.code, version, text });
        return done(null);
      }),
    notePerson: (what, email, actor) => note({ who: actor, what, code: '', version: null, text: email }),
    view(typed) {
      const extension = found(typed);
      if (!extension.ok) return extension;
      return done(viewOf(database, extension.value));
    },
    versionPage: (code, page) => versionPageOf(database, code, page),
    history: (limit, before) => database.entries(null, limit, before),
    transfer: (from, to, codes, actor) =>
      database.atomically(() => {
        const given = database.owned(from).filter(({ code }) => codes === null || codes.includes(code));
        for (const extension of given) give(extension, to, actor);
        return given.map(({ code }) => code);
      }),
    removeAll: (owner, heir, actor) =>
      database.atomically(() => {
        for (const extension of database.owned(owner)) {
          const { code, version } = extension;
          if (isDefault(extension)) {
            give(extension, heir, actor);
            continue;
          }
          database.removeExtension(code);
          note({ who: actor, what: 'delete', code, version, text: '' });
        }
      }),
  };
}

function versionPageOf(database: StoreDatabase, code: string, { limit, up_to }: VersionsPage): VersionPage {
  const found = database.versions(code, limit + 1, up_to);
  const next = found[limit];
  return { versions: found.slice(0, limit), next_cursor: next ? `${next.version}` : null };
}

function viewOf(database: StoreDatabase, extension: Extension): SupportView {
  const { code, approved_version } = extension;
  return {
    extension,
    newest: storedVersion(database, code, extension.version),
    served: storedVersion(database, code, servedVersion(extension)),
    approved: approved_version === null ? null : database.version(code, approved_version),
    history: database.entries(code, SHOWN_MAX),
    installs_by_day: database.installsByDay(code),
    version_count: database.versionCount(code),
    devices: database.devicesWith(code),
  };
}

/** C40: a device without room for all of them skips the last. */
const tooMany = (defaults: number): string =>
  `There are ${defaults} default extensions, but a device has room for ${INSTALLED_MAX}: devices do not get the last ones.`;
