// SQLite database of the store: extensions, their versions, the scripts by sha256, every code ever issued, and installs
// by device and time. A script and its record are written in one transaction, so neither exists without the other;
// versions and scripts are never overwritten (R102).

import type { DatabaseSync } from 'node:sqlite';
import { assert, ok, type Result } from '../../wire/errors.ts';
import { EXTENSION_VERSION_MAX } from '../../wire/choices.ts';
import { copySqliteFile, openSqliteFile, type LockWait, type SqliteFile } from '../sqlite/sqlite-file.ts';
import { statementsOn, type Statements } from '../sqlite/sqlite-statements.ts';
import {
  CODE_ROW,
  COUNT_ROW,
  COUNTS_ROW,
  DAY_ROW,
  ENTRY_ROW,
  FIGURES_ROW,
  HANDOVER_ROW,
  HASH_ROW,
  EXTENSION_ROW,
  NEXT_ROW,
  TEXT_ROW,
  VERSION_ROW,
  type InstallsOfDay,
  type StoreCounts,
} from './database-rows.ts';
import type { Figures } from './check.ts';
import type { Extension, Version } from './extension.ts';
import type { HistoryEntry } from './history.ts';
import { keepExtensions, type KeptExtensions } from './kept-extensions.ts';
import { listsOn } from './list-orders.ts';
import type { ListPage, ListQuery } from './lists.ts';

const SCHEMA_VERSION = 4;
const HISTORY = `
  CREATE TABLE history (
    serial INTEGER PRIMARY KEY AUTOINCREMENT, ts INTEGER NOT NULL, who TEXT NOT NULL, what TEXT NOT NULL, code TEXT NOT NULL,
    version INTEGER, text TEXT NOT NULL);
  CREATE INDEX history_by_code ON history (code, serial);
  CREATE TRIGGER history_stays BEFORE UPDATE ON history BEGIN SELECT RAISE(ABORT, 'what was done stays'); END;
  CREATE TRIGGER history_is_kept BEFORE DELETE ON history BEGIN SELECT RAISE(ABORT, 'what was done stays'); END;
  CREATE TABLE pictures (
    serial INTEGER PRIMARY KEY, code TEXT NOT NULL, version INTEGER NOT NULL, kind TEXT NOT NULL, sha256 TEXT NOT NULL);
  CREATE INDEX pictures_by_version ON pictures (code, version);
  CREATE INDEX pictures_by_object ON pictures (sha256);
  CREATE TABLE figures (code TEXT, version INTEGER, figures TEXT NOT NULL, PRIMARY KEY (code, version)) WITHOUT ROWID;
  CREATE TABLE handovers (code TEXT PRIMARY KEY, hash TEXT NOT NULL UNIQUE, owner TEXT NOT NULL, expires_s INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE installs_by_day (code TEXT, day INTEGER, installs INTEGER NOT NULL, PRIMARY KEY (code, day)) WITHOUT ROWID;
`;
const SCHEMA = `
  CREATE TABLE codes (code TEXT PRIMARY KEY) WITHOUT ROWID;
  CREATE TABLE extensions (
    serial INTEGER PRIMARY KEY AUTOINCREMENT, code TEXT NOT NULL UNIQUE, owner TEXT NOT NULL, version INTEGER NOT NULL,
    listing TEXT NOT NULL, approved_version INTEGER, reviewer TEXT, default_since INTEGER UNIQUE, installs INTEGER NOT NULL,
    taken_down INTEGER NOT NULL DEFAULT 0, released INTEGER NOT NULL DEFAULT 0);
  CREATE INDEX extensions_by_owner ON extensions (owner, serial);
  CREATE TABLE objects (sha256 TEXT PRIMARY KEY, bytes BLOB NOT NULL);
  CREATE TABLE versions (
    serial INTEGER PRIMARY KEY AUTOINCREMENT, code TEXT NOT NULL, version INTEGER NOT NULL, sha256 TEXT NOT NULL,
    size INTEGER NOT NULL, ts INTEGER NOT NULL, name TEXT NOT NULL, kind TEXT NOT NULL, about TEXT NOT NULL,
    description TEXT NOT NULL, notes TEXT NOT NULL, author TEXT NOT NULL, name_key TEXT NOT NULL, words TEXT NOT NULL,
    UNIQUE (code, version));
  CREATE INDEX versions_by_object ON versions (sha256);
  CREATE TRIGGER versions_stay BEFORE UPDATE ON versions BEGIN SELECT RAISE(ABORT, 'a version never changes'); END;
  CREATE TRIGGER objects_stay BEFORE UPDATE ON objects BEGIN SELECT RAISE(ABORT, 'a text never changes'); END;
  CREATE TABLE installs (code TEXT, device TEXT, at_s INTEGER NOT NULL, PRIMARY KEY (code, device)) WITHOUT ROWID;
  ${HISTORY}
`;
const UPGRADES = {
  // Installs from before times were stored count as long ago.
  1: 'ALTER TABLE installs ADD COLUMN at_s INTEGER NOT NULL DEFAULT 0',
  2: `ALTER TABLE extensions ADD COLUMN taken_down INTEGER NOT NULL DEFAULT 0; ${HISTORY}`,
  // Devices already have the newest version of extensions that support no longer vouches for, and keep it.
  3: `ALTER TABLE extensions ADD COLUMN released INTEGER NOT NULL DEFAULT 0;
    UPDATE extensions SET released = 1 WHERE listing <> 'public' AND default_since IS NULL AND approved_version < version`,
};

