// Composition of the bundled cloud: the relay on its database, behind the endpoint that checks signatures and limits;
// the optional extension store and releases; and one router over all their routes.

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
  /** All routes of the cloud. */
  readonly router: Router;
  /** The relay, for in-process callers without HTTP. */
  readonly endpoint: Endpoint;
  readonly metrics: Metrics;
  /** Number of sessions and of held requests. */
  stats(): ReturnType<Relay['stats']>;
  /**
   * Stops being ready but still accepts requests, and answers held requests evenly over so many milliseconds (C123).
   * Resolves when that time has passed.
   */
  drain(over_ms: number): Promise<void>;
  isDraining(): boolean;
  /** Answers every held request. */
  release(): Promise<void>;
  /** Closes the databases once all writes are stored. */
  close(): Promise<void>;
}

interface CloudOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** Storage engine of the relay; the cloud takes ownership. */
  readonly engine: RelayEngine;
  readonly registry: Registry;
  /** Whether the engine is reachable. Default: always. */
  readonly isReady?: () => boolean;
  /** Whether the data folder is writable. Default: yes. */
  readonly storageRoom?: () => Promise<StorageRoom>;
  /** Whether the limits of C21 apply. */
  readonly limited: boolean;
  /** The extension store, if this cloud has one. */
  readonly store?: StoreEndpoint;
  /** HTML pages, served alongside a store. */
  readonly pages?: readonly Route[];
  /** Firmware images and audio packs, served alongside a store. Default: none. */
  readonly releases?: ReleaseFolder;
}

export function createCloud(options: CloudOptions): Cloud {
  const { clock, log, engine, registry, limited, store } = options;
  const metrics = createMetrics(() => relay.stats(), engine.stats().shared !== undefined);
  const { observer } = metrics;
  const broken = (reason: unknown): void => log.write('error', 'relay', `A request failed: ${messageOf(reason)}.`);
  const relay = createRelay({ clock, engine, onBroken: broken, observer });
  let draining = false;
  const isDraining = (): boolean => draining;
  const limits = limited ? createRateLimits(clock) : NO_LIMITS;
  const endpoint = createEndpoint({ relay, registry, limits, clock, observer });
  return {
    router: createRouter([
      ...relayRoutes(endpoint),
      ...storeRoutes(options, metrics),
      ...(options.pages ?? []),
      HEALTH,
      readiness(options, isDraining),
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

function storeRoutes({ store, releases }: CloudOptions, metrics: Metrics): readonly Route[] {
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

/** Tells a load balancer whether this process answers requests now; `/healthz` reports only that it is alive. */
function readiness({ isReady = () => true, storageRoom }: CloudOptions, isDraining: () => boolean): Route {
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
