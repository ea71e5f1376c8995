// Opening a database file: refuses damaged or emptied files without touching them, and waits for a lock.

import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import test, { type ExecutionContext } from 'ava';
import { openIdentityDatabase } from '../../../cloud-stub/accounts/database.ts';
import { openRelayDatabase } from '../../../cloud-stub/relay/sqlite/database.ts';
import { openSqliteFile, type LockWait, type SqliteFile } from '../../../cloud-stub/sqlite/sqlite-file.ts';
import { openStoreDatabase } from '../../../cloud-stub/store/database.ts';
import type { Result } from '../../../wire/errors.ts';
import { failsWith, valueOf } from '../../support/results.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

const FILE: SqliteFile = {
  schema: 'CREATE TABLE putts (speed_mps REAL NOT NULL, seat INTEGER NOT NULL)',
  version: 2,
  upgrades: { 1: 'ALTER TABLE putts ADD COLUMN seat INTEGER NOT NULL DEFAULT 0' },
  holds: 'the putts',
  rival: 'another green',
  synchronous: 'FULL',
};
const NO_WAIT: LockWait = { now_ms: () => Infinity, pause: () => undefined };

async function pathOf(t: ExecutionContext): Promise<string> {
  return join(await temporaryFolder(t), 'putts.sqlite');
}

/** Writes a database with rows and closes it. */
async function written(t: ExecutionContext): Promise<string> {
  const path = await pathOf(t);
  const sqlite = valueOf(t, openSqliteFile(path, FILE));
  sqlite.exec('BEGIN');
  for (let seat = 0; seat < 500; seat++) sqlite.prepare('INSERT INTO putts VALUES (1.5, ?)').run(seat);
  sqlite.exec('COMMIT');
  sqlite.close();
  return path;
}

async function copyOf(t: ExecutionContext, path: string): Promise<string> {
  const copy = join(await temporaryFolder(t), 'putts.sqlite');
  for (const ending of ['', '-wal']) copyFileSync(`${path}${ending}`, `${copy}${ending}`);
  return copy;
}

/**
 * Writes the same database as a killed process leaves it: its log has this many single-frame commits, and more
 * statements.
 */
async function killed(t: ExecutionContext, commits = 1, more = ''): Promise<string> {
  const path = await written(t);
  const sqlite = valueOf(t, openSqliteFile(path, FILE));
  for (let i = 0; i < commits; i++) sqlite.prepare('INSERT INTO putts VALUES (2.5, 500)').run();
  sqlite.exec(more);
  const copy = await copyOf(t, path);
  sqlite.close();
  return copy;
}

const countIn = (t: ExecutionContext, path: string): unknown => {
  const sqlite = valueOf(t, openSqliteFile(path, FILE));
  const count = sqlite.prepare('SELECT count(*) AS count FROM putts').get()?.['count'];
  sqlite.close();
  return count;
};

const filesIn = (path: string): Readonly<Record<string, string>> => {
  const folder = join(path, '..');
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(join(folder, name)).toString('hex')]),
  );
};

const LOST =
  /^The database \S+putts\.sqlite (.+); it held the putts\. Restore putts\.sqlite from a backup \(tapin cloud backup\), or move putts\.sqlite\* away to start without it\. Nothing was changed\.$/;

const DAMAGES: Readonly<Record<string, (path: string) => unknown>> = {
  'is empty': (path) => truncateSync(path, 0),
  'is damaged or not a database': (path) => writeFileSync(path, 'Dear Ann, '.repeat(200)),
  'has no tables': (path) => {
    rmSync(path);
    const sqlite = new DatabaseSync(path);
    sqlite.exec('PRAGMA journal_mode = WAL');
    sqlite.close();
  },
};

for (const [what, damage] of Object.entries(DAMAGES))
  test(`[R152] refuses a database that ${what}, and changes nothing`, async (t) => {
    const path = await written(t);
    damage(path);
    const before = filesIn(path);
    const opened = openSqliteFile(path, FILE);
    failsWith(t, opened, 'data_unusable', LOST);
    if (!opened.ok) t.is(LOST.exec(opened.error.message)?.[1], what);
    t.deepEqual(filesIn(path), before);
  });

test('[R152] refuses a database cut anywhere or with overwritten header or pages, and touches nothing', async (t) => {
  const path = await written(t);
  const whole = readFileSync(path);
  t.true(whole.length > 8192);
  const cuts = [1, 16, 99, 100, 512, 4095, 4096, whole.length / 2, whole.length - 1];
  for (const bytes of [
    ...cuts.map((length) => whole.subarray(0, length)),
    Buffer.concat([Buffer.alloc(100), whole.subarray(100)]),
    Buffer.concat([whole.subarray(0, 4096), Buffer.alloc(4096, 0xff), whole.subarray(8192)]),
    Buffer.concat([whole.subarray(0, -4096), Buffer.alloc(4096)]),
  ]) {
    writeFileSync(path, bytes);
    const opened = openSqliteFile(path, FILE);
    failsWith(t, opened, 'data_unusable', LOST);
    t.deepEqual(readFileSync(path), Buffer.from(bytes));
  }
});

