// Identifies an author (store §5.1) by the subject of a token that the issuer signed for this audience (C103).
// Unverified claims never decide anything.

import {
  createLocalJWKSet,
  createRemoteJWKSet,
  decodeJwt,
  errors,
  jwtVerify,
  type JSONWebKeySet,
  type JWTPayload,
  type JWTVerifyGetKey,
} from 'jose';
import { AUTHOR_CHARS_MAX, NO_MORE, type Author } from './author.ts';
import { done, refuse, type StoreResult } from './failures.ts';

/** Finds the key for a token; rejects with one of jose's errors. */
export type IssuerKeys = JWTVerifyGetKey;

export interface Issuer {
  /** Value of `iss`. */
  readonly issuer: string;
  /** Value that `aud` must have or contain. */
  readonly audience: string;
  /** Client whose tokens are accepted by their `client_id`, since its issuer sets no `aud`; null for none. */
  readonly client_id: string | null;
  readonly keys: IssuerKeys;
  /** Whether this account still exists; undefined if the store cannot tell. */
  readonly isCurrent?: (sub: string) => boolean;
}

/**
 * Errors: `unauthorized`; `issuer_unreachable` if the issuer's keys can't be fetched, which is not the token's fault.
 */
export type AuthorOf = (token: string) => Promise<StoreResult<Author>>;

/** Key pairs only, never a shared secret. */
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'];
/** Tolerated difference between the issuer's clock and ours. */
const CLOCK_TOLERANCE_S = 5;
const SUBJECT_CHARS_MAX = 255;

export const localKeys = (set: JSONWebKeySet): IssuerKeys => createLocalJWKSet(set);

/** Fetches the keys at an address on first use, and again when they are old or a token uses an unknown one. */
export const remoteKeys = (url: URL): IssuerKeys => createRemoteJWKSet(url);

/** `issuers`: accepted issuers, read for each token. `namedAuthorOf`: returns the owner of an unsigned token. */
export function createAuthorOf(
  issuers: () => readonly Issuer[],
  unix_s: () => number,
  namedAuthorOf: (token: string) => Author | null = () => null,
): AuthorOf {
  return async (token) => {
    const named = namedAuthorOf(token);
    if (named) return done(named);
    const known = issuers();
    const signer = known.find(({ issuer }) => issuer === issuerNamedIn(token)) ?? known[0];
    return signer
      ? authorBy(signer, token, unix_s)
      : refuse('unauthorized', 'The token was not issued for this store.');
  };
}

/** Returns the unverified issuer of a token, used only to choose the key that must have signed it. */
function issuerNamedIn(token: string): string | undefined {
  try {
    return decodeJwt(token).iss;
  } catch {
    return undefined;
  }
}

async function authorBy(
  { issuer, audience, client_id, keys, isCurrent }: Issuer,
  token: string,
  unix_s: () => number,
): Promise<StoreResult<Author>> {
  let unreachable = false;
  const keyOf: IssuerKeys = async (header, given) => {
    try {
      return await keys(header, given);
    } catch (thrown) {
      unreachable = !isAboutToken(thrown);
      throw thrown;
    }
  };
  try {
    const { payload } = await jwtVerify(token, keyOf, {
      issuer,
      algorithms: ALGORITHMS,
      requiredClaims: ['sub', 'exp'],
      clockTolerance: CLOCK_TOLERANCE_S,
      currentDate: new Date(unix_s() * 1000),
    });
    if (!isFor(payload, audience) && (client_id === null || payload['client_id'] !== client_id))
        return refuse('unauthorized', `The token is not for this store: its claim ${client_id === null ? 'aud' : 'aud or client_id'} is missing or wrong.`); // oxfmt-ignore
    const author = authorFrom(payload);
    if (!author.ok || !isCurrent) return author;
    const isThere = (): boolean => isCurrent(author.value.owner);
    return isThere() ? done({ ...author.value, isThere }) : refuse('unauthorized', NO_MORE);
  } catch (thrown) {
    if (unreachable) return refuse('issuer_unreachable', "The issuer's keys are unavailable; try again later.");
    if (thrown instanceof errors.JOSEError) return refuse('unauthorized', sentenceOn(thrown));
    throw thrown;
  }
}

const isFor = ({ aud }: JWTPayload, audience: string): boolean =>
  aud === audience || (Array.isArray(aud) && aud.includes(audience));

const isAboutToken = (thrown: unknown): boolean =>
  thrown instanceof errors.JWKSNoMatchingKey || thrown instanceof errors.JWKSMultipleMatchingKeys;

function sentenceOn(thrown: errors.JOSEError): string {
  if (thrown instanceof errors.JWTExpired) return 'The token has expired.';
  if (thrown instanceof errors.JWTClaimValidationFailed) {
    if (thrown.claim === 'nbf') return 'The token is not valid yet.';
    return `The token is not for this store: its claim ${thrown.claim} is missing or wrong.`;
  }
  return 'The token was not issued for this store.';
}

function authorFrom({ sub, name, preferred_username }: JWTPayload): StoreResult<Author> {
  if (typeof sub !== 'string' || sub === '' || sub.length > SUBJECT_CHARS_MAX || !sub.isWellFormed())
    return refuse('unauthorized', 'The token is not for this store: its claim sub is not an account name.');
  const label = [name, preferred_username].map(labelFrom).find((claim) => claim !== '');
  return done({ owner: sub, label: label ?? (labelFrom(sub) || sub) });
}

/** Returns the claim as one line of limited length; '' if it is not text. */
function labelFrom(claim: unknown): string {
  if (typeof claim !== 'string') return '';
  const line = claim.toWellFormed().replace(NOT_SHOWN, ' ').trim();
  return Array.from(line).slice(0, AUTHOR_CHARS_MAX).join('').trim();
}

/** Control characters, line breaks, and characters that change the direction of the text after them. */
const NOT_SHOWN = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;
