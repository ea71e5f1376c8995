// The database of the store: a script and its record are stored together or not at all, even if the process is killed;
// stored data never changes; foreign files stay untouched.

import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import test, { type ExecutionContext } from 'ava';
import { openStoreDatabase, type StoreDatabase } from '../../../cloud-stub/store/database.ts';
import type { Extension, Version } from '../../../cloud-stub/store/extension.ts';
import { failsWith, valueOf } from '../../support/results.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

const filePath = async (t: ExecutionContext): Promise<string> => `${await temporaryFolder(t)}/store.sqlite`;
const sha256 = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex');

function open(t: ExecutionContext, path = ':memory:'): StoreDatabase {
  const database = valueOf(t, openStoreDatabase(path));
  t.teardown(() => {
    try {
      database.close();
    } catch {
      // already closed by the test
    }
  });
  return database;
}

const versionOf = (code: string, version: number, text: string): Version => ({
  code,
  version,
  sha256: sha256(text),
  size: Buffer.byteLength(text),
  ts: 5,
  name: 'Ladder',
  kind: 'drill',
  about: '',
  description: 'Text.',
  notes: '',
  author: 'Ann',
});

/** Adds an extension with one version. */
function add(database: StoreDatabase, code: string, text: string): void {
  database.atomically(() => {
    database.addCode(code);
    database.addExtension(code, 'ann', 1);
    database.addVersion(versionOf(code, 1, text), Buffer.from(text));
  });
}

/** Returns rows of a table, read past the store. */
function rowsOf(path: string, sql: string): unknown[] {
  const sqlite = new DatabaseSync(path);
  const rows = sqlite
    .prepare(sql)
    .all()
    .map((row) => ({ ...row }));
  sqlite.close();
  return rows;
}

test('[R102] never overwrites a version or a script', async (t) => {
  const path = await filePath(t);
  const database = open(t, path);
  add(database, 'AAAAA', 'one');
  t.throws(() => database.addVersion(versionOf('AAAAA', 1, 'two'), Buffer.from('two')));
  database.addVersion(versionOf('AAAAA', 2, 'one'), Buffer.from('another text under the same hash'));
  t.is(Buffer.from(database.text(sha256('one'))).toString(), 'one');
  database.close();
  const sqlite = new DatabaseSync(path);
  t.throws(() => sqlite.exec("UPDATE versions SET name = 'x'"), { message: /a version never changes/ });
  t.throws(() => sqlite.exec("UPDATE objects SET bytes = x'00'"), { message: /a text never changes/ });
  sqlite.close();
});

test('[R114] an error in a transaction leaves nothing behind, and the next one works', (t) => {
  const database = open(t);
  const broken = (): void =>
    database.atomically(() => {
      database.addCode('AAAAA');
      database.addExtension('AAAAA', 'ann', 1);
      database.addVersion(versionOf('AAAAA', 1, 'one'), Buffer.from('one'));
      throw new Error('broken');
    });
  t.throws(broken, { message: 'broken' });
  t.false(database.codeGiven('AAAAA'));
  t.is(database.extension('AAAAA'), null);
  t.throws(() => database.text(sha256('one')));
  add(database, 'AAAAA', 'one');
  t.is(database.extension('AAAAA')?.version, 1);
});

test('[C34] a removed extension leaves only its code, and no shared text is deleted', async (t) => {
  const path = await filePath(t);
  const database = open(t, path);
  add(database, 'AAAAA', 'shared');
  add(database, 'BBBBB', 'shared');
  database.addVersion(versionOf('AAAAA', 2, 'alone'), Buffer.from('alone'));
  database.countInstall('AAAAA', 'one', 5);
  database.countInstall('BBBBB', 'one', 5);
  database.atomically(() => database.removeExtension('AAAAA'));
  t.true(database.codeGiven('AAAAA'));
  t.false(database.addCode('AAAAA'));
  t.is(database.extension('BBBBB')?.installs, 1);
  t.throws(() => database.text(sha256('alone')));
  database.close();
  t.deepEqual(rowsOf(path, 'SELECT code FROM versions'), [{ code: 'BBBBB' }]);
  t.deepEqual(rowsOf(path, 'SELECT code FROM installs'), [{ code: 'BBBBB' }]);
  t.deepEqual(rowsOf(path, 'SELECT sha256 FROM objects'), [{ sha256: sha256('shared') }]);
  t.deepEqual(rowsOf(path, 'SELECT code FROM codes'), [{ code: 'AAAAA' }, { code: 'BBBBB' }]);
});

