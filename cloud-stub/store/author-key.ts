// Built-in token issuer of a cloud without an identity provider: a key pair in the data folder, created on first use
// and readable only by its owner.

import { closeSync, fsyncSync, linkSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { exportJWK, generateKeyPair, importJWK, SignJWT, type JWK } from 'jose';
import * as v from 'valibot';
import { fail, ok, type Result } from '../../wire/errors.ts';
import { whyUnread } from '../../wire/regular-file.ts';
import { readRegularText } from '../regular-file.ts';
import { STORE_AUDIENCE } from './author.ts';
import { localKeys, type Issuer } from './authors.ts';

const OWN_ISSUER = 'tapin-cloud';
const DAY_S = 86_400;

interface AuthorKey {
  readonly issuer: Issuer;
  /** Returns a token for an author account, whose name is both label and subject. Times in Unix seconds. */
  token(author: string, issued_s: number, days: number): Promise<string>;
}

/**
 * Opens the key in this file, and creates it if it does not exist. Errors: `author_key_unusable`; the message never
 * quotes the file.
 */
export async function openAuthorKey(path: string): Promise<Result<AuthorKey>> {
  try {
    const text = readRegularText(path) ?? (await makeKey(path));
    const key = keyIn(text);
    return key ? ok(await authorKeyOf(key)) : unusable(path, 'it is not a private ES256 key');
  } catch (thrown) {
    return unusable(path, whyUnread(thrown));
  }
}

const unusable = (path: string, reason: string): Result<never> =>
  fail('author_key_unusable', `The author token key ${path} can't be used: ${reason}.`);

const schema = v.object({
  kty: v.literal('EC'),
  crv: v.literal('P-256'),
  x: v.string(),
  y: v.string(),
  d: v.string(),
});
type PrivateKey = v.InferOutput<typeof schema>;

function keyIn(text: string): PrivateKey | null {
  try {
    const read = v.safeParse(schema, JSON.parse(text));
    return read.success ? read.output : null;
  } catch {
    return null;
  }
}

async function authorKeyOf({ d, ...public_key }: PrivateKey): Promise<AuthorKey> {
  const signing = await importJWK({ ...public_key, d }, 'ES256');
  return {
    issuer: {
      issuer: OWN_ISSUER,
      audience: STORE_AUDIENCE,
      client_id: null,
      keys: localKeys({ keys: [public_key satisfies JWK] }),
    },
    token: (author, issued_s, days) =>
      new SignJWT({ name: author })
        .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
        .setIssuer(OWN_ISSUER)
        .setAudience(STORE_AUDIENCE)
        .setSubject(author)
        .setIssuedAt(issued_s)
        .setExpirationTime(issued_s + days * DAY_S)
        .sign(signing),
  };
}

/** Creates the file atomically. If two processes create it at the same time, both end up with the same key. */
async function makeKey(path: string): Promise<string> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const text = `${JSON.stringify(await exportJWK(privateKey))}\n`;
  const temporary = `${path}.${process.pid}.tmp`;
  rmSync(temporary, { force: true });
  const file = openSync(temporary, 'wx', 0o600);
  try {
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  try {
    linkSync(temporary, path);
  } catch (thrown) {
    if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'EEXIST')) throw thrown;
  }
  rmSync(temporary, { force: true });
  const folder = openSync(dirname(path), 'r');
  fsyncSync(folder);
  closeSync(folder);
  return readRegularText(path) ?? '';
}