const FILE: SqliteFile = {
  schema: SCHEMA,
  version: SCHEMA_VERSION,
  upgrades: UPGRADES,
  holds: 'the published extensions and their history',
  rival: 'another store',
  synchronous: 'FULL', // a code confirmed to an author must survive a power loss
};

/** C36: fetches of a code by one device within this time count once. */
const COUNTED_ONCE_S = 3600;
const DAY_S = 86_400;

const EXTENSION =
  'code, serial, owner, version, listing, approved_version, reviewer, default_since, installs, taken_down, released';
const VERSION = 'code, version, sha256, size, ts, name, kind, about, description, notes, author';

/** An extension that its owner transfers to the author who enters a code. */
interface Handover {
  readonly code: string;
  /** Hash of the code to present. */
  readonly hash: string;
  readonly owner: string;
  readonly expires_s: number;
}

type PictureKind = 'thumbnail' | 'screen';
export interface StoredPicture {
  readonly sha256: string;
  readonly bytes: Uint8Array;
}

export interface StoreDatabase {
  /** Runs all of it in one transaction, or nothing if it throws; the changes are on disk when this returns. */
  atomically<T>(work: () => T): T;

  /** Whether a code was ever issued. */
  codeGiven(code: string): boolean;
  /** Returns false if the code was issued before. */
  addCode(code: string): boolean;

  extension(code: string): Extension | null;
  /** Adds and returns the extension, not yet shown in any list. */
  addExtension(code: string, owner: string, version: number): Extension;
  saveExtension(extension: Extension): void;
  /** Returns all extensions of an account, oldest first. */
  owned(owner: string): readonly Extension[];
  setOwner(code: string, owner: string): void;
  /** Removes the extension, its versions, and texts that no other extension uses. Its code is never reused. */
  removeExtension(code: string): void;
  /** Returns the default extensions, oldest first. */
  defaults(): readonly Extension[];
  /** Returns the number for the next default extension. */
  nextDefault(): number;

  version(code: string, version: number): Version | null;
  /** Returns the newest versions, or those up to a version, newest first. */
  versions(code: string, limit: number, up_to?: number): readonly Version[];
  versionCount(code: string): number;
  addVersion(version: Version, bytes: Uint8Array): void;
  text(sha256: string): Uint8Array;

