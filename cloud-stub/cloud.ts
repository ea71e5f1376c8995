// The bundled cloud, put together: the relay on its database, behind the endpoint that signatures and limits guard, beside it the
// extension store and the releases where they are given, and one router over the routes of all of them.

import type { Clock } from '../hal/clock/clock.ts';
import type { Log } from '../hal/log/log.ts';
import { messageOf } from '../wire/errors.ts';
import { jsonAnswer } from './http/answers.ts';
import type { Handler, Route } from './http/route.ts';
import { createRouter, type Router } from './http/router.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import type { RelayEngine } from './relay/engine.ts';
import { createEndpoint, type Endpoint, type Registry } from './relay/routes/endpoint.ts';
import { relayRoutes } from './relay/routes/http-routes.ts';
import { createRateLimits, NO_LIMITS } from './relay/routes/rate-limits.ts';
import { createRelay, type Relay } from './relay/relay.ts';
import type { ReleaseFolder } from './releases/release-folder.ts';
import { releaseRoutes } from './releases/release-routes.ts';
import type { StorageRoom } from './storage-room.ts';
import type { StoreEndpoint } from './store/endpoint.ts';

export interface Cloud {
  /** Every address of the cloud. */
  readonly router: Router;
  /** The relay, for callers in this process that bring no HTTP. */
  readonly endpoint: Endpoint;
  readonly metrics: Metrics;
  /** How many sessions there are, and how many requests are held. */
  stats(): ReturnType<Relay['stats']>;
  /**
   * Is not ready any more, though it takes what comes, and answers held requests evenly over so many milliseconds (C123). Resolves when that time
   * is over.
   */
  drain(over_ms: number): Promise<void>;
  isDraining(): boolean;
  /** Answers every held request. */
  release(): Promise<void>;
  /** Closes the databases, once all that came is stored. */
  close(): Promise<void>;
}

interface CloudParts {
  readonly clock: Clock;
  readonly log: Log;
  /** Of the relay; it is the cloud's from then on. */
  readonly engine: RelayEngine;
  readonly registry: Registry;
  /** Whether the engine is there; it always is where nothing is said. */
  readonly isReady?: () => boolean;
  /** Whether the data folder takes what is written. Default: it does. */
  readonly storageRoom?: () => Promise<StorageRoom>;
  /** Whether C21's limits hold. */
  readonly limited: boolean;
  /** The extension store, if this cloud has one. */
  readonly store?: StoreEndpoint;
  /** Pages for people, beside a store. */
  readonly pages?: readonly Route[];
  /** Firmware images and audio packs, given out beside a store; without it there are none. */
  readonly releases?: ReleaseFolder;
}

export function createCloud(parts: CloudParts): Cloud {
  const { clock, log, engine, registry, limited, store } = parts;
  const metrics = createMetrics(() => relay.stats(), engine.stats().shared !== undefined);
  const { observer } = metrics;
  const broken = (reason: unknown): void => log.write('error', 'relay', `A request met a fault: ${messageOf(reason)}.`);
  const relay = createRelay({ clock, engine, onBroken: broken, observer });
  let draining = false;
  const isDraining = (): boolean => draining;
  const limits = limited ? createRateLimits(clock) : NO_LIMITS;
  const endpoint = createEndpoint({ relay, registry, limits, clock, observer });
  return {
    router: createRouter([
      ...relayRoutes(endpoint),
      ...storeRoutes(parts, metrics),
      ...(parts.pages ?? []),
      HEALTH,
      readiness(parts, isDraining),
    ]),
    endpoint,
    metrics,
    stats: () => relay.stats(),
    drain(over_ms) {
      draining = true;
      return relay.drain(over_ms);
    },
    isDraining,
    release: () => relay.release(),
    async close() {
      await relay.close();
      store?.close();
    },
  };
}

function storeRoutes({ store, releases }: CloudParts, metrics: Metrics): readonly Route[] {
  if (!store) return [];
  const given_out = releases ? releaseRoutes(releases, store.limits) : [];
  return metrics.watched(() => store.counts(), [...store.routes, ...given_out]);
}

const healthy: Handler = () => ({
  status: 200,
  headers: { 'Content-Type': 'application/json; charset=utf-8' },
  body: Buffer.from(JSON.stringify({ status: 'ok' })),
});
const HEALTH: Route = { path: '/healthz', methods: { GET: healthy, HEAD: healthy } };

/** Tells a load balancer whether requests are answered here now; `/healthz` says only that the process lives. */
function readiness({ isReady = () => true, storageRoom }: CloudParts, isDraining: () => boolean): Route {
  const statusNow = async (): Promise<StorageRoom | 'draining' | 'away'> => {
    if (isDraining()) return 'draining';
    return isReady() ? ((await storageRoom?.()) ?? 'ready') : 'away';
  };
  const ready: Handler = async () => {
    const status = await statusNow();
    return jsonAnswer(status === 'ready' ? 200 : 503, { status });
  };
  return { path: '/readyz', methods: { GET: ready, HEAD: ready } };
}
