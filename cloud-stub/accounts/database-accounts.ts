// The tables of accounts: those of authors and of support, what waits for a code from a mail, visits of browsers, and tokens with a name.

import * as v from 'valibot';
import { integer, zeroOrOne, type Statements } from '../sqlite/sqlite-statements.ts';

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
  readonly kind: 'sign-up' | 'reset' | 'address';
  readonly email: string;
  readonly email_key: string;
  readonly name: string;
  /** As `hashPassword` gives it; '' for what sets none. */
  readonly password: string;
  /** Null where no code is right. */
  readonly code_hash: string | null;
  /** Wrong codes so far. */
  readonly tries: number;
  readonly expires_s: number;
}

/** A browser that is signed in to pages of this cloud. */
export interface Visit {
  /** Of what its cookie says. */
  readonly hash: string;
  /** Whose pages: those of authors, or of support. */
  readonly client: string;
  readonly sub: string;
  readonly created_s: number;
  readonly expires_s: number;
}

/** A token for machines, that its owner gave a name. */
export interface NamedToken {
  readonly hash: string;
  readonly id: string;
  readonly owner: string;
  /** What others read of the owner. */
  readonly label: string;
  readonly name: string;
  readonly created_s: number;
  readonly expires_s: number;
  /** When it was used last, to the hour; null for never. */
  readonly used_s: number | null;
}

/** Somebody of support. */
export interface SupportAccount extends Account {
  /** Base32, of the second factor. */
  readonly otp_secret: string;
  /** The last step of time whose code was used. */
  readonly otp_step: number;
  /** May invite others and send them away. */
  readonly is_main: boolean;
}

/** Somebody who may become one of support. */
export interface Invitation {
  readonly email_key: string;
  readonly email: string;
  readonly name: string;
  readonly code_hash: string;
  readonly is_main: boolean;
  /** Wrong codes so far. */
  readonly tries: number;
  /** Base32, shown when the code was right. */
  readonly otp_secret: string;
  readonly expires_s: number;
}

export const ACCOUNT_TABLES = `
  CREATE TABLE visits (hash TEXT PRIMARY KEY, client TEXT NOT NULL, sub TEXT NOT NULL, created_s INTEGER NOT NULL,
    expires_s INTEGER NOT NULL) WITHOUT ROWID;
  CREATE INDEX visits_by_sub ON visits (sub);
  CREATE TABLE tokens (hash TEXT PRIMARY KEY, id TEXT NOT NULL UNIQUE, owner TEXT NOT NULL, label TEXT NOT NULL,
    name TEXT NOT NULL, created_s INTEGER NOT NULL, expires_s INTEGER NOT NULL, used_s INTEGER) WITHOUT ROWID;
  CREATE INDEX tokens_by_owner ON tokens (owner);
  CREATE TABLE support_accounts (
    sub TEXT PRIMARY KEY, email TEXT NOT NULL, email_key TEXT NOT NULL UNIQUE, name TEXT NOT NULL, password TEXT NOT NULL,
    created_s INTEGER NOT NULL, otp_secret TEXT NOT NULL, otp_step INTEGER NOT NULL, is_main INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE invitations (
    email_key TEXT PRIMARY KEY, email TEXT NOT NULL, name TEXT NOT NULL, code_hash TEXT NOT NULL, is_main INTEGER NOT NULL,
    tries INTEGER NOT NULL, otp_secret TEXT NOT NULL, expires_s INTEGER NOT NULL) WITHOUT ROWID;
`;

const account = {
  sub: v.string(),
  email: v.string(),
  email_key: v.string(),
  name: v.string(),
  password: v.string(),
  created_s: integer(),
};
const ACCOUNT_ROW: v.GenericSchema<unknown, Account> = v.object(account);
const SUPPORT_ROW: v.GenericSchema<unknown, SupportAccount> = v.object({
  ...account,
  otp_secret: v.string(),
  otp_step: integer(),
  is_main: zeroOrOne(),
});
const WAITING_ROW: v.GenericSchema<unknown, Waiting> = v.object({
  id: v.string(),
  kind: v.picklist(['sign-up', 'reset', 'address']),
  email: v.string(),
  email_key: v.string(),
  name: v.string(),
  password: v.string(),
  code_hash: v.nullable(v.string()),
  tries: integer(),
  expires_s: integer(),
});
const VISIT_ROW: v.GenericSchema<unknown, Visit> = v.object({
  hash: v.string(),
  client: v.string(),
  sub: v.string(),
  created_s: integer(),
  expires_s: integer(),
});
const TOKEN_ROW: v.GenericSchema<unknown, NamedToken> = v.object({
  hash: v.string(),
  id: v.string(),
  owner: v.string(),
  label: v.string(),
  name: v.string(),
  created_s: integer(),
  expires_s: integer(),
  used_s: v.nullable(integer()),
});
const INVITATION_ROW: v.GenericSchema<unknown, Invitation> = v.object({
  email_key: v.string(),
  email: v.string(),
  name: v.string(),
  code_hash: v.string(),
  is_main: zeroOrOne(),
  tries: integer(),
  otp_secret: v.string(),
  expires_s: integer(),
});

export interface AccountTables {
  account(sub: string): Account | null;
  accountOf(email_key: string): Account | null;
  /** False where somebody has the address already. */
  addAccount(account: Account): boolean;
  setPassword(sub: string, password: string): void;
  setName(sub: string, name: string): void;
  /** False where somebody has the address already. */
  setAddress(sub: string, email: string, email_key: string): boolean;
  removeAccount(sub: string): void;

