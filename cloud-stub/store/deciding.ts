// What support does with extensions, and whoever runs the store: decides, comments, hands them to another account (store §3; C114). Each is
// in the history of the extension with who did it.

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
import { done, type Outcome } from './failures.ts';
import type { HistoryEntry, PeopleAction, Action } from './history.ts';
import { storedVersion } from './publishing.ts';
import type { VersionsPage } from './requests.ts';

/** All that support sees of one extension. */
export interface SupportView {
  readonly extension: Extension;
  readonly newest: Version;
  /** The version that readers get. */
  readonly served: Version;
  readonly approved: Version | null;
  /** The newest hundred, the newest first. */
  readonly history: readonly HistoryEntry[];
  readonly installs_by_day: readonly InstallsOfDay[];
  /** How many versions it has. */
  readonly version_count: number;
  /** Devices that have installed it. */
  readonly devices: number;
}

export interface VersionPage {
  readonly versions: readonly Version[];
  /** For the next page; null on the last one. */
  readonly next_cursor: string | null;
}

interface Decided {
  /** `warning`: that there are more defaults by now than a device takes (C40). */
  readonly record: SupportRecord & { readonly warning?: string };
  /** False where all of the decision held already (C135). */
  readonly changed: boolean;
}

export interface Deciding {
  decide(code: string, decision: Decision, who?: string): Outcome<Decided>;
  comment(code: string, version: number | null, text: string, who: string): Outcome<null>;
  /** Keeps in the history what was done with somebody of support. */
  notePerson(what: PeopleAction, email: string, who: string): void;
  view(code: string): Outcome<SupportView>;
  /** Versions of an extension, the newest first; an extension that is not there has none. */
  versionPage(code: string, page: VersionsPage): VersionPage;
  /** Of all extensions; the newest first, those before `before` where that is given. */
  history(limit: number, before?: number): readonly HistoryEntry[];
  /** Gives extensions to another account: those of these codes, or all (null). @returns Their codes. */
  transfer(from: string, to: string, codes: readonly string[] | null, who: string): readonly string[];
  /** Removes all extensions of an account, but for default ones, which `heir` has from then on. */
  removeAll(owner: string, heir: string, who: string): void;
}

/** What support decided about an extension, for its author to hear. */
export interface Told {
  readonly owner: string;
  readonly code: string;
  readonly name: string;
  readonly version: number;
  readonly actions: readonly Action[];
  readonly reason: string;
}

interface DecidingParts {
  readonly database: StoreDatabase;
  readonly tell: (told: Told) => void;
  readonly unix_s: () => number;
  readonly found: (code: string) => Outcome<Extension>;
}

const SHOWN_MAX = 100;
/** Who decides with the key of the support API alone. */
const KEY_HOLDER = 'support';

export function createDeciding({ database, unix_s, found, tell }: DecidingParts): Deciding {
  const note = (entry: Omit<HistoryEntry, 'serial' | 'ts'>): void => database.addEntry({ ...entry, ts: unix_s() });
  const give = ({ code, owner }: Extension, to: string, who: string): void => {
    database.setOwner(code, to);
    note({ who, what: 'transfer', code, version: null, text: `From ${owner} to ${to}.` });
  };
  return {
    decide(typed, decision, who = decision.reviewer ?? KEY_HOLDER) {
      const decided_on = database.atomically(() => {
        const extension = found(typed);
        if (!extension.ok) return extension;
        const changed = decided(extension.value, decision, database.nextDefault());
        if (!changed.ok) return changed;
        const { actions } = changed.value;
        const { code, version } = changed.value.extension;
        const reason = decision.reason ?? '';
        if (actions.length > 0) database.saveExtension(changed.value.extension);
        for (const what of actions) note({ who, what, code, version, text: reason });
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
    comment: (typed, version, text, who) =>
      database.atomically(() => {
        const extension = found(typed);
        if (!extension.ok) return extension;
        note({ who, what: 'comment', code: extension.value.code, version, text });
        return done(null);
      }),
    notePerson: (what, email, who) => note({ who, what, code: '', version: null, text: email }),
    view(typed) {
      const extension = found(typed);
      if (!extension.ok) return extension;
      return done(viewOf(database, extension.value));
    },
    versionPage: (code, page) => versionPageOf(database, code, page),
    history: (limit, before) => database.entries(null, limit, before),
    transfer: (from, to, codes, who) =>
      database.atomically(() => {
        const given = database.owned(from).filter(({ code }) => codes === null || codes.includes(code));
        for (const extension of given) give(extension, to, who);
        return given.map(({ code }) => code);
      }),
    removeAll: (owner, heir, who) =>
      database.atomically(() => {
        for (const extension of database.owned(owner)) {
          const { code, version } = extension;
          if (isDefault(extension)) {
            give(extension, heir, who);
            continue;
          }
          database.removeExtension(code);
          note({ who, what: 'delete', code, version, text: '' });
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

/** C40: a device that has no room for them all skips the last. */
const tooMany = (defaults: number): string =>
  `There are ${defaults} default extensions, and a device has room for ${INSTALLED_MAX}: the last ones reach no device.`;
