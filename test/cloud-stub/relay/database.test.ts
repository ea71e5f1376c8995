// The database of the relay: committed data survives, uncommitted data is lost, and foreign files stay untouched.

import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import test, { type ExecutionContext } from 'ava';
import { openRelayDatabase, type RelayDatabase } from '../../../cloud-stub/relay/sqlite/database.ts';
import { newSession, type PersistedSession } from '../../../cloud-stub/relay/session/session.ts';
import { databaseFile } from '../../support/relay/relay-world.ts';
import { failsWith, valueOf } from '../../support/results.ts';
import { ROUND } from '../../support/relay/wire-samples.ts';
import { itemAt } from '../../support/items.ts';

const open = (t: ExecutionContext, path: string): RelayDatabase => {
  const database = valueOf(t, openRelayDatabase(path));
  t.teardown(() => {
    try {
      database.close();
    } catch {
      // already closed by the test
    }
  });
  return database;
};

const NO_WAIT = { now_ms: () => Infinity, pause: () => undefined };

const HOST = 'TP-0123456789AB';
const OTHER = 'TP-BA9876543210';

const factsOf = (host: string, code: string): PersistedSession => {
  const { polled_ms: _polled, seen_ms: _seen, ...facts } = newSession(host, 'Stout Parrot', code);
  const cfg = Object.fromEntries([['10', 1], ['2', 2], ['__proto__', 3], ['🏌', 4]]); // oxfmt-ignore
  return {
    ...facts,
    active: true,
    name: "Zoë's 🏌",
    round: structuredClone(ROUND),
    exp: { mode: 9, gen: 4, cfg },
    retired: [{ code: 'OLD001', retired_ms: 1_800_000_000_123 }],
    next_seq: 9_007_199_254_740_991,
    guests: [{ device: OTHER, label: 'Silver Violin', players: [{ n: 'Bob', h: 9 }], fol: false, listed: true }],
  };
};
const inputOf = (seq: number, at_ms: number) => ({
  seq,
  at_ms,
  payload: { kind: 'aim' as const, name: 'Silver Violin', steps: -3 },
});

/** Writes a row to every table. */
function fill(database: RelayDatabase): void {
  database.saveSession(factsOf(HOST, 'ABC123'), true);
  database.saveSession(factsOf(OTHER, 'XYZ789'), false);
  for (const seq of [2, 1, 10]) database.addInput(HOST, inputOf(seq, 1_800_000_000_000 + seq));
  database.addInput(OTHER, inputOf(1, 5));
  for (const code of ['ABC123', 'OLD001', 'END001']) database.addCode(code, HOST);
  database.addLabel(HOST, 'Stout Parrot');
  database.addAnswer(HOST, HOST, 'r 1', 7, '{"status":"ok"}');
  database.addAnswer(HOST, HOST, '', 3, '{}');
}

/** Returns the contents of every table. */
const contentOf = (database: RelayDatabase) => ({
  sessions: [...database.sessions()].sort((a, b) => (a.facts.host < b.facts.host ? -1 : 1)),
  inputs: [database.inputs(HOST), database.inputs(OTHER), database.inputs('TP-000000000000')],
  codes: database.codes().map((row) => ({ ...row })),
  labels: database.labels().map((row) => ({ ...row })),
  answers: database.answers().map((row) => ({ ...row })),
  latest_ms: database.latest_ms(),
});

const CONTENT = {
  sessions: [
    { facts: factsOf(HOST, 'ABC123'), polled: true },
    { facts: factsOf(OTHER, 'XYZ789'), polled: false },
  ],
  inputs: [
    [inputOf(1, 1_800_000_000_001), inputOf(2, 1_800_000_000_002), inputOf(10, 1_800_000_000_010)],
    [inputOf(1, 5)],
    [],
  ],
  codes: [
    { code: 'ABC123', host: HOST },
    { code: 'END001', host: HOST },
    { code: 'OLD001', host: HOST },
  ],
  labels: [{ device: HOST, label: 'Stout Parrot' }],
  answers: [
    { host: HOST, device: HOST, rid: '', at_ms: 3, answer: '{}' },
    { host: HOST, device: HOST, rid: 'r 1', at_ms: 7, answer: '{"status":"ok"}' },
  ],
  latest_ms: 1_800_000_000_123,
};
const NOTHING = { sessions: [], inputs: [[], [], []], codes: [], labels: [], answers: [], latest_ms: 0 };

