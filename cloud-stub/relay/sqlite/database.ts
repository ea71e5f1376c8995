// SQLite database of everything that the relay has acknowledged (C14). Writes collect in one transaction until
// `commit`; in WAL mode, a killed process loses nothing committed. While open, the database is locked by this relay.

import type { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import type * as v from 'valibot';
import { ok, type Result } from '../../../wire/errors.ts';
import { copySqliteFile, openSqliteFile, type LockWait, type SqliteFile } from '../../sqlite/sqlite-file.ts';
import { statementsOn, type Statements } from '../../sqlite/sqlite-statements.ts';
import { ANSWER_ROW, CODE_ROW, CONTACTS_ROW, INPUT_ROW, LABEL_ROW, LATEST_ROW, SESSION_ROW } from './database-rows.ts';
import type { QueuedInput } from '../session/input-queue.ts';
import type { Contacts, PersistedSession } from '../session/session.ts';

const SCHEMA_VERSION = 3;
const CONTACTS = `
  CREATE TABLE contacts (host TEXT PRIMARY KEY, polled_ms INTEGER, seen TEXT NOT NULL) WITHOUT ROWID`;
/** `host`: host of the session. */
const ANSWERS = `
  CREATE TABLE answers (host TEXT, device TEXT, rid TEXT, at_ms INTEGER NOT NULL, answer TEXT NOT NULL, PRIMARY KEY (host, device, rid));
  CREATE INDEX answers_by_age ON answers (at_ms)`;
const SCHEMA = `
  CREATE TABLE sessions (host TEXT PRIMARY KEY, polled INTEGER NOT NULL, facts TEXT NOT NULL);
  CREATE TABLE inputs (host TEXT, seq INTEGER, at_ms INTEGER NOT NULL, payload TEXT NOT NULL, PRIMARY KEY (host, seq))
    WITHOUT ROWID;
  CREATE INDEX inputs_by_age ON inputs (at_ms);
  CREATE TABLE codes (code TEXT PRIMARY KEY, host TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE labels (device TEXT PRIMARY KEY, label TEXT NOT NULL UNIQUE) WITHOUT ROWID;
  ${ANSWERS};
  ${CONTACTS};
`;

/**
 * Moves old codes that are still valid into the persisted state of their session; the session of an older idempotency
 * record is unknown.
 */
const RETIRED_CODES = `
  UPDATE sessions SET facts = json_set(facts, '$.retired', (
    SELECT json_group_array(json_object('code', code, 'retired_ms', retired_ms))
    FROM (SELECT code, retired_ms FROM codes WHERE codes.host = sessions.host AND state = 'redirect' ORDER BY retired_ms)));
  ALTER TABLE codes DROP COLUMN state;
  ALTER TABLE codes DROP COLUMN retired_ms;
  ALTER TABLE answers RENAME TO older_answers;
  DROP INDEX answers_by_age;
  ${ANSWERS};
  INSERT INTO answers SELECT '', device, rid, at_ms, json_object(
    'fingerprint', json_extract(answer, '$.fingerprint'), 'fields', json_extract(answer, '$.answer.fields')) FROM older_answers;
  DROP TABLE older_answers`;

const LATEST = `
  SELECT max(at) AS latest FROM (SELECT max(at_ms) AS at FROM inputs UNION ALL SELECT max(at_ms) FROM answers
  UNION ALL SELECT max(polled_ms) FROM contacts UNION ALL SELECT max(json_extract(facts, '$.retired[#-1].retired_ms')) FROM sessions)`;

const WRITES = {
  saveSession: 'INSERT OR REPLACE INTO sessions (host, polled, facts) VALUES (?, ?, ?)',
  saveContacts: 'INSERT OR REPLACE INTO contacts (host, polled_ms, seen) VALUES (?, ?, ?)',
  addInput: 'INSERT INTO inputs (host, seq, at_ms, payload) VALUES (?, ?, ?, ?)',
  clearInputs: 'DELETE FROM inputs WHERE host = ?',
  addCode: 'INSERT OR IGNORE INTO codes (code, host) VALUES (?, ?)',
  addLabel: 'INSERT OR IGNORE INTO labels (device, label) VALUES (?, ?)',
  addAnswer: 'INSERT OR REPLACE INTO answers (host, device, rid, at_ms, answer) VALUES (?, ?, ?, ?, ?)',
  forget_inputs:
    'DELETE FROM inputs WHERE (host, seq) IN (SELECT host, seq FROM inputs WHERE at_ms <= ? ORDER BY at_ms LIMIT ?)',
  forget_answers:
    'DELETE FROM answers WHERE rowid IN (SELECT rowid FROM answers WHERE at_ms <= ? ORDER BY at_ms LIMIT ?)',
} as const;

/** A code and its host. */
type CodeRow = Readonly<v.InferOutput<typeof CODE_ROW>>;

interface RelayReads {
  /** Returns the latest time in the database, in milliseconds; 0 if none. */
  latest_ms(): number;
  sessions(): readonly { readonly facts: PersistedSession; readonly polled: boolean }[];
  /** Returns the last contacts by host. */
  contacts(): ReadonlyMap<string, Contacts>;
  inputs(host: string): readonly QueuedInput[];
  codes(): readonly CodeRow[];
  labels(): readonly { readonly device: string; readonly label: string }[];
  /** `host`: '' for a record of an older version. */
  answers(): readonly {
    readonly host: string;
    readonly device: string;
    readonly rid: string;
    readonly at_ms: number;
    readonly answer: string;
  }[];
}

export interface RelayDatabase extends RelayReads {
  saveSession(session: PersistedSession, polled: boolean): void;
  saveContacts(host: string, contacts: Contacts): void;
  addInput(host: string, input: QueuedInput): void;
  clearInputs(host: string): void;
  /** Returns false if the code was ever issued (R2). */
  addCode(code: string, host: string): boolean;
  /** Returns false if another device has the label. */
  addLabel(device: string, label: string): boolean;
  addAnswer(host: string, device: string, rid: string, at_ms: number, answer: string): void;
  /**
   * Deletes inputs and idempotency records of this age or older, at most `rows_max` of each, since deleting many in one
   * go would delay requests. Returns true if there may be more.
   */
  forget(inputs_until_ms: number, answers_until_ms: number, rows_max: number): boolean;

  /** Commits all writes since the last commit. Throws if the disk refuses it, or refused an earlier write. */
  commit(): void;
  /** Copies the committed data to a new file. Rejects if that fails. */
  copyTo(path: string): Promise<void>;
  close(): void;
}

const FILE: SqliteFile = {
  schema: SCHEMA,
  version: SCHEMA_VERSION,
  upgrades: { 1: CONTACTS, 2: RETIRED_CODES },
  holds: 'the sessions, codes and labels of the relay',
  rival: 'another relay',
  synchronous: 'NORMAL',
};

/** Opens the database in a file, or `:memory:`. Errors: as for `openSqliteFile`. */
export function openRelayDatabase(path: string, wait?: LockWait): Result<RelayDatabase> {
  const opened = openSqliteFile(path, FILE, wait);
  return opened.ok ? ok(databaseOn(opened.value)) : opened;
}

function databaseOn(sqlite: DatabaseSync): RelayDatabase {
  const statements = statementsOn(sqlite);
  let open = false;
  /** Set after a failed write, which blocks all later commits: data that is only in memory must not be confirmed. */
  let broken: { readonly reason: unknown } | null = null;
  /** Returns the number of changed rows. */
  const write = (name: keyof typeof WRITES, ...values: (string | number | null)[]): number => {
    try {
      if (!open) sqlite.exec('BEGIN');
      open = true;
      return statements.run(WRITES[name], values);
    } catch (thrown) {
      broken = { reason: thrown };
      throw thrown;
    }
  };
  return {
    ...readsOn(statements),
    saveSession: (session, polled) => void write('saveSession', session.host, polled ? 1 : 0, JSON.stringify(session)),
    saveContacts: (host, { polled_ms, seen_ms }) =>
      void write('saveContacts', host, polled_ms, JSON.stringify(seen_ms)),
    addInput: (host, { seq, at_ms, payload }) => void write('addInput', host, seq, at_ms, JSON.stringify(payload)),
    clearInputs: (host) => void write('clearInputs', host),
    addCode: (code, host) => write('addCode', code, host) === 1,
    addLabel: (device, label) => write('addLabel', device, label) === 1,
    addAnswer: (host, device, rid, at_ms, answer) => void write('addAnswer', host, device, rid, at_ms, answer),
    forget(inputs_until_ms, answers_until_ms, rows_max) {
      const inputs = write('forget_inputs', inputs_until_ms, rows_max);
      const answers = write('forget_answers', answers_until_ms, rows_max);
      return Math.max(inputs, answers) === rows_max;
    },
    commit() {
      if (broken) throw broken.reason;
      if (open) sqlite.exec('COMMIT');
      open = false;
    },
    async copyTo(path) {
      const inTurn = (): boolean => open;
      while (inTurn()) await setImmediate();
      copySqliteFile(sqlite, path);
    },
    close: () => sqlite.close(),
  };
}

const readsOn = ({ all, first }: Statements): RelayReads => ({
  latest_ms: () => first(LATEST_ROW, LATEST)?.latest ?? 0,
  sessions: () => all(SESSION_ROW, 'SELECT facts, polled FROM sessions'),
  contacts: () =>
    new Map(
      all(CONTACTS_ROW, 'SELECT host, polled_ms, seen FROM contacts').map(({ host, polled_ms, seen }) => [
        host,
        { polled_ms, seen_ms: seen },
      ]),
    ),
  inputs: (host) => all(INPUT_ROW, 'SELECT seq, at_ms, payload FROM inputs WHERE host = ? ORDER BY seq', [host]),
  codes: () => all(CODE_ROW, 'SELECT code, host FROM codes'),
  labels: () => all(LABEL_ROW, 'SELECT device, label FROM labels'),
  answers: () => all(ANSWER_ROW, 'SELECT host, device, rid, at_ms, answer FROM answers ORDER BY at_ms'),
});
