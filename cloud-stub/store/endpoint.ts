// Public interface of the store without the socket: the routes for authors, the public and support, and their
// dependencies.

import type { Clock } from '../../hal/clock/clock.ts';
import type { Log } from '../../hal/log/log.ts';
import type { Random } from '../../hal/random/random.ts';
import type { Route } from '../http/route.ts';
import type { Author } from './author.ts';
import { authorRoutes } from './author-routes.ts';
import { createAuthorOf, type Issuer } from './authors.ts';
import type { PublishCheck } from './check.ts';
import { createCheckQueue } from './check-queue.ts';
import type { DecisionNotice } from './deciding.ts';
import type { StoreCounts } from './database-rows.ts';
import type { StoreDatabase } from './database.ts';
import { documentRoute } from './document-route.ts';
import { publicRoutes } from './public-routes.ts';
import { createStoreLimits, NO_STORE_LIMITS, type StoreLimits } from './rate-limits.ts';
import { createStore, type Store } from './store.ts';
import { supportRoutes } from './support-routes.ts';

export interface StoreEndpoint {
  /** A handler rejects only if the disk refuses a publication, or the check fails; nothing has changed then. */
  readonly routes: readonly Route[];
  /** Fetch limits, shared by everything that the cloud serves for download. */
  readonly limits: StoreLimits;
  /** The store itself, for pages of this cloud, which do not use the routes. */
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
  /** Check to run on a script before it is published. */
  readonly check: PublishCheck;
  /** Number of texts checked in parallel. */
  readonly checks_at_once: number;
  /** Issuers of author tokens. */
  readonly issuers: () => readonly Issuer[];
  /** Returns the owner of a named token. Default: there are no such tokens. */
  readonly namedAuthorOf?: (token: string) => Author | null;
  /** Called with each decision of support. */
  readonly tell?: (notice: DecisionNotice) => void;
  /** Issuer of support tokens. Default: support has no accounts. */
  readonly supportIssuer?: () => Issuer;
  /** Null: no key; the support API is then off unless there are support accounts. */
  readonly support_key: string | null;
  /** Whether the limits of C35 apply. */
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

/** Returns a function that returns the name of a token's owner; null if the token is invalid. */
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