test('[C14] the database and its sidecar files are readable only by their owner', async (t) => {
  if (process.platform === 'win32') return void t.pass('no file modes on Windows');
  const path = await databaseFile(t);
  open(t, path);
  const files = readdirSync(dirname(path)).filter((name) => name.startsWith(basename(path)));
  t.true(files.length >= 2, files.join());
  for (const name of files) t.is(statSync(join(dirname(path), name)).mode & 0o777, 0o600, name);
});

test('[C14] a new database is empty, in a file and in memory', async (t) => {
  t.deepEqual(contentOf(open(t, await databaseFile(t))), NOTHING);
  t.deepEqual(contentOf(open(t, ':memory:')), NOTHING);
});

test('[C14] [R28] every field of committed data survives a restart', async (t) => {
  const path = await databaseFile(t);
  const database = open(t, path);
  fill(database);
  database.commit();
  t.deepEqual(contentOf(database), CONTENT);
  database.close();
  const again = open(t, path);
  t.deepEqual(contentOf(again), CONTENT);
  const cfg = itemAt(again.sessions(), 0).facts.exp.cfg;
  t.deepEqual(Object.keys(cfg).sort(), ['10', '2', '__proto__', '🏌']);
});

test('[C14] a restart loses uncommitted data and keeps the rest whole', async (t) => {
  const path = await databaseFile(t);
  const database = open(t, path);
  fill(database);
  database.commit();
  database.saveSession({ ...factsOf(HOST, 'NEW001'), active: false }, false);
  database.clearInputs(HOST);
  database.addCode('NEW001', HOST);
  database.addLabel(OTHER, 'Silver Violin');
  database.addAnswer(HOST, HOST, 'r 1', 9, 'other');
  database.forget(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, 100);
  database.close();
  t.deepEqual(contentOf(open(t, path)), CONTENT);
});

test('[C14] empty and repeated commits do no harm', async (t) => {
  const path = await databaseFile(t);
  const database = open(t, path);
  database.commit();
  fill(database);
  database.commit();
  database.commit();
  database.close();
  t.deepEqual(contentOf(open(t, path)), CONTENT);
});

const MODULE = fileURLToPath(new URL('../../../cloud-stub/relay/sqlite/database.ts', import.meta.url));

/** Runs code in a separate process, where `opened` is the result of opening the database. */
function elsewhere(path: string, code: string) {
  const script = `import(${JSON.stringify(MODULE)}).then(({ openRelayDatabase }) => {
    const opened = openRelayDatabase(${JSON.stringify(path)}, { now_ms: () => Infinity }); ${code} });`;
  return spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' });
}

test('[R31] [C14] a killed process loses only uncommitted data', async (t) => {
  const path = await databaseFile(t);
  const input = JSON.stringify(inputOf(1, 5));
  const { signal, stderr } = elsewhere(
    path,
    `const database = opened.value;
     database.addInput('a', ${input}); database.commit();
     database.addInput('b', ${input}); process.kill(process.pid, 'SIGKILL');`,
  );
  t.is(signal, 'SIGKILL', stderr);
  const database = open(t, path);
  t.deepEqual(database.inputs('a'), [inputOf(1, 5)]);
  t.deepEqual(database.inputs('b'), []);
});

test('[C14] refuses a second relay only while the first has the database open', async (t) => {
  const path = await databaseFile(t);
  const database = open(t, path);
  fill(database);
  database.commit();
  failsWith(t, openRelayDatabase(path, NO_WAIT), 'data_in_use', /in use by another relay/);
  const { stdout, stderr } = elsewhere(path, 'console.log(opened.ok, opened.error?.code);');
  t.is(stdout.trim(), 'false data_in_use', stderr);
  t.deepEqual(contentOf(database), CONTENT, 'the first relay keeps its data');
  database.close();
  t.deepEqual(contentOf(open(t, path)), CONTENT);
});

test('[C14] refuses a second relay even before the first has written anything', async (t) => {
  const path = await databaseFile(t);
  const first = open(t, path);
  first.close();
  open(t, path);
  failsWith(t, openRelayDatabase(path, NO_WAIT), 'data_in_use', /in use/);
});

