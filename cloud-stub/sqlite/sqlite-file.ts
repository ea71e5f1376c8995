// Opens, verifies and creates SQLite database files, each used by one process at a time. It never changes a file of
// another program, nor one that has lost its data: starting without it would silently replace it (R152).

import { closeSync, fsyncSync, linkSync, openSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fail, messageOf, ok, assertDefined, systemCodeOf, type Result } from '../../wire/errors.ts';
import { whyUnread } from '../../wire/regular-file.ts';
import { lockOwner } from '../lock-owner.ts';
import { statRegular } from '../regular-file.ts';
import { isDamagedLog } from './sqlite-log.ts';

export interface SqliteFile {
  /** Statements that create the tables of an empty database. */
  readonly schema: string;
  /** Version of the schema, 1 or more. */
  readonly version: number;
  /** Statements that upgrade each older version to the next one. */
  readonly upgrades?: Readonly<Record<number, string>>;
  /** Description of the contents for messages: `the sessions and codes of the relay`. */
  readonly holds: string;
  /** Other program that may have it open: `another relay`. */
  readonly rival: string;
  /** NORMAL: a power loss may cost the last moments. FULL: it costs nothing, but each commit waits for a disk sync. */
  readonly synchronous: 'NORMAL' | 'FULL';
}

/** Clock and pause for waiting until another program unlocks the database. */
export interface LockWait {
  now_ms(): number;
  pause(ms: number): void;
}

const REAL_WAIT: LockWait = {
  now_ms: () => performance.now(),
  // Blocking is fine: nothing else in the process can run before its database is open.
  pause: (ms) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms),
};
/** Time to wait for a program that reads or copies the database. */
const WAIT_MS = 5000;
const TRY_AGAIN_MS = 50;

/**
 * Mode of a new database; SQLite gives its companion files the same. An existing one is not opened here: closing it
 * would drop SQLite's locks.
 */
const OWNER_ALONE = 0o600;

/**
 * Opens the database in a file, or `:memory:`. Errors: `data_in_use` if another process keeps it locked for 5 s;
 * `data_foreign` if a newer version or another program made it; `data_unusable` if it is damaged, empty or not a file.
 * An error leaves it unchanged.
 */
export function openSqliteFile(path: string, file: SqliteFile, wait = REAL_WAIT): Result<DatabaseSync> {
  const until_ms = wait.now_ms() + WAIT_MS;
  for (;;) {
    const opened = tryToOpen(path, file);
    if (opened.ok || opened.error.code !== 'data_in_use' || wait.now_ms() >= until_ms) return opened;
    wait.pause(TRY_AGAIN_MS);
  }
}