  addPicture(code: string, version: number, kind: PictureKind, picture: StoredPicture): void;
  addFigures(code: string, version: number, figures: Figures): void;
  /** Returns the hashes of the pictures, in the order in which they were added. */
  pictures(code: string, version: number, kind: PictureKind): readonly string[];
  /** Returns a WebP picture; null if the hash is not of a picture, or only of extensions that were taken down. */
  picture(sha256: string): Uint8Array | null;
  /** Returns null if no figures were measured for the version. */
  figures(code: string, version: number): Figures | null;

  /** Returns false if the install was already counted within the last hour. `at_s`: now, Unix seconds. */
  countInstall(code: string, device: string, at_s: number): boolean;
  /** Returns the number of devices counted. */
  devicesWith(code: string): number;
  /** Returns the days with counted installs, oldest first. */
  installsByDay(code: string): readonly InstallsOfDay[];

  /** Replaces an existing offer of the same extension. */
  saveHandover(handover: Handover): void;
  handover(hash: string): Handover | null;
  removeHandover(code: string): void;

  addEntry(entry: Omit<HistoryEntry, 'serial'>): void;
  /** Returns entries of one extension, or of all (null), newest first; if `before` is given, only those before it. */
  entries(code: string | null, limit: number, before?: number): readonly HistoryEntry[];
  /** Returns the counts for the store's metrics. */
  counts(): StoreCounts;
  /** Returns one page of a list and the cursor of the next; null after the last. */
  list(query: ListQuery): ListPage;
  /** Copies the database to a new file. @throws If the copy fails. */
  copyTo(path: string): void;
  close(): void;
}

/** Opens the store's database in a file, or `:memory:`. Errors: as for `openSqliteFile`. */
export function openStoreDatabase(path: string, wait?: LockWait): Result<StoreDatabase> {
  const opened = openSqliteFile(path, FILE, wait);
  return opened.ok ? ok(databaseOn(opened.value)) : opened;
}

function databaseOn(sqlite: DatabaseSync): StoreDatabase {
  const statements = statementsOn(sqlite);
  const kept = keepExtensions();
  return {
    atomically(work) {
      sqlite.exec('BEGIN IMMEDIATE');
      try {
        const value = work();
        sqlite.exec('COMMIT');
        return value;
      } catch (thrown) {
        if (sqlite.isTransaction) sqlite.exec('ROLLBACK');
        kept.clear();
        throw thrown;
      }
    },
    ...extensionsOn(statements, kept),
    ...versionsOn(statements),
    ...historyOn(statements),
    ...picturesOn(statements),
    ...handoversOn(statements),
    list: listsOn(statements),
    copyTo: (path) => copySqliteFile(sqlite, path),
    close: () => sqlite.close(),
  };
}

type Extensions =
  | 'codeGiven'
  | 'addCode'
  | 'extension'
  | 'addExtension'
  | 'saveExtension'
  | 'owned'
  | 'setOwner'
  | 'removeExtension'
  | 'defaults'
  | 'nextDefault'
  | 'counts'
  | 'countInstall'
  | 'devicesWith';

