// The store as callers see it, but for the socket: a request's address, headers and bytes in, an answer's status, headers and bytes
// out. It needs no server, so devices in this process can be given it as well.

import type { Clock } from '../../hal/clock/clock.ts';
import type { Log } from '../../hal/log/log.ts';
import type { Random } from '../../hal/random/random.ts';
import type { StoreAnswer } from './answers.ts';
import { authorRoutes } from './author-routes.ts';
import { createAuthorOf, type Issuer } from './authors.ts';
import type { PublishCheck } from './check.ts';
import type { StoreCounts, StoreDatabase } from './database.ts';
import type { ReleaseFolder } from '../releases/release-folder.ts';
import { releaseRoutes } from '../releases/release-routes.ts';
import { publicRoutes } from './public-routes.ts';
import { createStoreLimits, NO_STORE_LIMITS } from './rate-limits.ts';
import { routed, type StoreRequest, type StoreRoutes } from './routing.ts';
import { createStore } from './store.ts';
import { supportRoutes } from './support-routes.ts';

export interface StoreEndpoint {
  /** Rejects only where the disk does not take what was published, or the check breaks; nothing has changed then. */
  answer(request: StoreRequest): Promise<StoreAnswer>;
  counts(): StoreCounts;
  /** Closes the database. */
  close(): void;
}

export interface StoreEndpointOptions {
  readonly database: StoreDatabase;
  readonly clock: Pick<Clock, 'now_ms' | 'unix_s'>;
  readonly random: Random;
  readonly log: Log;
  /** What is run on a text before it is published. */
  readonly check: PublishCheck;
  /** Whose tokens are an author's. */
  readonly issuer: Issuer;
  /** Null: the support API is off. */
  readonly support_key: string | null;
  /** Firmware images and audio packs; without it there are none. */
  readonly releases?: ReleaseFolder;
  /** Whether C35's limits hold. */
  readonly limited: boolean;
}

export function createStoreEndpoint(options: StoreEndpointOptions): StoreEndpoint {
  const { database, clock, random, log, check, issuer, support_key } = options;
  const unix_s = (): number => clock.unix_s();
  const store = createStore({ database, random, check, unix_s });
  const limits = options.limited ? createStoreLimits(clock) : NO_STORE_LIMITS;
  const author = authorRoutes({ store, limits, author_of: createAuthorOf(issuer, unix_s) });
  const open = publicRoutes({ store, limits, log });
  const releases = options.releases ? releaseRoutes(options.releases, limits) : null;
  const support = support_key === null ? null : supportRoutes({ store, limits, key: support_key });
  const routes: StoreRoutes = {
    '/extensions': author.all,
    '/extensions/:code': author.one,
    '/public': open.public,
    '/e/check': open.check,
    '/e/:code': open.text,
    '/e/:code/version': open.version,
    ...(releases
      ? {
          '/firmware/latest': releases.firmware_latest,
          '/audio/latest': releases.audio_latest,
          '/releases/:code': releases.bytes,
        }
      : {}),
    ...(support ? { '/support/extensions': support.all, '/support/extensions/:code': support.one } : {}),
  };
  return { answer: (request) => routed(routes, request), counts: () => store.counts(), close: () => store.close() };
}
