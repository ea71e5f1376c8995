// Passkey table: the public keys with which authors sign in, each of one account.

import * as v from 'valibot';
import { integer, json, type Statements } from '../../sqlite/sqlite-statements.ts';

export interface Passkey {
  /** Credential id, base64url. */
  readonly id: string;
  /** COSE encoding. */
  readonly public_key: Uint8Array<ArrayBuffer>;
  /** Signature counter that the authenticator reports; always 0 if it does not count. */
  readonly counter: number;
  /** Ways a browser can reach it, such as `internal`. */
  readonly transports: readonly string[];
  readonly owner: string;
  readonly name: string;
  /** Unix seconds. */
  readonly created_s: number;
  /** Time of the last sign-in; null if never used. */
  readonly used_s: number | null;
}

export const PASSKEY_TABLE = `
  CREATE TABLE passkeys (id TEXT PRIMARY KEY, public_key BLOB NOT NULL, counter INTEGER NOT NULL, transports TEXT NOT NULL,
    owner TEXT NOT NULL, name TEXT NOT NULL, created_s INTEGER NOT NULL, used_s INTEGER) WITHOUT ROWID;
  CREATE INDEX passkeys_by_owner ON passkeys (owner);
`;

const PASSKEY_ROW = v.object({
  id: v.string(),
  public_key: v.pipe(
    v.instance(Uint8Array),
    v.transform((bytes) => new Uint8Array(bytes)),
  ),
  counter: integer(),
  transports: json(v.array(v.string())),
  owner: v.string(),
  name: v.string(),
  created_s: integer(),
  used_s: v.nullable(integer()),
});

export interface PasskeyTable {
  passkey(id: string): Passkey | null;
  /** Returns the passkeys of an owner, newest first. */
  passkeys(owner: string): readonly Passkey[];
  /** Returns false if the passkey is already registered. */
  addPasskey(passkey: Passkey): boolean;
  /** Returns false if the passkey was removed or used in the meantime, so that its counter differs from `before`. */
  setPasskeyUsed(id: string, before: number, counter: number, used_s: number): boolean;
  /** Returns false if the owner has no passkey with this id. */
  removePasskey(owner: string, id: string): boolean;
  removePasskeys(owner: string): void;
}

export const passkeysOn = ({ all, first, run }: Statements): PasskeyTable => ({
  passkey: (id) => first(PASSKEY_ROW, 'SELECT * FROM passkeys WHERE id = ?', [id]),
  passkeys: (owner) => all(PASSKEY_ROW, 'SELECT * FROM passkeys WHERE owner = ? ORDER BY created_s DESC, id', [owner]),
  addPasskey: ({ id, public_key, counter, transports, owner, name, created_s, used_s }) =>
    run('INSERT OR IGNORE INTO passkeys VALUES (?, ?, ?, ?, ?, ?, ?, ?)', [
      id,
      public_key,
      counter,
      JSON.stringify(transports),
      owner,
      name,
      created_s,
      used_s,
    ]) === 1,
  setPasskeyUsed: (id, before, counter, used_s) =>
    run('UPDATE passkeys SET counter = ?, used_s = ? WHERE id = ? AND counter = ?', [counter, used_s, id, before]) ===
    1,
  removePasskey: (owner, id) => run('DELETE FROM passkeys WHERE owner = ? AND id = ?', [owner, id]) === 1,
  removePasskeys: (owner) => void run('DELETE FROM passkeys WHERE owner = ?', [owner]),
});
