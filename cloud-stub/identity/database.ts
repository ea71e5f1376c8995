// What the identity provider keeps, in SQLite: accounts, what waits for a code from a mail, what the provider's library stores, and secrets
// such as the keys that sign tokens.

import type { DatabaseSync } from 'node:sqlite';
import * as v from 'valibot';
import { ok, type Result } from '../../wire/errors.ts';
import { openSqliteFile } from '../sqlite-file.ts';
import { integer, statementsOn, type Statements } from '../sqlite-statements.ts';

const SCHEMA_VERSION = 2;
const KEYS_TABLE = `CREATE TABLE signing_keys (kid TEXT PRIMARY KEY, jwk TEXT NOT NULL, signs_s INTEGER NOT NULL) WITHOUT ROWID;`;
const SCHEMA = `
  CREATE TABLE accounts (
    sub TEXT PRIMARY KEY, email TEXT NOT NULL, email_key TEXT NOT NULL UNIQUE, name TEXT NOT NULL, password TEXT NOT NULL,
    created_s INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE waiting (
    id TEXT PRIMARY KEY, kind TEXT NOT NULL, email TEXT NOT NULL, email_key TEXT NOT NULL, name TEXT NOT NULL,
    password TEXT NOT NULL, code_hash TEXT, tries INTEGER NOT NULL, expires_s INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE oidc (
    model TEXT, id TEXT, payload TEXT NOT NULL, account TEXT, grant_id TEXT, uid TEXT, user_code TEXT, expires_s INTEGER,
    PRIMARY KEY (model, id)) WITHOUT ROWID;
  CREATE INDEX oidc_by_grant ON oidc (grant_id);
  CREATE INDEX oidc_by_account ON oidc (account);
  CREATE TABLE secrets (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  ${KEYS_TABLE}
`;
const UPGRADES = {
  1: `${KEYS_TABLE}
    INSERT INTO signing_keys SELECT json_extract(value, '$.kid'), value, 0 FROM secrets WHERE name = 'signing-key';
    DELETE FROM secrets WHERE name = 'signing-key';`,
};

export interface Account {
  /** Never changes: what belongs to the account is kept under it. */
  readonly sub: string;
  readonly email: string;
  /** By which it is found: nobody else has this address. */
  readonly email_key: string;
  /** What others read. */
  readonly name: string;
  /** As `hashPassword` gives it. */
  readonly password: string;
  /** Unix seconds. */
  readonly created_s: number;
}

/** A form that was sent, and is done when the code from a mail is typed. */
export interface Waiting {
  /** Of whoever sent it. */
  readonly id: string;
  readonly kind: 'sign-up' | 'reset';
  readonly email: string;
  readonly email_key: string;
  readonly name: string;
  /** As `hashPassword` gives it; '' for a reset. */
  readonly password: string;
  /** Null where no code is right. */
  readonly code_hash: string | null;
  /** Wrong codes so far. */
  readonly tries: number;
  readonly expires_s: number;
}

/** One thing of the provider's library: a session, a grant, a token. */
export interface OidcRow {
  readonly model: string;
  readonly id: string;
  /** JSON. */
  readonly payload: string;
  readonly account: string | null;
  readonly grant_id: string | null;
  readonly uid: string | null;
  readonly user_code: string | null;
  /** Null for what never ends. */
  readonly expires_s: number | null;
}

const WAITING_ROW: v.GenericSchema<unknown, Waiting> = v.object({
  id: v.string(),
  kind: v.picklist(['sign-up', 'reset']),
  email: v.string(),
  email_key: v.string(),
  name: v.string(),
  password: v.string(),
  code_hash: v.nullable(v.string()),
  tries: integer(),
  expires_s: integer(),
});
const ACCOUNT_ROW: v.GenericSchema<unknown, Account> = v.object({
  sub: v.string(),
  email: v.string(),
  email_key: v.string(),
  name: v.string(),
  password: v.string(),
  created_s: integer(),
});
const PAYLOAD_ROW = v.object({ payload: v.string() });
const VALUE_ROW = v.object({ value: v.string() });
const KEY_ROW = v.object({ kid: v.string(), jwk: v.string(), signs_s: integer() });

/** A key that signs tokens. */
export interface StoredKey {
  readonly kid: string;
  /** JSON, with its private part. */
  readonly jwk: string;
  /** When it begins to sign, Unix seconds. */
  readonly signs_s: number;
}

export interface IdentityDatabase {
  account(sub: string): Account | null;
  accountOf(email_key: string): Account | null;
  /** False where somebody has the address already. */
  addAccount(account: Account): boolean;
  setPassword(sub: string, password: string): void;

  waiting(id: string): Waiting | null;
  /** In place of what waits under this id. */
  saveWaiting(waiting: Waiting): void;
  removeWaiting(id: string): void;