test('[R102] everything survives closing and reopening', async (t) => {
  const path = await filePath(t);
  const database = open(t, path);
  add(database, 'AAAAA', 'one');
  const extension = {
    ...database.extension('AAAAA')!,
    listing: 'public',
    approved_version: 1,
    reviewer: 'Sue',
  } as const;
  database.saveExtension({ ...extension, default_since: database.nextDefault() });
  database.countInstall('AAAAA', 'one', 5);
  database.close();
  const again = open(t, path);
  t.like(again.extension('AAAAA'), { ...extension, default_since: 1, installs: 1 });
  t.like(again.version('AAAAA', 1), versionOf('AAAAA', 1, 'one'));
  t.false(again.countInstall('AAAAA', 'one', 5));
  t.deepEqual(
    again.defaults().map(({ code }) => code),
    ['AAAAA'],
  );
});

/** Schema from before install times were stored. */
const INSTALLS_OF_VERSION_1 = `
  DROP TABLE installs;
  CREATE TABLE installs (code TEXT, device TEXT, PRIMARY KEY (code, device)) WITHOUT ROWID;
  INSERT INTO installs VALUES ('AAAAA', 'one');
  UPDATE extensions SET installs = 1;
  ALTER TABLE extensions DROP COLUMN taken_down;
  ALTER TABLE extensions DROP COLUMN released;
  DROP TABLE history;
  DROP TABLE installs_by_day;
  DROP TABLE pictures;
  DROP TABLE figures;
  DROP TABLE handovers;
  PRAGMA user_version = 1`;

test('[C114] never changes or removes history entries', async (t) => {
  const path = await filePath(t);
  const database = open(t, path);
  database.addEntry({ ts: 5, who: 'Ann', what: 'request', code: 'AAAAA', version: 1, text: '' });
  database.close();
  const sqlite = new DatabaseSync(path);
  t.throws(() => sqlite.exec("UPDATE history SET who = 'Bob'"), { message: /what was done stays/ });
  t.throws(() => sqlite.exec('DELETE FROM history'), { message: /what was done stays/ });
  sqlite.close();
});

test('[C36] migrates a first-version database and records install times from then on', async (t) => {
  const path = await filePath(t);
  const database = open(t, path);
  add(database, 'AAAAA', 'one');
  database.close();
  const sqlite = new DatabaseSync(path);
  sqlite.exec(INSTALLS_OF_VERSION_1);
  sqlite.close();
  for (const counted of [true, false]) {
    const again = open(t, path);
    t.is(again.countInstall('AAAAA', 'one', 1_790_000_000), counted);
    t.is(again.extension('AAAAA')?.installs, 2);
    again.close();
  }
  t.deepEqual(rowsOf(path, 'SELECT * FROM installs'), [{ code: 'AAAAA', device: 'one', at_s: 1_790_000_000 }]);
});