const extensionsOn = ({ all, first, run }: Statements, kept: KeptExtensions): Pick<StoreDatabase, Extensions> => ({
  codeGiven: (code) => first(CODE_ROW, 'SELECT code FROM codes WHERE code = ?', [code]) !== null,
  addCode: (code) => run('INSERT OR IGNORE INTO codes (code) VALUES (?)', [code]) === 1,
  extension: (code) =>
    kept.read(code, () => first(EXTENSION_ROW, `SELECT ${EXTENSION} FROM extensions WHERE code = ?`, [code])),
  addExtension(code, owner, version) {
    const values = [code, owner, version];
    const added = first(
      EXTENSION_ROW,
      `INSERT INTO extensions (code, owner, version, listing, installs) VALUES (?, ?, ?, 'none', 0) RETURNING ${EXTENSION}`,
      values,
    );
    assert(added !== null, 'what was inserted is returned');
    return added;
  },
  saveExtension({ code, version, listing, approved_version, reviewer, default_since, taken_down, released }) {
    kept.changed(code);
    run(
      `UPDATE extensions SET version = ?, listing = ?, approved_version = ?, reviewer = ?, default_since = ?, taken_down = ?,
       released = ? WHERE code = ?`,
      [version, listing, approved_version, reviewer, default_since, Number(taken_down), Number(released), code],
    );
  },
  owned: (owner) => all(EXTENSION_ROW, `SELECT ${EXTENSION} FROM extensions WHERE owner = ? ORDER BY serial`, [owner]),
  setOwner(code, owner) {
    kept.changed(code);
    run('UPDATE extensions SET owner = ? WHERE code = ?', [owner, code]);
  },
  removeExtension(code) {
    kept.changed(code);
    for (const table of ['versions', 'pictures'])
      run(
        `DELETE FROM objects WHERE sha256 IN (SELECT sha256 FROM ${table} WHERE code = ?)
         AND sha256 NOT IN (SELECT sha256 FROM ${table} WHERE code <> ?)`,
        [code, code],
      );
    for (const table of ['versions', 'pictures', 'figures', 'installs', 'installs_by_day', 'handovers', 'extensions'])
      run(`DELETE FROM ${table} WHERE code = ?`, [code]);
  },
  defaults: () =>
    all(EXTENSION_ROW, `SELECT ${EXTENSION} FROM extensions WHERE default_since IS NOT NULL ORDER BY default_since`),
  nextDefault: () => first(NEXT_ROW, 'SELECT coalesce(max(default_since), 0) + 1 AS next FROM extensions')?.next ?? 1,
  counts() {
    const counts = first(
      COUNTS_ROW,
      `SELECT count(*) AS extensions, count(*) FILTER (WHERE listing = 'public') AS public_ones,
         count(*) FILTER (WHERE listing = 'requested') AS requested,
         count(default_since) AS defaults, coalesce(sum(installs), 0) AS installs FROM extensions`,
    );
    assert(counts !== null, 'a count has a row');
    return counts;
  },
  countInstall(code, device, at_s) {
    // A clock set back by more than that counts too; otherwise it would first have to catch up.
    const counted = run(
      `INSERT INTO installs (code, device, at_s) VALUES (?, ?, ?) ON CONFLICT (code, device)
       DO UPDATE SET at_s = excluded.at_s WHERE abs(excluded.at_s - at_s) >= ?`,
      [code, device, at_s, COUNTED_ONCE_S],
    );
    if (counted === 0) return false;
    kept.changed(code);
    run('UPDATE extensions SET installs = installs + 1 WHERE code = ?', [code]);
    run(`INSERT INTO installs_by_day VALUES (?, ?, 1) ON CONFLICT (code, day) DO UPDATE SET installs = installs + 1`, [
      code,
      Math.floor(at_s / DAY_S),
    ]);
    return true;
  },
  devicesWith: (code) => first(COUNT_ROW, 'SELECT count(*) AS count FROM installs WHERE code = ?', [code])?.count ?? 0,
});

const versionsOn = ({
  all,
  first,
  run,
}: Statements): Pick<StoreDatabase, 'version' | 'versions' | 'versionCount' | 'addVersion' | 'text'> => ({
  versionCount: (code) => first(COUNT_ROW, 'SELECT count(*) AS count FROM versions WHERE code = ?', [code])?.count ?? 0,
  versions: (code, limit, up_to = EXTENSION_VERSION_MAX) =>
    all(VERSION_ROW, `SELECT ${VERSION} FROM versions WHERE code = ? AND version <= ? ORDER BY version DESC LIMIT ?`, [
      code,
      up_to,
      limit,
    ]),
  version: (code, version) =>
    first(VERSION_ROW, `SELECT ${VERSION} FROM versions WHERE code = ? AND version = ?`, [code, version]),
  addVersion({ code, version, sha256, size, ts, name, kind, about, description, notes, author }, bytes) {
    run('INSERT OR IGNORE INTO objects (sha256, bytes) VALUES (?, ?)', [sha256, bytes]);
    const words = foldedForSearch([name, description, about, author, code].join('\n'));
    run(`INSERT INTO versions (${VERSION}, name_key, words) VALUES (${'?, '.repeat(12)}?)`, [
      code,
      version,
      sha256,
      size,
      ts,
      name,
      kind,
      about,
      description,
      notes,
      author,
      foldedForSearch(name),
      words,
    ]);
  },
  text(sha256) {
    const object = first(TEXT_ROW, 'SELECT bytes FROM objects WHERE sha256 = ?', [sha256]);
    assert(object !== null, `the text ${sha256} is in the database`);
    return object.bytes;
  },
});