function tryToOpen(path: string, file: SqliteFile): Result<DatabaseSync> {
  let sqlite: DatabaseSync | null = null;
  try {
    const refused = path === ':memory:' ? null : prepareFile(path, file);
    if (refused) return refused;
    sqlite = new DatabaseSync(path);
    const owned = path === ':memory:' ? null : refusalOf(sqlite, path, file);
    if (owned) {
      sqlite.close();
      return owned;
    }
    sqlite.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${file.synchronous}`);
    if (path === ':memory:') makeTables(sqlite, file);
    for (let version = versionOf(sqlite); version < file.version; version++)
      sqlite.exec(
        `BEGIN; ${assertDefined(file.upgrades?.[version], 'upgrade')}; PRAGMA user_version = ${version + 1}; COMMIT;`,
      );
    return ok(sqlite);
  } catch (thrown) {
    if (sqlite?.isOpen) sqlite.close();
    return refusal(path, file, messageOf(thrown));
  }
}

/**
 * Checks the file and SQLite's companion files, and creates it if it does not exist. Throws if one is not a regular
 * file.
 */
function prepareFile(path: string, file: SqliteFile): Result<never> | null {
  const [found, log, journal] = ['', '-wal', '-journal'].map((ending) => statFile(`${path}${ending}`));
  statFile(`${path}-shm`);
  if (found && found.size === 0) return lost(path, file, 'is empty');
  if (log && log.size > 0 && isDamagedLog(`${path}-wal`, file.synchronous === 'FULL'))
    return lost(path, file, `has a damaged write-ahead log, ${basename(path)}-wal`);
  if (found) return null;
  const beside = [log, journal].some((each) => each && each.size > 0);
  if (beside) return lost(path, file, 'is missing, but its write-ahead log exists');
  makeDatabase(path, file);
  return null;
}

function statFile(path: string): ReturnType<typeof statRegular> {
  try {
    return statRegular(path);
  } catch (thrown) {
    throw new Error(`${basename(path)}: ${whyUnread(thrown)}`, { cause: thrown });
  }
}

/**
 * Creates the database under a temporary name and renames it when complete, so that an empty file is always a damaged
 * one.
 */
function makeDatabase(path: string, file: SqliteFile): void {
  const temporary = `${path}.tmp`;
  rmSync(temporary, { force: true });
  closeSync(openSync(temporary, 'wx', OWNER_ALONE));
  const sqlite = new DatabaseSync(temporary);
  sqlite.exec('PRAGMA journal_mode = MEMORY');
  makeTables(sqlite, file);
  sqlite.close();
  try {
    linkSync(temporary, path);
  } catch (thrown) {
    // FAT has no hard links.
    if (systemCodeOf(thrown) !== 'EEXIST') renameSync(temporary, path);
  }
  rmSync(temporary, { force: true });
  if (process.platform === 'win32') return;
  const folder = openSync(dirname(path), 'r');
  fsyncSync(folder);
  closeSync(folder);
}

const makeTables = (sqlite: DatabaseSync, { schema, version }: SqliteFile): void =>
  sqlite.exec(`BEGIN; ${schema}; PRAGMA user_version = ${version}; COMMIT;`);

/**
 * Copies a database in one step to a new file that only its owner can read; other users of the database wait.
 * @throws During a transaction, and if the file can't be written.
 */
export function copySqliteFile(sqlite: DatabaseSync, path: string): void {
  closeSync(openSync(path, 'wx', OWNER_ALONE));
  sqlite.prepare('VACUUM INTO ?').run(path);
}

const versionOf = (sqlite: DatabaseSync): number =>
  Number(sqlite.prepare('PRAGMA user_version').get()?.['user_version']);

/** Checks the origin and the integrity of a database. Null if it is ours and intact. */
function refusalOf(sqlite: DatabaseSync, path: string, file: SqliteFile): Result<never> | null {
  sqlite.exec('PRAGMA locking_mode = EXCLUSIVE');
  const version = versionOf(sqlite);
  const tables = columnsOf(sqlite);
  if (version === 0 && tables.size === 0) return lost(path, file, 'has no tables');
  const is_ours = version > 0 && isOurs(tables, version, file);
  const maker = is_ours ? 'a newer version of tapin' : 'another program';
  if (!is_ours || version > file.version)
    return fail('data_foreign', `The database ${path} was created by ${maker}; it was not changed.`);
  if (sqlite.prepare('PRAGMA quick_check(1)').get()?.['quick_check'] !== 'ok' || isCut(sqlite, path))
    return lost(path, file, DAMAGED);
  return null;
}

/**
 * Whether the last page is cut off, which SQLite hides by padding it with zeros. A page being rewritten may be short
 * while it is in the log.
 */
function isCut(sqlite: DatabaseSync, path: string): boolean {
  const page_bytes = Number(sqlite.prepare('PRAGMA page_size').get()?.['page_size']);
  return (statRegular(path)?.size ?? 0) % page_bytes !== 0 && (statRegular(`${path}-wal`)?.size ?? 0) === 0;
}

/** Column names by table. */
type Tables = ReadonlyMap<string, ReadonlySet<string>>;

function columnsOf(sqlite: DatabaseSync): Tables {
  const tables = new Map<string, Set<string>>();
  const rows = sqlite
    .prepare(
      "SELECT t.name AS of, c.name AS name FROM sqlite_schema t, pragma_table_info(t.name) c WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%'",
    )
    .all();
  for (const { of, name } of rows) tables.set(String(of), (tables.get(String(of)) ?? new Set()).add(String(name)));
  return tables;
}

/**
 * Whether the database has all tables and columns of this version. For another version, whose tables are unknown here,
 * most of the tables must match.
 */
function isOurs(tables: Tables, version: number, file: SqliteFile): boolean {
  const model = new DatabaseSync(':memory:');
  makeTables(model, file);
  const expected = columnsOf(model);
  model.close();
  const known = [...tables.keys()].filter((name) => expected.has(name));
  if (version !== file.version) return known.length * 2 > tables.size;
  return [...expected].every(([name, columns]) => [...columns].every((column) => tables.get(name)?.has(column)));
}

const DAMAGED = 'is damaged or not a database';

/** Refuses a lost database: names its contents and how to restore them. */
const lost = (path: string, { holds }: SqliteFile, what: string): Result<never> =>
  fail(
    'data_unusable',
    `The database ${path} ${what}; it held ${holds}. Restore ${basename(path)} from a backup (tapin cloud backup), or move ` +
      `${basename(path)}* away to start without it. Nothing was changed.`,
  );

function refusal(path: string, file: SqliteFile, reason: string): Result<never> {
  if (/locked|busy/.test(reason)) {
    const owner = lockOwner(path) || file.rival;
    return fail('data_in_use', `The database ${path} is in use by ${owner}; stop it, or use another --data.`);
  }
  if (/not a database|malformed/.test(reason)) return lost(path, file, DAMAGED);
  return fail('data_unusable', `The database ${path} can't be used: ${reason}.`);
}
