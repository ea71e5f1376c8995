// The store as callers see it, but for the socket: the routes of authors, of everybody and of support, and what they stand on.

import type { Clock } from '../../hal/clock/clock.ts';
import type { Log } from '../../hal/log/log.ts';
import type { Random } from '../../hal/random/random.ts';
import type { Route } from '../http/route.ts';
import type { Author } from './author.ts';
import { authorRoutes } from './author-routes.ts';
import { createAuthorOf, type Issuer } from './authors.ts';
import type { PublishCheck } from './check.ts';
import { createCheckQueue } from './check-queue.ts';
import type { Told } from './deciding.ts';
import type { StoreCounts } from './database-rows.ts';
import type { StoreDatabase } from './database.ts';
import { documentRoute } from './document-route.ts';
import { publicRoutes } from './public-routes.ts';
import { createStoreLimits, NO_STORE_LIMITS, type StoreLimits } from './rate-limits.ts';
import { createStore, type Store } from './store.ts';
import { supportRoutes } from './support-routes.ts';

export interface StoreEndpoint {
  /** A handler rejects only where the disk does not take what was published, or the check breaks; nothing has changed then. */
  readonly routes: readonly Route[];
  /** What callers may fetch of the cloud counts in one place, whoever gives it out. */
  readonly limits: StoreLimits;
  /** For pages of this cloud, which call no routes. */
  readonly store: Store;
  counts(): StoreCounts;
  /** Closes the database. */
  close(): void;
}

interface StoreEndpointOptions {
  readonly database: StoreDatabase;
  readonly clock: Pick<Clock, 'now_ms' | 'unix_s'>;
  readonly random: Random;
  readonly log: Log;
  /** What is run on a text before it is published. */
  readonly check: PublishCheck;
  /** How many texts are checked at the same time. */
  readonly checks_at_once: number;
  /** Whose tokens are an author's. */
  readonly issuers: () => readonly Issuer[];
  /** Whose token with a name that is; left out where there are none. */
  readonly namedAuthorOf?: (token: string) => Author | null;
  /** Hears what support decides. */
  readonly tell?: (told: Told) => void;
  /** Whose tokens are support's; left out where it has no accounts. */
  readonly supportIssuer?: () => Issuer;
  /** Null: without a key; the support API is off where there are no accounts of support either. */
  readonly support_key: string | null;
  /** Whether C35's limits hold. */
  readonly limited: boolean;
}

export function createStoreEndpoint(options: StoreEndpointOptions): StoreEndpoint {
  const { database, clock, random, log, issuers, support_key, supportIssuer } = options;
  const check = createCheckQueue(options.check, options.checks_at_once);
  const unix_s = (): number => clock.unix_s();
  const store = createStore({ database, random, check, unix_s, log, tell: options.tell ?? (() => {}) });
  const limits = options.limited ? createStoreLimits(clock) : NO_STORE_LIMITS;
  return {
    routes: [
      ...authorRoutes({ store, limits, authorOf: createAuthorOf(issuers, unix_s, options.namedAuthorOf) }),
      ...publicRoutes({ store, limits, log }),
      documentRoute(),
      ...(support_key === null && !supportIssuer
        ? []
        : supportRoutes({ store, limits, key: support_key, reviewerOf: reviewerOf(supportIssuer, unix_s) })),
    ],
    limits,
    store,
    counts: () => store.counts(),
    close: () => store.close(),
  };
}

/** The name of who has such a token; null for none that is good. */
function reviewerOf(
  issuer: (() => Issuer) | undefined,
  unix_s: () => number,
): (token: string) => Promise<string | null> {
  if (!issuer) return async () => null;
  const authorOf = createAuthorOf(() => [issuer()], unix_s);
  return async (token) => {
    const someone = await authorOf(token);
    return someone.ok ? someone.value.label : null;
  };
}
