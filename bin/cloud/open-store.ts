// The extension store of a cloud over its data folder, and whose tokens are an author's there.

import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { openAuthorKey } from '../../cloud-stub/store/author-key.ts';
import { localKeys, remoteKeys, type Issuer } from '../../cloud-stub/store/authors.ts';
import type { Identity } from '../../cloud-stub/accounts/endpoint.ts';
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

/** In the data folder. */
export const AUTHOR_KEY_FILE = 'author-key.json';
export const RELEASES_FOLDER = 'releases';
export const STORE_DATABASE_FILE = 'store.sqlite';

export interface StoreSettings {
  /** What is run on a text before it is published. */
  readonly check: PublishCheck;
  /** The key of the support API; null switches that off. */
  readonly support_key: string | null;
  /** Whose tokens are an author's; null: those that `tapin cloud token` prints, and those of the cloud's own accounts. */
  readonly issuer: Issuer | null;
}

interface OpenStoreOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** The data folder. */
  readonly data: string;
  readonly limited: boolean;
  readonly settings: StoreSettings;
  /** The cloud's own identity provider, if it has one. */
  readonly identity: Identity | null;
  /** Where the cloud is reached from outside, as mails say it. */
  readonly origin: () => string;
}

/** Errors: those of the database and of the key. */
export async function openStore({
  data,
  settings,
  identity,
  origin,
  ...parts
}: OpenStoreOptions): Promise<Result<StoreEndpoint>> {
  const first = settings.issuer ? ok(settings.issuer) : await ownIssuer(data);
  if (!first.ok) return first;
  const database = openStoreDatabase(join(data, STORE_DATABASE_FILE));
  if (!database.ok) return database;
  return ok(
    createStoreEndpoint({
      ...parts,
      ...settings,
      checks_at_once: Math.max(1, availableParallelism() - 1),
      database: database.value,
      ...(identity ? knownTo(identity, origin) : {}),
      issuers: () => [first.value, ...(identity ? [identity.issuer()] : [])],
    }),
  );
}

const knownTo = (identity: Identity, origin: () => string) => ({
  namedAuthorOf: (token: string) => identity.tokens.authorOf(token),
  supportIssuer: () => identity.supportIssuer(),
  tell: decisionMails(identity, origin),
});

async function ownIssuer(data: string): Promise<Result<Issuer>> {
  const key = await openAuthorKey(join(data, AUTHOR_KEY_FILE));
  return key.ok ? ok(key.value.issuer) : key;
}

/** C41: the support API is off without it. */
export const supportKey = (): string | null => process.env['TAPIN_SUPPORT_KEY'] || null;

interface IssuerOptions {
  readonly issuer?: string;
  readonly audience?: string;
  /** Of a client whose tokens have no audience (C103). */
  readonly clientId?: string;
  /** A file, or an address. */
  readonly jwks?: string;
}

/** The issuer that three options name together, and a client of it; null where none of them is given. Errors: `bad_value`. */
export function readIssuer({ issuer, audience, clientId, jwks }: IssuerOptions): Result<Issuer | null> {
  if ([issuer, audience, clientId, jwks].every((option) => option === undefined)) return ok(null);
  if (issuer === undefined || audience === undefined || jwks === undefined)
    return fail(
      'bad_value',
      'The options --issuer, --audience and --jwks go together, and --client-id with them: who signs, for whom, and with which keys.',
    );
  const client_id = clientId ?? null;
  if (URL.canParse(jwks) && /^https?:/.test(jwks)) {
    const url = new URL(jwks);
    if (url.protocol === 'http:' && !isLoopback(url.hostname))
      return fail(
        'bad_value',
        'The keys of --jwks are a file or an https address: over http others could put in their own.',
      );
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
