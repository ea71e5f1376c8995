// Opens a cloud's extension store over its data folder, with the issuers of its author tokens.

import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { openAuthorKey } from '../../cloud-stub/store/author-key.ts';
import { localKeys, remoteKeys, type Issuer } from '../../cloud-stub/store/authors.ts';
import type { IdentityService } from '../../cloud-stub/accounts/endpoint.ts';
import { decisionMails } from '../../cloud-stub/web/author/decision-mails.ts';
import type { PublishCheck } from '../../cloud-stub/store/check.ts';
import { openStoreDatabase } from '../../cloud-stub/store/database.ts';
import { createStoreEndpoint, type StoreEndpoint } from '../../cloud-stub/store/endpoint.ts';
import type { Clock } from '../../hal/clock/clock.ts';
import type { Log } from '../../hal/log/log.ts';
import type { Random } from '../../hal/random/random.ts';
import { fail, messageOf, ok, type Result } from '../../wire/errors.ts';
import { isLoopback } from '../../wire/listening.ts';
import { textOf } from '../process/text-file.ts';

/** Name of the key file in the data folder. */
export const AUTHOR_KEY_FILE = 'author-key.json';
export const RELEASES_FOLDER = 'releases';
export const STORE_DATABASE_FILE = 'store.sqlite';

export interface StoreSettings {
  /** Check that runs on a script before it is published. */
  readonly check: PublishCheck;
  /** Key of the support API; null disables the API. */
  readonly support_key: string | null;
  /**
   * External issuer of author tokens; null if only tokens of `tapin cloud token` and of the cloud's own accounts count.
   */
  readonly issuer: Issuer | null;
}

interface OpenStoreOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Data folder. */
  readonly data: string;
  readonly limited: boolean;
  readonly settings: StoreSettings;
  /** The cloud's own identity provider, if it has one. */
  readonly identity: IdentityService | null;
  /** Returns the cloud's public origin, for links in mails. */
  readonly origin: () => string;
}

/** Opens the store. Errors: as for the database and the key. */
export async function openStore({
  data,
  settings,
  identity,
  origin,
  ...options
}: OpenStoreOptions): Promise<Result<StoreEndpoint>> {
  const first = settings.issuer ? ok(settings.issuer) : await ownIssuer(data);
  if (!first.ok) return first;
  const database = openStoreDatabase(join(data, STORE_DATABASE_FILE));
  if (!database.ok) return database;
  return ok(
    createStoreEndpoint({
      ...options,
      ...settings,
      checks_at_once: Math.max(1, availableParallelism() - 1),
      database: database.value,
      ...(identity ? knownTo(identity, origin) : {}),
      issuers: () => [first.value, ...(identity ? [identity.issuer()] : [])],
    }),
  );
}

const knownTo = (identity: IdentityService, origin: () => string) => ({
  namedAuthorOf: (token: string) => identity.tokens.authorOf(token),
  supportIssuer: () => identity.supportIssuer(),
  tell: decisionMails(identity, origin),
});

async function ownIssuer(data: string): Promise<Result<Issuer>> {
  const key = await openAuthorKey(join(data, AUTHOR_KEY_FILE));
  return key.ok ? ok(key.value.issuer) : key;
}

/** Returns the key of the support API; null disables the API (C41). */
export const supportKey = (): string | null => process.env['TAPIN_SUPPORT_KEY'] || null;

interface IssuerOptions {
  readonly issuer?: string;
  readonly audience?: string;
  /** Client id of an issuer whose tokens have no audience (C103). */
  readonly clientId?: string;
  /** Path or URL of the key set. */
  readonly jwks?: string;
}

/**
 * Reads the issuer that three options describe together, and its client id; null if none is given. Errors: `bad_value`.
 */
export function readIssuer({ issuer, audience, clientId, jwks }: IssuerOptions): Result<Issuer | null> {
  if ([issuer, audience, clientId, jwks].every((option) => option === undefined)) return ok(null);
  if (issuer === undefined || audience === undefined || jwks === undefined)
    return fail('bad_value', 'The options --issuer, --audience and --jwks go together; --client-id needs all three.');
  const client_id = clientId ?? null;
  if (URL.canParse(jwks) && /^https?:/.test(jwks)) {
    const url = new URL(jwks);
    if (url.protocol === 'http:' && !isLoopback(url.hostname))
      return fail('bad_value', 'The option --jwks takes a file or an https address; http is not secure.');
    return ok({ issuer, audience, client_id, keys: remoteKeys(url) });
  }
  const text = textOf(jwks);
  if (!text.ok) return fail('bad_value', `The keys ${text.error.message}`);
  try {
    return ok({ issuer, audience, client_id, keys: localKeys(JSON.parse(text.value)) });
  } catch (thrown) {
    return fail('bad_value', `The keys ${jwks} can't be used: ${messageOf(thrown)}.`);
  }
}