test('[C135] migrating an older database keeps devices at their current version', async (t) => {
  const path = await filePath(t);
  const database = open(t, path);
  for (const code of ['AAAAA', 'BBBBB', 'CCCCC']) {
    add(database, code, code);
    const extension = database.extension(code)!;
    const listing = code === 'CCCCC' ? 'public' : 'none';
    database.saveExtension({ ...extension, version: 2, listing, approved_version: code === 'AAAAA' ? 2 : 1 });
  }
  database.close();
  const sqlite = new DatabaseSync(path);
  sqlite.exec('ALTER TABLE extensions DROP COLUMN released; PRAGMA user_version = 3');
  sqlite.close();
  const again = open(t, path);
  const released = ['AAAAA', 'BBBBB', 'CCCCC'].map((code) => again.extension(code)?.released);
  t.deepEqual(released, [false, true, false]);
});

const DATABASE = fileURLToPath(new URL('../../../cloud-stub/store/database.ts', import.meta.url));
const STORE = fileURLToPath(new URL('../../../cloud-stub/store/store.ts', import.meta.url));
const RANDOM = fileURLToPath(new URL('../../../hal/random/random-system.ts', import.meta.url));

/**
 * Script that publishes one text after another and is killed before this write, or never. It prints each acknowledged
 * code.
 */
const publisher = (path: string, dies_at: number, count: number): string => `
  const { openStoreDatabase } = await import(${JSON.stringify(DATABASE)});
  const { createStore } = await import(${JSON.stringify(STORE)});
  const { createSystemRandom } = await import(${JSON.stringify(RANDOM)});
  const { createHash } = await import('node:crypto');
  const { writeSync } = await import('node:fs');
  const database = openStoreDatabase(${JSON.stringify(path)}).value;
  let writes = 0;
  const mortal = Object.fromEntries(Object.entries(database).map(([name, call]) => [name, (...args) => {
    if (/^(add|save)[A-Z]/.test(name) && ++writes === ${dies_at}) process.kill(process.pid, 'SIGKILL');
    return call(...args);
  }]));
  const check = async () => ({ ok: true, value: { ok: true, extension: { name: 'Ladder', kind: 'drill', version: null, about: '' } } });
  const store = createStore({ database: mortal, random: createSystemRandom(), check, unix_s: () => 1 });
  const draftOf = (text) => ({ text, bytes: Buffer.from(text), description: 'Text.', notes: '',
    sha256: createHash('sha256').update(text).digest('hex') });
  for (let n = 0; n < ${count}; n++) {
    const made = await store.create({ owner: 'ann', label: 'Ann' }, draftOf('x'.repeat(60_000) + process.pid + n));
    const updated = await store.update({ owner: 'ann', label: 'Ann' }, made.value.id, draftOf('y'.repeat(60_000) + process.pid + n));
    writeSync(1, made.value.id + ' ' + updated.value.version + '\\n');
  }`;

/**
 * Asserts that every record has its script, every script its record, every extension its version, and that acknowledged
 * codes exist.
 */
function isWhole(t: ExecutionContext, path: string, acknowledged: readonly string[]): void {
  const database = open(t, path);
  const { rows } = database.list({ filter: { list: 'support', state: 'all' }, limit: 10_000, after: null });
  for (const { code, newest } of rows)
    for (let version = 1; version <= newest; version++) {
      const kept = database.version(code, version);
      t.is(sha256(database.text(kept?.sha256 ?? '')), String(kept?.sha256));
    }
  for (const line of acknowledged) {
    const [code = '', version] = line.split(' ');
    t.is(database.extension(code)?.version, Number(version), code);
  }
  database.close();
  t.deepEqual(rowsOf(path, 'SELECT sha256 FROM objects WHERE sha256 NOT IN (SELECT sha256 FROM versions)'), []);
  t.deepEqual(rowsOf(path, 'SELECT code FROM versions WHERE code NOT IN (SELECT code FROM extensions)'), []);
  t.deepEqual(rowsOf(path, 'SELECT code FROM codes WHERE code NOT IN (SELECT code FROM extensions)'), []);
  t.deepEqual(rowsOf(path, 'SELECT code FROM extensions WHERE code NOT IN (SELECT code FROM codes)'), []);
}