  waiting(id: string): Waiting | null;
  /** In place of what waits under this id. */
  saveWaiting(waiting: Waiting): void;
  removeWaiting(id: string): void;
}

export const accountsOn = ({ first, run }: Statements): AccountTables => ({
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
  setName: (sub, name) => void run('UPDATE accounts SET name = ? WHERE sub = ?', [name, sub]),
  setAddress: (sub, email, email_key) =>
    run('UPDATE OR IGNORE accounts SET email = ?, email_key = ? WHERE sub = ?', [email, email_key, sub]) === 1,
  removeAccount: (sub) => void run('DELETE FROM accounts WHERE sub = ?', [sub]),
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

export interface VisitTables {
  visit(hash: string): Visit | null;
  /** Of an account, the newest first. */
  visits(sub: string): readonly Visit[];
  addVisit(visit: Visit): void;
  removeVisit(hash: string): void;
  /** But for the one that is kept. */
  removeVisits(sub: string, kept_hash: string): void;

  token(hash: string): NamedToken | null;
  /** Of an owner, the newest first. */
  tokens(owner: string): readonly NamedToken[];
  addToken(token: NamedToken): void;
  setTokenUsed(hash: string, used_s: number): void;
  /** False where the owner has none of this id. */
  removeToken(owner: string, id: string): boolean;
  removeTokens(owner: string): void;
}

export const visitsOn = ({ all, first, run }: Statements): VisitTables => ({
  visit: (hash) => first(VISIT_ROW, 'SELECT * FROM visits WHERE hash = ?', [hash]),
  visits: (sub) => all(VISIT_ROW, 'SELECT * FROM visits WHERE sub = ? ORDER BY created_s DESC', [sub]),
  addVisit: ({ hash, client, sub, created_s, expires_s }) =>
    void run('INSERT INTO visits VALUES (?, ?, ?, ?, ?)', [hash, client, sub, created_s, expires_s]),
  removeVisit: (hash) => void run('DELETE FROM visits WHERE hash = ?', [hash]),
  removeVisits: (sub, kept) => void run('DELETE FROM visits WHERE sub = ? AND hash <> ?', [sub, kept]),
  token: (hash) => first(TOKEN_ROW, 'SELECT * FROM tokens WHERE hash = ?', [hash]),
  tokens: (owner) => all(TOKEN_ROW, 'SELECT * FROM tokens WHERE owner = ? ORDER BY created_s DESC', [owner]),
  addToken: ({ hash, id, owner, label, name, created_s, expires_s, used_s }) =>
    void run('INSERT INTO tokens VALUES (?, ?, ?, ?, ?, ?, ?, ?)', [
      hash,
      id,
      owner,
      label,
      name,
      created_s,
      expires_s,
      used_s,
    ]),
  setTokenUsed: (hash, used_s) => void run('UPDATE tokens SET used_s = ? WHERE hash = ?', [used_s, hash]),
  removeToken: (owner, id) => run('DELETE FROM tokens WHERE owner = ? AND id = ?', [owner, id]) === 1,
  removeTokens: (owner) => void run('DELETE FROM tokens WHERE owner = ?', [owner]),
});

export interface SupportTables {
  supportAccount(sub: string): SupportAccount | null;
  supportAccountOf(email_key: string): SupportAccount | null;
  /** By their names. */
  supportAccounts(): readonly SupportAccount[];
  /** False where somebody has the address already. */
  addSupportAccount(account: SupportAccount): boolean;
  /** False where it was used before, or a later one. */
  useOtpStep(sub: string, step: number): boolean;
  removeSupportAccount(sub: string): void;

  invitation(email_key: string): Invitation | null;
  invitations(): readonly Invitation[];
  /** In place of one that there is. */
  saveInvitation(invitation: Invitation): void;
  removeInvitation(email_key: string): void;
}

export const supportOn = ({ all, first, run }: Statements): SupportTables => ({
  supportAccount: (sub) => first(SUPPORT_ROW, 'SELECT * FROM support_accounts WHERE sub = ?', [sub]),
  supportAccountOf: (email_key) =>
    first(SUPPORT_ROW, 'SELECT * FROM support_accounts WHERE email_key = ?', [email_key]),
  supportAccounts: () => all(SUPPORT_ROW, 'SELECT * FROM support_accounts ORDER BY name, sub'),
  addSupportAccount: ({ sub, email, email_key, name, password, created_s, otp_secret, otp_step, is_main }) =>
    run('INSERT OR IGNORE INTO support_accounts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)', [
      sub,
      email,
      email_key,
      name,
      password,
      created_s,
      otp_secret,
      otp_step,
      Number(is_main),
    ]) === 1,
  useOtpStep: (sub, step) =>
    run('UPDATE support_accounts SET otp_step = ? WHERE sub = ? AND otp_step < ?', [step, sub, step]) === 1,
  removeSupportAccount: (sub) => void run('DELETE FROM support_accounts WHERE sub = ?', [sub]),
  invitation: (email_key) => first(INVITATION_ROW, 'SELECT * FROM invitations WHERE email_key = ?', [email_key]),
  invitations: () => all(INVITATION_ROW, 'SELECT * FROM invitations ORDER BY name'),
  saveInvitation: ({ email_key, email, name, code_hash, is_main, tries, otp_secret, expires_s }) =>
    void run('INSERT OR REPLACE INTO invitations VALUES (?, ?, ?, ?, ?, ?, ?, ?)', [
      email_key,
      email,
      name,
      code_hash,
      Number(is_main),
      tries,
      otp_secret,
      expires_s,
    ]),
  removeInvitation: (email_key) => void run('DELETE FROM invitations WHERE email_key = ?', [email_key]),
});
