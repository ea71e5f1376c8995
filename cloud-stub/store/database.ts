// What the store keeps, in SQLite: extensions, their versions, the texts by their sha256, every code that was ever given, and who
// installed what. A text and its record are written in one transaction, so they are there together or not at all; versions and
// texts are never written over (R102).

import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import { assert, ok, type Result } from '../../wire/errors.ts';
import { openSqliteFile } from '../sqlite-file.ts';
import type { Extension, Version } from './extension.ts';
import { listStatement, pageOf, type ListQuery, type ListRow } from './lists.ts';

const SCHEMA_VERSION = 1;
const SCHEMA = `
  CREATE TABLE codes (code TEXT PRIMARY KEY) WITHOUT ROWID;
  CREATE TABLE extensions (
    serial INTEGER PRIMARY KEY AUTOINCREMENT, code TEXT NOT NULL UNIQUE, owner TEXT NOT NULL, version INTEGER NOT NULL,
    listing TEXT NOT NULL, approved_version INTEGER, reviewer TEXT, default_since INTEGER UNIQUE, installs INTEGER NOT NULL);
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
  CREATE TABLE installs (code TEXT, device TEXT, PRIMARY KEY (code, device)) WITHOUT ROWID;
`;

const EXTENSION = 'code, serial, owner, version, listing, approved_version, reviewer, default_since, installs';
const VERSION = 'code, version, sha256, size, ts, name, kind, about, description, notes, author';

export interface StoreCounts {
  readonly extensions: number;
  readonly public_ones: number;
  readonly requested: number;
  readonly defaults: number;
  readonly installs: number;
}

export interface StoreDatabase {
  /** Does all of it or, where it throws, nothing; what is done is on the disk when this returns. */
  atomically<T>(work: () => T): T;

  /** Whether a code was ever given to anybody. */
  code_given(code: string): boolean;
  /** False if it was given before. */
  add_code(code: string): boolean;

  extension(code: string): Extension | null;
  add_extension(code: string, owner: string, version: number): void;
  save_extension(extension: Extension): void;
  /** Takes the extension, its versions, and the texts that are nobody else's. Its code stays given. */
  remove_extension(code: string): void;
  /** Those that are default, the first one first. */
  defaults(): readonly Extension[];
  /** The number that the next default gets. */
  next_default(): number;

  version(code: string, version: number): Version | null;
  add_version(version: Version, bytes: Uint8Array): void;
  text(sha256: string): Uint8Array;

  /** False if it was counted before. */
  count_install(code: string, device: string): boolean;
  /** How many there are of each, for whoever watches the store. */
  counts(): StoreCounts;
  /** One page of a list, and the cursor of the next; null after the last. */
  list(query: ListQuery): { readonly rows: readonly ListRow[]; readonly next_cursor: string | null };
  close(): void;
}

/** Opens the store's database in a file, or `:memory:`. Errors: those of `openSqliteFile`. */
export function openStoreDatabase(path: string): Result<StoreDatabase> {
  const opened = openSqliteFile(path, {
    schema: SCHEMA,
    version: SCHEMA_VERSION,
    rival: 'another store',
    synchronous: 'FULL', // an author who was told a code finds it again, whatever happens to the power
  });
  return opened.ok ? ok(databaseOn(opened.value)) : opened;
}

function databaseOn(sqlite: DatabaseSync): StoreDatabase {
  const statements = statementsOn(sqlite);
  return {
    atomically(work) {
      sqlite.exec('BEGIN IMMEDIATE');
      try {
        const value = work();
        sqlite.exec('COMMIT');
        return value;
      } catch (thrown) {
        if (sqlite.isTransaction) sqlite.exec('ROLLBACK');
        throw thrown;
      }
    },
    ...extensionsOn(statements),
    ...versionsOn(statements),
    list(query) {
      const { sql, values } = listStatement(query);
      return pageOf(query, statements.all(sql, values) as unknown as ListRow[]);
    },
    close: () => sqlite.close(),
  };
}

type Row = Readonly<Record<string, SQLOutputValue>>;