test('[R152] the error for each cloud database names the data that it held', async (t) => {
  const folder = await temporaryFolder(t);
  const opens = { relay: openRelayDatabase, store: openStoreDatabase, identity: openIdentityDatabase };
  const held = {
    relay: /it held the sessions, /,
    store: /it held the published extensions /,
    identity: /it held the accounts /,
  };
  for (const name of ['relay', 'store', 'identity'] as const) {
    const path = join(folder, `${name}.sqlite`);
    const made: Result<{ close(): void }> = opens[name](path);
    valueOf(t, made).close();
    truncateSync(path, 0);
    const opened: Result<unknown> = opens[name](path);
    failsWith(t, opened, 'data_unusable', held[name]);
  }
});

test('[R152] opens the files of a killed process with its last changes', async (t) => {
  t.is(countIn(t, await killed(t)), 501);
});

test('[R152] refuses a log without its database, and keeps it', async (t) => {
  const path = await killed(t);
  rmSync(path);
  const before = filesIn(path);
  failsWith(
    t,
    openSqliteFile(path, FILE),
    'data_unusable',
    /is missing, but its write-ahead log exists; it held the putts/,
  );
  t.deepEqual(filesIn(path), before);
});

test('[R152] refuses a log with a damaged header, which SQLite would take for empty', async (t) => {
  for (const at of [0, 3, 9, 16, 24, 31]) {
    const path = await killed(t);
    const log = readFileSync(`${path}-wal`);
    log[at] = (log[at] ?? 0) ^ 1;
    writeFileSync(`${path}-wal`, log);
    failsWith(
      t,
      openSqliteFile(path, FILE),
      'data_unusable',
      /has a damaged write-ahead log, putts\.sqlite-wal; it held/,
    );
  }
});

const LOG_HEAD_BYTES = 32;
const FRAME_BYTES = 4096 + 24;

const framesIn = (path: string): number => (readFileSync(`${path}-wal`).length - LOG_HEAD_BYTES) / FRAME_BYTES;

function damage(path: string, frame: number, at: number): void {
  const log = readFileSync(`${path}-wal`);
  const place = LOG_HEAD_BYTES + frame * FRAME_BYTES + at;
  log[place] = (log[place] ?? 0) ^ 4;
  writeFileSync(`${path}-wal`, log);
}

/** Offsets in a frame: page number, commit mark, both salts, both checksums, page. */
const OFFSETS = [0, 3, 7, 8, 15, 16, 23, 24, 2000, FRAME_BYTES - 1];

for (const at of OFFSETS)
  test(`[C140] refuses a log with a frame damaged at ${at} before two later commits, and keeps it`, async (t) => {
    for (const frame of [0, 2]) {
      const path = await killed(t, 6);
      t.is(framesIn(path), 6);
      damage(path, frame, at);
      const before = filesIn(path);
      failsWith(
        t,
        openSqliteFile(path, FILE),
        'data_unusable',
        /has a damaged write-ahead log, putts\.sqlite-wal; it held the putts/,
      );
      t.deepEqual(filesIn(path), before);
    }
  });

const LARGE = `INSERT INTO putts SELECT 1.5, a.seat FROM putts a LIMIT 400; INSERT INTO putts VALUES (0, 0)`;

test('[C140] opens a log whose last transaction was damaged by a power cut, in any frame', async (t) => {
  const whole = await killed(t, 3, `BEGIN; ${LARGE}; COMMIT`);
  const frames = framesIn(whole);
  t.true(frames >= 5);
  for (let frame = 3; frame < frames; frame++)
    for (const at of OFFSETS) {
      const path = await copyOf(t, whole);
      damage(path, frame, at);
      t.is(countIn(t, path), 503);
    }
});

test('[C140] opens a log with leftovers of an older, uncommitted transaction', async (t) => {
  const spill = `PRAGMA cache_size = 2; BEGIN; ${LARGE}; ${LARGE}; ${LARGE}; ROLLBACK`;
  const one = 'INSERT INTO putts VALUES (2.5, 500)';
  const path = await killed(t, 3, `${spill}; ${one}; ${one}; ${one}`);
  t.true(framesIn(path) > 6, 'frames of the transaction remain');
  t.is(countIn(t, path), 506);
});

test('[C140] opens a log damaged by a power cut if commits do not wait for the disk', async (t) => {
  const path = await killed(t, 6);
  damage(path, 2, 2000);
  const opened = valueOf(t, openSqliteFile(path, { ...FILE, synchronous: 'NORMAL' }));
  t.is(opened.prepare('SELECT count(*) AS count FROM putts').get()?.['count'], 502);
  opened.close();
});

test('[R152] opens an empty or short log of an interrupted start', async (t) => {
  for (const bytes of [0, 31]) {
    const path = await written(t);
    writeFileSync(`${path}-wal`, Buffer.alloc(bytes, 1));
    t.is(countIn(t, path), 500);
  }
});