/** Schema of the previous version. */
const SCHEMA_2 = `
  CREATE TABLE sessions (host TEXT PRIMARY KEY, polled INTEGER NOT NULL, facts TEXT NOT NULL);
  CREATE TABLE inputs (host TEXT, seq INTEGER, at_ms INTEGER NOT NULL, payload TEXT NOT NULL, PRIMARY KEY (host, seq))
    WITHOUT ROWID;
  CREATE INDEX inputs_by_age ON inputs (at_ms);
  CREATE TABLE codes (code TEXT PRIMARY KEY, host TEXT NOT NULL, state TEXT NOT NULL, retired_ms INTEGER) WITHOUT ROWID;
  CREATE TABLE labels (device TEXT PRIMARY KEY, label TEXT NOT NULL UNIQUE) WITHOUT ROWID;
  CREATE TABLE answers (device TEXT, rid TEXT, at_ms INTEGER NOT NULL, answer TEXT NOT NULL, PRIMARY KEY (device, rid));
  CREATE INDEX answers_by_age ON answers (at_ms);
  CREATE TABLE contacts (host TEXT PRIMARY KEY, polled_ms INTEGER, seen TEXT NOT NULL) WITHOUT ROWID;
  PRAGMA user_version = 2;`;

test('[C14] [R13] migrates a database of the previous version, with redirects and answers', async (t) => {
  const path = await databaseFile(t);
  const { retired: _retired, ...facts } = factsOf(HOST, 'ABC123');
  const text = (value: unknown): string => `'${JSON.stringify(value).replaceAll("'", "''")}'`;
  const answer = { fingerprint: 'f', answer: { fields: { status: 'ok', seq: 7 }, state_of: HOST } };
  foreign(
    path,
    `${SCHEMA_2}
    INSERT INTO sessions VALUES ('${HOST}', 1, ${text(facts)});
    INSERT INTO codes VALUES ('ABC123', '${HOST}', 'live', NULL), ('OLD002', '${HOST}', 'redirect', 20),
      ('OLD001', '${HOST}', 'redirect', 10), ('END001', '${HOST}', 'ended', 5);
    INSERT INTO answers VALUES ('${OTHER}', 'r', 7, ${text(answer)});`,
  );
  const database = open(t, path);
  const retired = [
    { code: 'OLD001', retired_ms: 10 },
    { code: 'OLD002', retired_ms: 20 },
  ];
  t.deepEqual(database.sessions(), [{ facts: { ...facts, retired }, polled: true }]);
  t.deepEqual(
    database.codes().map(({ code }) => code),
    ['ABC123', 'END001', 'OLD001', 'OLD002'],
  );
  t.deepEqual(
    database.answers().map((row) => ({ ...row, answer: JSON.parse(row.answer) as unknown })),
    [{ host: '', device: OTHER, rid: 'r', at_ms: 7, answer: { fingerprint: 'f', fields: { status: 'ok', seq: 7 } } }],
  );
});

/** Creates a database as another program would. */
function foreign(path: string, sql: string): Buffer {
  const sqlite = new DatabaseSync(path);
  sqlite.exec(sql);
  sqlite.close();
  return readFileSync(path);
}

test('[C14] refuses a database of a newer version and leaves it unchanged', async (t) => {
  const path = await databaseFile(t);
  valueOf(t, openRelayDatabase(path)).close();
  const before = foreign(
    path,
    "PRAGMA journal_mode = WAL; CREATE TABLE later (a); INSERT INTO later VALUES ('kept'); PRAGMA user_version = 4",
  );
  failsWith(t, openRelayDatabase(path), 'data_foreign', /newer version.*it was not changed/);
  t.deepEqual(readFileSync(path), before);
});

test('[C14] refuses a newer database without a write-ahead log and leaves it unchanged', async (t) => {
  const path = await databaseFile(t);
  valueOf(t, openRelayDatabase(path)).close();
  const before = foreign(path, 'PRAGMA journal_mode = DELETE; CREATE TABLE later (a); PRAGMA user_version = 4');
  failsWith(t, openRelayDatabase(path), 'data_foreign', /newer version.*it was not changed/);
  t.deepEqual(readFileSync(path), before);
});

test('[C14] refuses a file that is not a database and leaves it untouched', async (t) => {
  const path = await databaseFile(t);
  for (const text of ['not a database '.repeat(1000), `SQLite format 3\0${'z'.repeat(5000)}`]) {
    writeFileSync(path, text);
    const opened = openRelayDatabase(path);
    if (opened.ok) return t.fail(text.slice(0, 20));
    t.regex(opened.error.code, /^data_(foreign|unusable)$/);
    t.is(readFileSync(path, 'utf8'), text);
  }
});

test('[C14] refuses a database of another program and leaves it untouched', async (t) => {
  const path = await databaseFile(t);
  const before = foreign(path, "CREATE TABLE photos (name); INSERT INTO photos VALUES ('mine')");
  failsWith(t, openRelayDatabase(path), 'data_foreign', /./);
  t.deepEqual(readFileSync(path), before);
});

