// A SQLite database in a file that one process has at a time: opened, recognised, and made where it is not there yet. What is
// somebody else's is never touched.

import { closeSync, existsSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { fail, messageOf, ok, present, type Result } from '../wire/errors.ts';

export interface SqliteFile {
  /** Statements that make the tables of an empty database. */
  readonly schema: string;
  /** Version of the schema, 1 or more. */
  readonly version: number;
  /** By each older version: the statements that make it the next one. */
  readonly upgrades?: Readonly<Record<number, string>>;
  /** Who else may have it open: `another relay`. */
  readonly rival: string;
  /** NORMAL: a loss of power may cost the last moments. FULL: it costs nothing, for a sync of the disk at each commit. */
  readonly synchronous: 'NORMAL' | 'FULL';
}

/** Of a new database; SQLite gives the files beside it the same. One that is there is not opened here: closing it would end SQLite's locks. */
const OWNER_ALONE = 0o600;

/**
 * Opens the database in a file, or `:memory:`. Errors: `data_in_use` another process has it open; `data_foreign` a newer version
 * made it, or it is no database; `data_unusable` otherwise.
 */
export function openSqliteFile(path: string, file: SqliteFile): Result<DatabaseSync> {
  let sqlite: DatabaseSync | null = null;
  try {
    if (path !== ':memory:' && !existsSync(path)) closeSync(openSync(path, 'wx', OWNER_ALONE));
    sqlite = new DatabaseSync(path);
    sqlite.exec('PRAGMA locking_mode = EXCLUSIVE');
    const whose = ownerOf(sqlite, file.version);
    if (whose === 'newer' || whose === 'foreign') {
      sqlite.close();
      const maker = whose === 'newer' ? 'a newer version of tapin' : 'another program';
      return fail('data_foreign', `The database ${path} was made by ${maker}; nothing in it was touched.`);
    }
    if (sqlite.prepare('PRAGMA quick_check(1)').get()?.['quick_check'] !== 'ok') throw new Error('malformed');
    sqlite.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${file.synchronous}`);
    if (whose === 'empty') sqlite.exec(`BEGIN; ${file.schema}; PRAGMA user_version = ${file.version}; COMMIT;`);
    for (let version = versionOf(sqlite); version < file.version; version++)
      sqlite.exec(
        `BEGIN; ${present(file.upgrades?.[version], 'upgrade')}; PRAGMA user_version = ${version + 1}; COMMIT;`,
      );
    return ok(sqlite);
  } catch (thrown) {
    if (sqlite?.isOpen) sqlite.close();
    return refusal(path, file.rival, messageOf(thrown));
  }
}

/**
 * Writes a database as it is to a new file that its owner alone may read, at once: whoever has the database waits.
 * @throws In the middle of a transaction, and where the file can't be written.
 */
export function copySqliteFile(sqlite: DatabaseSync, path: string): void {
  closeSync(openSync(path, 'wx', OWNER_ALONE));
  sqlite.prepare('VACUUM INTO ?').run(path);
}

const versionOf = (sqlite: DatabaseSync): number =>
  Number(sqlite.prepare('PRAGMA user_version').get()?.['user_version']);

/** Whose database this is, found out without touching it. */
function ownerOf(sqlite: DatabaseSync, known_version: number): 'empty' | 'ours' | 'newer' | 'foreign' {
  const version = versionOf(sqlite);
  const tables = Number(sqlite.prepare('SELECT count(*) AS count FROM sqlite_schema').get()?.['count']);
  if (version === 0) return tables === 0 ? 'empty' : 'foreign';
  return version > known_version ? 'newer' : 'ours';
}

function refusal(path: string, rival: string, reason: string): Result<never> {
  if (/locked|busy/.test(reason))
    return fail('data_in_use', `The database ${path} is in use by ${rival}; end that one, or use another --data.`);
  if (/not a database|malformed/.test(reason))
    return fail('data_foreign', `The file ${path} is no database, or a damaged one; nothing in it was touched.`);
  return fail('data_unusable', `The database ${path} can't be used: ${reason}.`);
}