const handoversOn = ({
  first,
  run,
}: Statements): Pick<StoreDatabase, 'saveHandover' | 'handover' | 'removeHandover'> => ({
  saveHandover: ({ code, hash, owner, expires_s }) =>
    void run('INSERT OR REPLACE INTO handovers VALUES (?, ?, ?, ?)', [code, hash, owner, expires_s]),
  handover: (hash) => first(HANDOVER_ROW, 'SELECT * FROM handovers WHERE hash = ?', [hash]),
  removeHandover: (code) => void run('DELETE FROM handovers WHERE code = ?', [code]),
});

const picturesOn = ({
  all,
  first,
  run,
}: Statements): Pick<StoreDatabase, 'addPicture' | 'addFigures' | 'pictures' | 'picture' | 'figures'> => ({
  addPicture(code, version, kind, { sha256, bytes }) {
    run('INSERT OR IGNORE INTO objects (sha256, bytes) VALUES (?, ?)', [sha256, bytes]);
    run('INSERT INTO pictures (code, version, kind, sha256) VALUES (?, ?, ?, ?)', [code, version, kind, sha256]);
  },
  addFigures: (code, version, figures) =>
    void run('INSERT INTO figures VALUES (?, ?, ?)', [code, version, JSON.stringify(figures)]),
  pictures: (code, version, kind) =>
    all(HASH_ROW, 'SELECT sha256 FROM pictures WHERE code = ? AND version = ? AND kind = ? ORDER BY serial', [
      code,
      version,
      kind,
    ]).map(({ sha256 }) => sha256),
  picture: (sha256) =>
    first(
      TEXT_ROW,
      `SELECT bytes FROM objects o WHERE sha256 = ? AND EXISTS (SELECT 1 FROM pictures p JOIN extensions e ON e.code = p.code
       WHERE p.sha256 = o.sha256 AND e.taken_down = 0)`,
      [sha256],
    )?.bytes ?? null,
  figures: (code, version) =>
    first(FIGURES_ROW, 'SELECT figures FROM figures WHERE code = ? AND version = ?', [code, version])?.figures ?? null,
});

const historyOn = ({ all, run }: Statements): Pick<StoreDatabase, 'addEntry' | 'entries' | 'installsByDay'> => ({
  addEntry: ({ ts, who, what, code, version, text }) =>
    void run('INSERT INTO history (ts, who, what, code, version, text) VALUES (?, ?, ?, ?, ?, ?)', [
      ts,
      who,
      what,
      code,
      version,
      text,
    ]),
  entries: (code, limit, before = Number.MAX_SAFE_INTEGER) =>
    all(
      ENTRY_ROW,
      `SELECT serial, ts, who, what, code, version, text FROM history WHERE (? IS NULL OR code = ?) AND serial < ?
       ORDER BY serial DESC LIMIT ?`,
      [code, code, before, limit],
    ),
  installsByDay: (code) =>
    all(DAY_ROW, 'SELECT day, installs FROM installs_by_day WHERE code = ? ORDER BY day', [code]),
});

/** Normalizes text for searches: case and character composition do not matter. */
export const foldedForSearch = (text: string): string => text.normalize('NFKC').toLowerCase();
