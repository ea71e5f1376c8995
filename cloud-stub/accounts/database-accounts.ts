// Account tables: authors, support staff, forms that wait for a mailed code, web sessions, and named tokens.

import * as v from 'valibot';
import { integer, zeroOrOne, type Statements } from '../sqlite/sqlite-statements.ts';

export interface Account {
  /** Never changes: the key of everything that belongs to the account. */
  readonly sub: string;
  readonly email: string;
  /** Unique lookup key of the address. */
  readonly email_key: string;
  /** Public name. */
  readonly name: string;
  /** Output of `hashPassword`. */
  readonly password: string;
  /** Unix seconds. */
  readonly created_s: number;
}

/** A submitted form that waits for the code from a mail. */
export interface PendingForm {
  /** Id of the browser interaction or account that sent it. */
  readonly id: string;
  readonly kind: 'sign-up' | 'reset' | 'address';
  readonly email: string;
  readonly email_key: string;
  readonly name: string;
  /** Output of `hashPassword`; '' if the form sets no password. */
  readonly password: string;
  /** Null if every code is rejected. */
  readonly code_hash: string | null;
  /** Number of wrong codes entered. */
  readonly tries: number;
  readonly expires_s: number;
}

/** A browser that is signed in to pages of this cloud. */
export interface WebSession {
  /** Hash of the cookie value. */
  readonly hash: string;
  /** Client whose pages it may use: authors or support. */
  readonly client: string;
  readonly sub: string;
  readonly created_s: number;
  readonly expires_s: number;
}

/** A machine token with a name that its owner chose. */
export interface NamedToken {
  readonly hash: string;
  readonly id: string;
  readonly owner: string;
  /** Public name of the owner. */
  readonly label: string;
  readonly name: string;
  readonly created_s: number;
  readonly expires_s: number;
  /** Time of the last use, to the hour; null if never used. */
  readonly used_s: number | null;
}

/** A member of the support staff. */
export interface SupportAccount extends Account {
  /** Secret of the second factor, Base32. */
  readonly otp_secret: string;
  /** Last TOTP time step whose code was used. */
  readonly otp_step: number;
  /** True if the member may invite and remove other members. */
  readonly is_main: boolean;
}

/** An invitation to the support staff. */
export interface Invitation {
  readonly email_key: string;
  readonly email: string;
  readonly name: string;
  readonly code_hash: string;
  readonly is_main: boolean;
  /** Number of wrong codes entered. */
  readonly tries: number;
  /** TOTP secret, Base32, shown after the correct code. */
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
const WAITING_ROW: v.GenericSchema<unknown, PendingForm> = v.object({
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
const WEB_SESSION_ROW: v.GenericSchema<unknown, WebSession> = v.object({
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
  /** Returns false if the address already has an account. */
  addAccount(account: Account): boolean;
  setPassword(sub: string, password: string): void;
  setName(sub: string, name: string): void;
  /** Returns false if the address already has an account. */
  setAddress(sub: string, email: string, email_key: string): boolean;
  removeAccount(sub: string): void;

  waiting(id: string): PendingForm | null;
  /** Replaces the form that waits under this id. */
  saveWaiting(waiting: PendingForm): void;
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

export interface WebSessionTables {
  webSession(hash: string): WebSession | null;
  /** Returns the web sessions of an account, newest first. */
  webSessions(sub: string): readonly WebSession[];
  addWebSession(session: WebSession): void;
  removeWebSession(hash: string): void;
  /** Ends the web sessions of an account except `kept_hash`. */
  removeWebSessions(sub: string, kept_hash: string): void;

  token(hash: string): NamedToken | null;
  /** Returns the tokens of an owner, newest first. */
  tokens(owner: string): readonly NamedToken[];
  addToken(token: NamedToken): void;
  setTokenUsed(hash: string, used_s: number): void;
  /** Returns false if the owner has no token with this id. */
  removeToken(owner: string, id: string): boolean;
  removeTokens(owner: string): void;
}

export const webSessionsOn = ({ all, first, run }: Statements): WebSessionTables => ({
  webSession: (hash) => first(WEB_SESSION_ROW, 'SELECT * FROM visits WHERE hash = ?', [hash]),
  webSessions: (sub) => all(WEB_SESSION_ROW, 'SELECT * FROM visits WHERE sub = ? ORDER BY created_s DESC', [sub]),
  addWebSession: ({ hash, client, sub, created_s, expires_s }) =>
    void run('INSERT INTO visits VALUES (?, ?, ?, ?, ?)', [hash, client, sub, created_s, expires_s]),
  removeWebSession: (hash) => void run('DELETE FROM visits WHERE hash = ?', [hash]),
  removeWebSessions: (sub, kept) => void run('DELETE FROM visits WHERE sub = ? AND hash <> ?', [sub, kept]),
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
  /** Returns the members, sorted by name. */
  supportAccounts(): readonly SupportAccount[];
  /** Returns false if the address already has an account. */
  addSupportAccount(account: SupportAccount): boolean;
  /** Returns false if this or a later step was already used. */
  useOtpStep(sub: string, step: number): boolean;
  removeSupportAccount(sub: string): void;

  invitation(email_key: string): Invitation | null;
  invitations(): readonly Invitation[];
  /** Replaces an existing invitation. */
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
