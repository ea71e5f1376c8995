// The bundled cloud, put together: the relay on its database, behind the endpoint that signatures and limits guard, and beside it
// the extension store where one is given.

import type { Clock } from '../hal/clock/clock.ts';
import type { Log } from '../hal/log/log.ts';
import type { Random } from '../hal/random/random.ts';
import { messageOf } from '../wire/errors.ts';
import type { DeviceRegistry } from './devices/device-registry.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import type { RelayDatabase } from './relay/database.ts';
import { createEndpoint, type Endpoint } from './relay/endpoint.ts';
import { createRateLimits, NO_LIMITS } from './relay/rate-limits.ts';
import { createRelay } from './relay/relay.ts';
import type { StoreEndpoint } from './store/endpoint.ts';

export interface Cloud {
  readonly endpoint: Endpoint;
  readonly store?: StoreEndpoint;
  readonly metrics: Metrics;
  /** How many sessions there are, and how many requests are held. */
  stats(): { readonly sessions: number; readonly held: number };
  /** Answers every held request. */
  release(): void;
  /** Closes the databases. */
  close(): void;
}

export interface CloudParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly database: RelayDatabase;
  readonly registry: Pick<DeviceRegistry, 'keyOf'>;
  /** Unix time now, in milliseconds. */
  readonly unix_ms: number;
  /** Runs a function soon: after the requests that are there already, before any timer. */
  readonly soon: (run: () => void) => void;
  /** Whether C21's limits hold. */
  readonly limited: boolean;
  /** Called when the database takes no more; nobody is answered from then on. */
  readonly on_lost: () => void;
  /** The extension store, if this cloud has one. */
  readonly store?: StoreEndpoint;
}

export function createCloud(parts: CloudParts): Cloud {
  const { clock, random, log, database, registry, unix_ms, soon, limited, on_lost, store } = parts;
  const metrics = createMetrics(() => relay.stats());
  const { observer } = metrics;
  const lost = (reason: unknown): void => {
    log.write('error', 'relay', `The database takes no more: ${messageOf(reason)}. What was answered is safe.`);
    on_lost();
  };
  const relay = createRelay({ clock, random, database, unix_ms, soon, on_lost: lost, observer });
  const limits = limited ? createRateLimits(clock) : NO_LIMITS;
  return {
    endpoint: createEndpoint({ relay, registry, limits, clock, observer }),
    ...(store ? { store: metrics.watched(store) } : {}),
    metrics,
    stats: () => relay.stats(),
    release: () => relay.close(),
    close() {
      database.close();
      store?.close();
    },
  };
}