// Creating writes the code, the extension, and the version with its script; updating writes the extension, and the
// version with its script.
for (const dies_at of [1, 2, 3, 4, 5, 6])
  test(`[R114] a process killed before write ${dies_at} leaves a consistent store`, async (t) => {
    const path = await filePath(t);
    const args = ['--input-type=module', '-e', publisher(path, dies_at, 2)];
    const { signal, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    t.is(signal, 'SIGKILL', stderr);
    const lines = stdout.split('\n').filter((line) => line !== '');
    t.is(lines.length, dies_at === 6 ? 1 : 0);
    isWhole(t, path, lines);
    t.is(rowsOf(path, 'SELECT code FROM versions').length, [0, 0, 0, 1, 1, 2].at(dies_at - 1) ?? -1);
  });

test('[R114] a process killed at any time loses no acknowledged data', async (t) => {
  const path = await filePath(t);
  const lines: string[] = [];
  for (const killed_after of [1, 3, 7, 12]) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', publisher(path, -1, 1_000_000)]);
    const ended = once(child, 'close');
    let [text, errors] = ['', ''];
    child.stderr.on('data', (data: Buffer) => (errors += data.toString()));
    child.stdout.on('data', (data: Buffer) => {
      text += data.toString();
      if (text.split('\n').length > killed_after) child.kill('SIGKILL');
    });
    const [, signal] = await ended;
    t.is(signal, 'SIGKILL', errors);
    lines.push(...text.split('\n').slice(0, -1));
    isWhole(t, path, lines);
  }
  t.true(lines.length >= 23);
});

test('[C34] refuses a second store while the first has the database open', async (t) => {
  const path = await filePath(t);
  const database = open(t, path);
  const no_wait = { now_ms: () => Infinity, pause: () => undefined };
  failsWith(t, openStoreDatabase(path, no_wait), 'data_in_use', /in use by another store/);
  database.close();
  open(t, path);
});

test('[C34] refuses a newer or foreign database and leaves it untouched', async (t) => {
  for (const sql of ['CREATE TABLE later (a); PRAGMA user_version = 5', 'CREATE TABLE photos (name)']) {
    const path = await filePath(t);
    const sqlite = new DatabaseSync(path);
    sqlite.exec(sql);
    sqlite.close();
    const before = readFileSync(path);
    failsWith(t, openStoreDatabase(path), 'data_foreign', /it was not changed/);
    t.deepEqual(readFileSync(path), before);
  }
});

const CODE = 'ABCDEF';
/** Changes to an extension, with the expected results. */
const CHANGES: readonly (readonly [
  string,
  (database: StoreDatabase) => void,
  (now: Extension | null) => unknown,
  unknown,
])[] = [
  ['an owner', (database) => database.setOwner(CODE, 'bea'), (now) => now?.owner, 'bea'],
  ['an install', (database) => void database.countInstall(CODE, 'TP-1', 9), (now) => now?.installs, 1],
  ['an end', (database) => database.removeExtension(CODE), (now) => now, null],
  [
    'a version',
    (database) => {
      const before = database.extension(CODE);
      if (before) database.saveExtension({ ...before, version: 2 });
    },
    (now) => now?.version,
    2,
  ],
];

for (const [what, change, read, expected] of CHANGES)
  test(`[C31] rereads a cached extension after ${what} was added`, (t) => {
    const database = open(t);
    add(database, CODE, 'one');
    t.not(read(database.extension(CODE)), expected);
    database.atomically(() => change(database));
    t.is(read(database.extension(CODE)), expected);
  });

for (const [what, change, read] of CHANGES)
  test(`[C31] ${what} of a rolled-back transaction is never visible, even if read within it`, (t) => {
    const database = open(t);
    add(database, CODE, 'one');
    const before = read(database.extension(CODE));
    t.throws(() =>
      database.atomically(() => {
        change(database);
        database.extension(CODE);
        throw new Error('no');
      }),
    );
    t.deepEqual(read(database.extension(CODE)), before);
  });