interface Statements {
  all(sql: string, values?: readonly SQLInputValue[]): readonly Row[];
  first(sql: string, values?: readonly SQLInputValue[]): Row | null;
  /** How many rows it changed. */
  run(sql: string, values: readonly SQLInputValue[]): number;
}

/** Statements are prepared when they are first needed, and kept. */
function statementsOn(sqlite: DatabaseSync): Statements {
  const prepared = new Map<string, StatementSync>();
  const statement = (sql: string): StatementSync => {
    const known = prepared.get(sql) ?? sqlite.prepare(sql);
    prepared.set(sql, known);
    return known;
  };
  return {
    all: (sql, values = []) => statement(sql).all(...values),
    first: (sql, values = []) => statement(sql).get(...values) ?? null,
    run: (sql, values) => Number(statement(sql).run(...values).changes),
  };
}

type Extensions =
  | 'code_given'
  | 'add_code'
  | 'extension'
  | 'add_extension'
  | 'save_extension'
  | 'remove_extension'
  | 'defaults'
  | 'next_default'
  | 'counts'
  | 'count_install';

const extensionsOn = ({ all, first, run }: Statements): Pick<StoreDatabase, Extensions> => ({
  code_given: (code) => first('SELECT code FROM codes WHERE code = ?', [code]) !== null,
  add_code: (code) => run('INSERT OR IGNORE INTO codes (code) VALUES (?)', [code]) === 1,
  extension: (code) =>
    first(`SELECT ${EXTENSION} FROM extensions WHERE code = ?`, [code]) as unknown as Extension | null,
  add_extension: (code, owner, version) =>
    void run("INSERT INTO extensions (code, owner, version, listing, installs) VALUES (?, ?, ?, 'none', 0)", [
      code,
      owner,
      version,
    ]),
  save_extension: ({ code, version, listing, approved_version, reviewer, default_since }) =>
    void run(
      'UPDATE extensions SET version = ?, listing = ?, approved_version = ?, reviewer = ?, default_since = ? WHERE code = ?',
      [version, listing, approved_version, reviewer, default_since, code],
    ),
  remove_extension(code) {
    run(
      `DELETE FROM objects WHERE sha256 IN (SELECT sha256 FROM versions WHERE code = ?)
       AND sha256 NOT IN (SELECT sha256 FROM versions WHERE code <> ?)`,
      [code, code],
    );
    for (const table of ['versions', 'installs', 'extensions']) run(`DELETE FROM ${table} WHERE code = ?`, [code]);
  },
  defaults: () =>
    all(
      `SELECT ${EXTENSION} FROM extensions WHERE default_since IS NOT NULL ORDER BY default_since`,
    ) as unknown as Extension[],
  next_default: () => Number(first('SELECT coalesce(max(default_since), 0) + 1 AS next FROM extensions')?.['next']),
  counts: () =>
    first(
      `SELECT count(*) AS extensions, count(*) FILTER (WHERE listing = 'public') AS public_ones,
         count(*) FILTER (WHERE listing = 'requested') AS requested,
         count(default_since) AS defaults, coalesce(sum(installs), 0) AS installs FROM extensions`,
    ) as unknown as StoreCounts,
  count_install(code, device) {
    const added = run('INSERT OR IGNORE INTO installs (code, device) VALUES (?, ?)', [code, device]) === 1;
    if (added) run('UPDATE extensions SET installs = installs + 1 WHERE code = ?', [code]);
    return added;
  },
});

const versionsOn = ({ first, run }: Statements): Pick<StoreDatabase, 'version' | 'add_version' | 'text'> => ({
  version: (code, version) =>
    first(`SELECT ${VERSION} FROM versions WHERE code = ? AND version = ?`, [
      code,
      version,
    ]) as unknown as Version | null,
  add_version({ code, version, sha256, size, ts, name, kind, about, description, notes, author }, bytes) {
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
    const bytes = first('SELECT bytes FROM objects WHERE sha256 = ?', [sha256])?.['bytes'];
    assert(bytes instanceof Uint8Array, `the text ${sha256} is in the database`);
    return bytes;
  },
});

/** Texts that differ only in case or in how their characters are composed are one for a search. */
export const foldedForSearch = (text: string): string => text.normalize('NFKC').toLowerCase();
