// SQLite database of the identity provider: accounts, forms that wait for a mailed code, web sessions, passkeys, the
// data of the OIDC library, and secrets such as signing keys.

import type { DatabaseSync } from 'node:sqlite';
import * as v from 'valibot';
import { ok, type Result } from '../../wire/errors.ts';
import { copySqliteFile, openSqliteFile } from '../sqlite/sqlite-file.ts';
import { integer, statementsOn, type Statements } from '../sqlite/sqlite-statements.ts';
import {
  ACCOUNT_TABLES,
  accountsOn,
  supportOn,
  webSessionsOn,
  type AccountTables,
  type SupportTables,
  type WebSessionTables,
} from './database-accounts.ts';
import { PASSKEY_TABLE, passkeysOn, type PasskeyTable } from './passkeys/database-passkeys.ts';

const SCHEMA_VERSION = 2;
const SINCE_2 = `
  CREATE TABLE signing_keys (kid TEXT PRIMARY KEY, jwk TEXT NOT NULL, signs_s INTEGER NOT NULL) WITHOUT ROWID;
  ${ACCOUNT_TABLES}
  ${PASSKEY_TABLE}
`;
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
  ${SINCE_2}
`;
const UPGRADES = {
  1: `${SINCE_2}
    INSERT INTO signing_keys SELECT json_extract(value, '$.kid'), value, 0 FROM secrets WHERE name = 'signing-key';
    DELETE FROM secrets WHERE name = 'signing-key';`,
};

/** A record of the OIDC library: a session, a grant or a token. */
interface OidcRow {
  readonly model: string;
  readonly id: string;
  /** JSON. */
  readonly payload: string;
  readonly account: string | null;
  readonly grant_id: string | null;
  readonly uid: string | null;
  readonly user_code: string | null;
  /** Null if it never expires. */
  readonly expires_s: number | null;
}

/** A key that signs tokens. */
interface StoredKey {
  readonly kid: string;
  /** JSON, including the private key. */
  readonly jwk: string;
  /** Time from which it signs, Unix seconds. */
  readonly signs_s: number;
}

const PAYLOAD_ROW = v.object({ payload: v.string() });
const GRANT_ROW = v.object({ grant_id: v.string(), payload: v.string() });
const VALUE_ROW = v.object({ value: v.string() });
const KEY_ROW = v.object({ kid: v.string(), jwk: v.string(), signs_s: integer() });

export interface IdentityDatabase extends AccountTables, WebSessionTables, PasskeyTable, SupportTables, OidcTable {
  keys(): readonly StoredKey[];
  addKey(key: Pick<StoredKey, 'kid' | 'jwk'>, signs_s: number): void;
  removeKey(kid: string): void;
  /** Returns the secret with this name, created with `make` if there is none yet. */
  secret(name: string, make: () => string): string;
  /** Deletes expired records. */
  removeExpired(now_s: number): void;
  /** Copies the database to a new file. @throws If the copy fails. */
  copyTo(path: string): void;
  close(): void;
}

/** Opens the database in a file, or `:memory:`. Errors: as for `openSqliteFile`. */
export function openIdentityDatabase(path: string): Result<IdentityDatabase> {
  const opened = openSqliteFile(path, {
    schema: SCHEMA,
    version: SCHEMA_VERSION,
    upgrades: UPGRADES,
    holds: 'the accounts of authors and support, and the keys that sign their tokens',
    rival: 'another cloud',
    synchronous: 'FULL', // a confirmed password change must survive a crash
  });
  return opened.ok ? ok(databaseOn(opened.value)) : opened;
}

const EXPIRING = ['oidc', 'waiting', 'visits', 'tokens', 'invitations'];

function databaseOn(sqlite: DatabaseSync): IdentityDatabase {
  const statements = statementsOn(sqlite);
  const { all, first, run } = statements;
  return {
    ...accountsOn(statements),
    ...webSessionsOn(statements),
    ...passkeysOn(statements),
    ...supportOn(statements),
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
      for (const table of EXPIRING) run(`DELETE FROM ${table} WHERE expires_s <= ?`, [now_s]);
    },
    copyTo: (path) => copySqliteFile(sqlite, path),
    close: () => sqlite.close(),
  };
}

interface OidcTable {
  /** Returns the payload; null if the record does not exist or has expired. */
  oidc(model: string, by: 'id' | 'uid' | 'user_code', value: string, now_s: number): string | null;
  saveOidc(row: OidcRow): void;
  removeOidc(model: string, id: string): void;
  /** Returns the grants of an account to clients that can refresh their tokens. */
  grants(account: string): readonly { readonly grant_id: string; readonly payload: string }[];
  /** Deletes everything issued under the grant. */
  removeGrant(grant_id: string): void;
  /** Deletes the sessions, grants, tokens and unfinished sign-ins of an account. */
  removeSessions(account: string): void;
}

const oidcOn = ({ all, first, run }: Statements): OidcTable => ({
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
  grants: (account) =>
    all(
      GRANT_ROW,
      `SELECT grant_id, max(payload) AS payload FROM oidc WHERE account = ? AND model = 'RefreshToken'
       AND grant_id IS NOT NULL GROUP BY grant_id`,
      [account],
    ),
  removeGrant: (grant_id) => void run('DELETE FROM oidc WHERE grant_id = ?', [grant_id]),
  removeSessions(account) {
    run('DELETE FROM oidc WHERE account = ?', [account]);
    // Sign-ins that have not yet returned to the client.
    run(`DELETE FROM oidc WHERE model = 'Interaction' AND json_extract(payload, '$.result.login.accountId') = ?`, [
      account,
    ]);
  },
});