  /** The payload; null where there is none, or its time has ended. */
  oidc(model: string, by: 'id' | 'uid' | 'user_code', value: string, now_s: number): string | null;
  saveOidc(row: OidcRow): void;
  removeOidc(model: string, id: string): void;
  /** All that came of one grant. */
  removeGrant(grant_id: string): void;
  /** Signs an account out everywhere. */
  removeSessions(account: string): void;

  keys(): readonly StoredKey[];
  addKey(key: Pick<StoredKey, 'kid' | 'jwk'>, signs_s: number): void;
  removeKey(kid: string): void;
  /** The secret of this name; what `make` gives where there is none yet. */
  secret(name: string, make: () => string): string;
  /** What nobody can use any more. */
  removeExpired(now_s: number): void;
  close(): void;
}

/** Opens the database in a file, or `:memory:`. Errors: those of `openSqliteFile`. */
export function openIdentityDatabase(path: string): Result<IdentityDatabase> {
  const opened = openSqliteFile(path, {
    schema: SCHEMA,
    version: SCHEMA_VERSION,
    upgrades: UPGRADES,
    rival: 'another cloud',
    synchronous: 'FULL', // whoever was told that a password is changed has changed it
  });
  return opened.ok ? ok(databaseOn(opened.value)) : opened;
}

function databaseOn(sqlite: DatabaseSync): IdentityDatabase {
  const statements = statementsOn(sqlite);
  const { all, first, run } = statements;
  return {
    ...accountsOn(statements),
    ...oidcOn(statements),
    keys: () => all(KEY_ROW, 'SELECT kid, jwk, signs_s FROM signing_keys'),
    addKey: ({ kid, jwk }, signs_s) => void run('INSERT INTO signing_keys VALUES (?, ?, ?)', [kid, jwk, signs_s]),
    removeKey: (kid) => void run('DELETE FROM signing_keys WHERE kid = ?', [kid]),
    secret(name, make) {
      const sql = 'SELECT value FROM secrets WHERE name = ?';
      const known = first(VALUE_ROW, sql, [name]);
      if (known) return known.value;
      run('INSERT INTO secrets (name, value) VALUES (?, ?)', [name, make()]);
      return first(VALUE_ROW, sql, [name])?.value ?? '';
    },
    removeExpired(now_s) {
      run('DELETE FROM oidc WHERE expires_s <= ?', [now_s]);
      run('DELETE FROM waiting WHERE expires_s <= ?', [now_s]);
    },
    close: () => sqlite.close(),
  };
}

type OfAccounts = 'account' | 'accountOf' | 'addAccount' | 'setPassword' | 'waiting' | 'saveWaiting' | 'removeWaiting';

const accountsOn = ({ first, run }: Statements): Pick<IdentityDatabase, OfAccounts> => ({
  account: (sub) => first(ACCOUNT_ROW, 'SELECT * FROM accounts WHERE sub = ?', [sub]),
  accountOf: (email_key) => first(ACCOUNT_ROW, 'SELECT * FROM accounts WHERE email_key = ?', [email_key]),
  addAccount: ({ sub, email, email_key, name, password, created_s }) =>
    run('INSERT OR IGNORE INTO accounts VALUES (?, ?, ?, ?, ?, ?)', [
      sub,
      email,
      email_key,
      name,
      password,
      created_s,
    ]) === 1,
  setPassword: (sub, password) => void run('UPDATE accounts SET password = ? WHERE sub = ?', [password, sub]),
  waiting: (id) => first(WAITING_ROW, 'SELECT * FROM waiting WHERE id = ?', [id]),
  saveWaiting: ({ id, kind, email, email_key, name, password, code_hash, tries, expires_s }) =>
    void run('INSERT OR REPLACE INTO waiting VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)', [
      id,
      kind,
      email,
      email_key,
      name,
      password,
      code_hash,
      tries,
      expires_s,
    ]),
  removeWaiting: (id) => void run('DELETE FROM waiting WHERE id = ?', [id]),
});

type OfOidc = 'oidc' | 'saveOidc' | 'removeOidc' | 'removeGrant' | 'removeSessions';

const oidcOn = ({ first, run }: Statements): Pick<IdentityDatabase, OfOidc> => ({
  oidc(model, by, value, now_s) {
    const sql = `SELECT payload FROM oidc WHERE model = ? AND ${by} = ? AND (expires_s IS NULL OR expires_s > ?)`;
    return first(PAYLOAD_ROW, sql, [model, value, now_s])?.payload ?? null;
  },
  saveOidc: ({ model, id, payload, account, grant_id, uid, user_code, expires_s }) =>
    void run('INSERT OR REPLACE INTO oidc VALUES (?, ?, ?, ?, ?, ?, ?, ?)', [
      model,
      id,
      payload,
      account,
      grant_id,
      uid,
      user_code,
      expires_s,
    ]),
  removeOidc: (model, id) => void run('DELETE FROM oidc WHERE model = ? AND id = ?', [model, id]),
  removeGrant: (grant_id) => void run('DELETE FROM oidc WHERE grant_id = ?', [grant_id]),
  removeSessions: (account) => void run('DELETE FROM oidc WHERE account = ?', [account]),
});