test('[R152] recreates a database whose creation was interrupted', async (t) => {
  const path = await pathOf(t);
  writeFileSync(`${path}.tmp`, 'half');
  t.is(countIn(t, path), 0);
  t.false(existsSync(`${path}.tmp`));
});

const NO_FILES: Readonly<Record<string, (path: string) => unknown>> = {
  'a folder, not a file': (path) => mkdirSync(path),
  'a pipe, not a file': (path) => execFileSync('mkfifo', [path]),
  'a link to a missing file': (path) => symlinkSync('nowhere', path),
  'a device or a socket, not a file': (path) => symlinkSync('/dev/zero', path),
};

for (const [what, make] of process.platform === 'win32' ? [] : Object.entries(NO_FILES))
  test(`[R152] refuses ${what}, in place of a database or of a file next to it`, async (t) => {
    for (const ending of ['', '-wal', '-shm', '-journal']) {
      const path = await written(t);
      rmSync(`${path}${ending}`, { force: true });
      make(`${path}${ending}`);
      const opened = openSqliteFile(path, FILE);
      failsWith(t, opened, 'data_unusable', /^The database \S+ can't be used: putts\.sqlite(-\w+)?: it is a [^;]+\.$/);
      if (!opened.ok)
        t.true(opened.error.message.includes(`putts.sqlite${ending}: it is ${what}`), opened.error.message);
    }
  });

const FOREIGN: Readonly<Record<string, string>> = {
  'without a version': 'CREATE TABLE photos (name)',
  'of the same version': 'CREATE TABLE photos (name); PRAGMA user_version = 2',
  'of the same version, with a table of the same name': 'CREATE TABLE putts (name, seat); PRAGMA user_version = 2',
  'of an older version': 'CREATE TABLE photos (name); PRAGMA user_version = 1',
};

for (const [what, sql] of Object.entries(FOREIGN))
  test(`[R152] refuses a database of another program ${what}, and does not touch it`, async (t) => {
    const path = await pathOf(t);
    const sqlite = new DatabaseSync(path);
    sqlite.exec(sql);
    sqlite.close();
    const before = filesIn(path);
    failsWith(t, openSqliteFile(path, FILE), 'data_foreign', /was created by another program; it was not changed\.$/);
    t.deepEqual(filesIn(path), before);
  });

test('[R152] refuses the store database in place of the relay database', async (t) => {
  const path = await pathOf(t);
  valueOf(t, openStoreDatabase(path)).close();
  const before = filesIn(path);
  failsWith(t, openRelayDatabase(path), 'data_foreign', /was created by another program/);
  t.deepEqual(filesIn(path), before);
  for (const version of [1, 99]) {
    const sqlite = new DatabaseSync(path);
    sqlite.exec(`PRAGMA user_version = ${version}`);
    sqlite.close();
    failsWith(t, openRelayDatabase(path), 'data_foreign', /was created by another program/);
  }
});

test('[R152] migrates a database of an older version', async (t) => {
  const path = await pathOf(t);
  const sqlite = new DatabaseSync(path);
  sqlite.exec('CREATE TABLE putts (speed_mps REAL NOT NULL); INSERT INTO putts VALUES (1); PRAGMA user_version = 1');
  sqlite.close();
  t.is(countIn(t, path), 1);
});

/** Clock that advances only by pauses; calls `pause` before each. */
const waits = (pause: (passed_ms: number) => void): LockWait => {
  let now_ms = 0;
  return {
    now_ms: () => now_ms,
    pause(ms) {
      now_ms += ms;
      pause(now_ms);
    },
  };
};

for (const [what, hold] of Object.entries({ locks: 'BEGIN EXCLUSIVE', reads: 'BEGIN; SELECT * FROM putts' }))
  test(`[R152] waits at most 5 s for another program that ${what} the database`, async (t) => {
    const path = await written(t);
    const other = new DatabaseSync(path);
    other.exec(hold);
    let paused_ms = 0;
    const forever = waits((passed_ms) => void (paused_ms = passed_ms));
    failsWith(t, openSqliteFile(path, FILE, forever), 'data_in_use', /putts\.sqlite is in use by /);
    t.is(paused_ms, 5000);
    const released = waits((passed_ms) => void (passed_ms === 4950 && other.close()));
    valueOf(t, openSqliteFile(path, FILE, released)).close();
  });

test('[R152] names the program that holds the database', async (t) => {
  if (process.platform !== 'linux') return void t.pass('only Linux names the process');
  const path = await written(t);
  const script = `
    const { openSqliteFile } = require(${JSON.stringify(join(import.meta.dirname, '../../../cloud-stub/sqlite/sqlite-file.ts'))});
    const opened = openSqliteFile(${JSON.stringify(path)}, ${JSON.stringify(FILE)}, { now_ms: () => Infinity });
    console.log(opened.error.code, opened.error.message);`;
  const sqlite = valueOf(t, openSqliteFile(path, FILE, NO_WAIT));
  const output = execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' });
  sqlite.close();
  t.regex(
    output,
    new RegExp(
      `^data_in_use .* is in use by the process ${process.pid} \\(.+\\); stop it, or use another --data\\.$`,
      'm',
    ),
  );
});
