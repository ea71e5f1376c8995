// The table of passkeys: public keys by which authors sign in, each of one account.

import * as v from 'valibot';
import { integer, json, type Statements } from '../../sqlite/sqlite-statements.ts';

export interface Passkey {
  /** Of the credential, base64url. */
  readonly id: string;
  /** In the notation of COSE. */
  readonly public_key: Uint8Array<ArrayBuffer>;
  /** How often it has signed, as it says itself; 0 for ever where it does not count. */
  readonly counter: number;
  /** How a browser reaches it, such as `internal`. */
  readonly transports: readonly string[];
  readonly owner: string;
  readonly name: string;
  /** Unix seconds. */
  readonly created_s: number;
  /** When somebody signed in with it last; null for never. */
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
  /** Of an owner, the newest first. */
  passkeys(owner: string): readonly Passkey[];
  /** False where it is somebody's already. */
  addPasskey(passkey: Passkey): boolean;
  /** False where it is gone, or was used meanwhile: it no longer has the counter `before`. */
  setPasskeyUsed(id: string, before: number, counter: number, used_s: number): boolean;
  /** False where the owner has none of this id. */
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
