// The key that signs the provider's tokens: a pair for ES256, made when it is first needed.

import { createHash, generateKeyPairSync } from 'node:crypto';
import type { JWK } from 'jose';
import * as v from 'valibot';
import type { IdentityDatabase } from './database.ts';

const schema = v.object({
  kty: v.literal('EC'),
  crv: v.literal('P-256'),
  x: v.string(),
  y: v.string(),
  d: v.string(),
  kid: v.string(),
  alg: v.literal('ES256'),
  use: v.literal('sig'),
});
export type SigningKey = v.InferOutput<typeof schema>;

const NAME = 'signing-key';

/** A private key in the form of a JWK; it never leaves this process. */
export const openSigningKey = (database: IdentityDatabase): SigningKey =>
  v.parse(schema, JSON.parse(database.secret(NAME, makeKey)));

function makeKey(): string {
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  const kid = createHash('sha256').update(`${key.x}.${key.y}`).digest('base64url').slice(0, 16);
  return JSON.stringify({ ...key, kid, alg: 'ES256', use: 'sig' });
}

export const publicPartOf = ({ kty, crv, x, y, kid, alg, use }: SigningKey): JWK => ({ kty, crv, x, y, kid, alg, use });
