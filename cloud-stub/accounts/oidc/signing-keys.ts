// ES256 key pairs that sign the provider's tokens (C110). One key signs. The next is published in advance, for clients
// that cache the key set; the previous one stays published until its tokens have expired.

import { createHash, generateKeyPairSync } from 'node:crypto';
import type { JWK } from 'jose';
import * as v from 'valibot';
import type { IdentityDatabase } from '../database.ts';

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
/** A private key as a JWK; it never leaves this process. */
export type SigningKey = v.InferOutput<typeof schema>;

/** A key and the time from which it signs, Unix seconds, until the next key takes over. */
interface Scheduled {
  readonly kid: string;
  readonly signs_s: number;
}

const DAY_S = 86_400;
/** C110. */
const SIGNS_S = 90 * DAY_S;
const PUBLISHED_BEFORE_S = DAY_S;
const PUBLISHED_AFTER_S = DAY_S;
/** Delay of a requested rotation that is not urgent. */
const SOON_S = 3600;

export interface SigningKeys {
  /** Returns the published keys, the signing one first. Changes with time. */
  current(): readonly SigningKey[];
  /**
   * Publishes another key that signs in an hour and replaces one that was waiting. `at_once`: it signs immediately, and
   * tokens of all earlier keys become invalid.
   * @returns Time from which it signs, Unix seconds.
   */
  rotate(at_once: boolean): number;
}

export function createSigningKeys(database: IdentityDatabase, unix_s: () => number): SigningKeys {
  const add = (signs_s: number): void => database.addKey(makeKey(), signs_s);
  const remove = (keys: readonly Scheduled[]): void => keys.forEach(({ kid }) => database.removeKey(kid));
  return {
    current() {
      const now_s = unix_s();
      const next_s = nextKeyAt(database.keys(), now_s);
      if (next_s !== null) add(next_s);
      const { published, past } = sorted(database.keys(), now_s);
      remove(past);
      return published.map(({ jwk }) => v.parse(schema, JSON.parse(jwk)));
    },
    rotate(at_once) {
      const now_s = unix_s();
      const keys = database.keys();
      remove(at_once ? keys : keys.filter(({ signs_s }) => signs_s > now_s));
      const signs_s = at_once ? now_s : now_s + SOON_S;
      add(signs_s);
      return signs_s;
    },
  };
}

/** Returns the time from which a key that must be added now will sign; null if none is due. */
function nextKeyAt(keys: readonly Scheduled[], now_s: number): number | null {
  const last_s = Math.max(...keys.map(({ signs_s }) => signs_s));
  if (!keys.some(({ signs_s }) => signs_s <= now_s)) return now_s;
  if (last_s + SIGNS_S - PUBLISHED_BEFORE_S > now_s) return null;
  return Math.max(last_s + SIGNS_S, now_s + PUBLISHED_BEFORE_S);
}

/** Splits the keys into the published ones, the signing one first, and those whose tokens have all expired. */
function sorted<K extends Scheduled>(
  keys: readonly K[],
  now_s: number,
): { published: readonly K[]; past: readonly K[] } {
  const newest_first = keys.toSorted((one, other) => other.signs_s - one.signs_s);
  const [signer, ...before] = newest_first.filter(({ signs_s }) => signs_s <= now_s);
  const waiting = newest_first.filter(({ signs_s }) => signs_s > now_s);
  // Each key signed until its successor took over.
  const ended = before.map((key, at) => ({ key, ended_s: (at === 0 ? signer : before[at - 1])?.signs_s ?? now_s }));
  const hasPassed = ({ ended_s }: { ended_s: number }): boolean => ended_s + PUBLISHED_AFTER_S <= now_s;
  const kept = ended.filter((each) => !hasPassed(each)).map(({ key }) => key);
  return {
    published: [...(signer ? [signer] : []), ...waiting, ...kept],
    past: ended.filter(hasPassed).map(({ key }) => key),
  };
}

function makeKey(): { readonly kid: string; readonly jwk: string } {
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  const kid = createHash('sha256').update(`${key.x}.${key.y}`).digest('base64url').slice(0, 16);
  return { kid, jwk: JSON.stringify({ ...key, kid, alg: 'ES256', use: 'sig' }) };
}

export const publicPartOf = ({ kty, crv, x, y, kid, alg, use }: SigningKey): JWK => ({ kty, crv, x, y, kid, alg, use });