test('[C14] refuses a folder, or a file in a missing folder, with a one-line error', async (t) => {
  const path = await databaseFile(t);
  mkdirSync(path);
  failsWith(t, openRelayDatabase(path), 'data_unusable', /can't be used/);
  failsWith(t, openRelayDatabase(`${path}/none/relay.sqlite`), 'data_unusable', /can't be used/);
});

test('[R2] never assigns a code twice, not to the same host, not after a restart', async (t) => {
  const path = await databaseFile(t);
  const database = open(t, path);
  t.true(database.addCode('ABC123', HOST));
  t.false(database.addCode('ABC123', OTHER));
  t.false(database.addCode('ABC123', HOST));
  database.commit();
  database.close();
  const again = open(t, path);
  t.false(again.addCode('ABC123', HOST));
  t.true(again.addCode('ABC124', HOST));
});

test('[R2] a rejected code stays with its current host', (t) => {
  const database = open(t, ':memory:');
  database.addCode('ABC123', HOST);
  database.addCode('ABC123', OTHER);
  t.deepEqual({ ...database.codes()[0] }, { code: 'ABC123', host: HOST });
});

test('[C20] a label belongs to one device, and a device keeps its label', (t) => {
  const database = open(t, ':memory:');
  t.true(database.addLabel(HOST, 'Stout Parrot'));
  t.false(database.addLabel(OTHER, 'Stout Parrot'));
  t.false(database.addLabel(HOST, 'Silver Violin'));
  t.deepEqual(
    database.labels().map((row) => ({ ...row })),
    [{ device: HOST, label: 'Stout Parrot' }],
  );
});

test('[R39] clears the inputs of one host and keeps the inputs of another host', (t) => {
  const database = open(t, ':memory:');
  fill(database);
  database.clearInputs(HOST);
  t.deepEqual(database.inputs(HOST), []);
  t.is(database.inputs(OTHER).length, 1);
});

test('[R28] assigns a number to one input only', (t) => {
  const database = open(t, ':memory:');
  database.addInput(HOST, inputOf(1, 5));
  t.throws(() => database.addInput(HOST, inputOf(1, 6)));
  t.deepEqual(database.inputs(HOST), [inputOf(1, 5)]);
});

test('[C13] keeps the newest answer for a rid and device, and lists the oldest first', (t) => {
  const database = open(t, ':memory:');
  database.addAnswer(HOST, HOST, 'r', 5, 'one');
  database.addAnswer(HOST, OTHER, 'r', 6, 'two');
  database.addAnswer(HOST, HOST, 'r', 7, 'three');
  t.deepEqual(
    database.answers().map(({ device, at_ms, answer }) => [device, at_ms, answer]),
    [
      [OTHER, 6, 'two'],
      [HOST, 7, 'three'],
    ],
  );
});

test('[R34] deletes inputs and answers up to a time, oldest first, in batches', (t) => {
  const database = open(t, ':memory:');
  for (let n = 1; n <= 5; n++) {
    database.addInput(HOST, inputOf(n, 10 * n));
    database.addAnswer(HOST, HOST, `r${n}`, 100 * n, '{}');
  }
  const left = () => [database.inputs(HOST).map(({ seq }) => seq), database.answers().map(({ at_ms }) => at_ms)];
  t.false(database.forget(9, 99, 10));
  t.deepEqual(left(), [
    [1, 2, 3, 4, 5],
    [100, 200, 300, 400, 500],
  ]);
  t.false(database.forget(10, 199, 10));
  t.deepEqual(left(), [
    [2, 3, 4, 5],
    [200, 300, 400, 500],
  ]);
  t.true(database.forget(50, 0, 3), 'more may remain');
  t.deepEqual(left(), [[5], [200, 300, 400, 500]]);
  t.false(database.forget(50, 500, 5));
  t.deepEqual(left(), [[], []]);
});

test('[C14] the latest time covers inputs, answers and redirects', (t) => {
  const database = open(t, ':memory:');
  database.addInput(HOST, inputOf(1, 5));
  t.is(database.latest_ms(), 5);
  database.addAnswer(HOST, HOST, 'r', 8, '{}');
  t.is(database.latest_ms(), 8);
  const facts = factsOf(HOST, 'ABC123');
  const retired = [
    { code: 'OLD001', retired_ms: 3 },
    { code: 'OLD002', retired_ms: 9 },
  ];
  database.saveSession({ ...facts, retired }, true);
  t.is(database.latest_ms(), 9);
  database.addInput(HOST, inputOf(2, 7));
  t.is(database.latest_ms(), 9);
});
