// Cloud metrics in the Prometheus text format. Relay: sessions, held requests, answers, accepted inputs, refusals, and
// the time from a change to the wake-up of a held request. Store: its contents and answers.

import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Route } from './http/route.ts';
import type { RelayObserver } from './relay/observer.ts';
import type { EngineStats } from './relay/engine.ts';
import type { Relay } from './relay/relay.ts';
import type { StoreCounts } from './store/database-rows.ts';

export interface Metrics {
  readonly observer: RelayObserver;
  /**
   * Adds the metrics of a store, and returns the routes of the store and the releases, wrapped to count their answers.
   */
  watched(counts: () => StoreCounts, routes: readonly Route[]): readonly Route[];
  readonly content_type: string;
  text(): Promise<string>;
}

const WAKE_BUCKETS_S = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1];

/** `is_shared`: whether several relays share the engine. */
export function createMetrics(stats: () => ReturnType<Relay['stats']>, is_shared = false): Metrics {
  const registry = new Registry();
  const registers = [registry];
  gauge(registry, 'tapin_relay_sessions', 'Sessions, active or not.', () => stats().sessions);
  gauge(registry, 'tapin_relay_held_requests', 'Polls and heartbeats held open.', () => stats().held);
  gauge(registry, 'tapin_relay_resident_memory_bytes', 'Resident memory of the process.', () =>
    process.memoryUsage.rss(),
  );
  if (is_shared) watchEngine(registry, () => stats().shared);
  const answered = new Counter({
    registers,
    name: 'tapin_relay_answers_total',
    help: 'Answers with HTTP status 200, by route and status.',
    labelNames: ['route', 'status'],
  });
  const accepted = new Counter({
    registers,
    name: 'tapin_relay_inputs_accepted_total',
    help: 'Inputs queued, by kind.',
    labelNames: ['kind'],
  });
  const refused = new Counter({
    registers,
    name: 'tapin_relay_requests_refused_total',
    help: 'Requests refused before they reached a route, by route and reason.',
    labelNames: ['route', 'reason'],
  });
  const woke = new Histogram({
    registers,
    name: 'tapin_relay_wake_seconds',
    help: 'Time from a change to the answer of a request held for it.',
    labelNames: ['route'],
    buckets: WAKE_BUCKETS_S,
  });
  return {
    observer: {
      answered: (route, status) => answered.inc({ route, status }),
      accepted: (kind) => accepted.inc({ kind }),
      refused: (route, http_status) => refused.inc({ route, reason: REASON[http_status] ?? `${http_status}` }),
      woke: (route, after_ms) => woke.observe({ route }, after_ms / 1000),
    },
    watched: (counts, routes) => watchedStore(registry, counts, routes),
    content_type: registry.contentType,
    text: () => registry.metrics(),
  };
}

function watchedStore(registry: Registry, counts: () => StoreCounts, routes: readonly Route[]): readonly Route[] {
  gauge(registry, 'tapin_store_extensions', 'Extensions stored.', () => counts().extensions);
  gauge(registry, 'tapin_store_public_extensions', 'Extensions listed publicly.', () => counts().public_ones);
  gauge(registry, 'tapin_store_requested_extensions', 'Extensions waiting for support.', () => counts().requested);
  gauge(registry, 'tapin_store_default_extensions', 'Extensions on every device.', () => counts().defaults);
  gauge(registry, 'tapin_store_installs', 'Installs of the stored extensions.', () => counts().installs);
  const answered = new Counter({
    registers: [registry],
    name: 'tapin_store_answers_total',
    help: 'Answers, by method, address and HTTP status.',
    labelNames: ['method', 'route', 'status'],
  });
  // Labelled by route, not by path: callers could create any number of paths.
  return routes.map((route) => ({
    ...route,
    answered: (method, status) => answered.inc({ method, route: route.path, status }),
  }));
}

const REASON: Readonly<Record<number, string>> = {
  400: 'malformed',
  401: 'unauthorized',
  413: 'too_large',
  429: 'limited',
};

/** Adds the metrics of a shared engine: reads and writes, conflicts, failures, and the time they took. */
function watchEngine(registry: Registry, read: () => EngineStats['shared']): void {
  const counter = (name: string, help: string, of: (shared: NonNullable<EngineStats['shared']>) => number): Counter =>
    new Counter({
      registers: [registry],
      name: `tapin_relay_engine_${name}_total`,
      help,
      collect() {
        const shared = read();
        this.reset();
        if (shared) this.inc(of(shared));
      },
    });
  counter('reads', 'Reads of a session.', ({ reads }) => reads);
  counter('writes', 'Writes of a session, including conflicts.', ({ writes }) => writes);
  counter('conflicts', 'Writes refused because another relay wrote first.', ({ conflicts }) => conflicts);
  counter('away', 'Reads and writes that timed out.', ({ away }) => away);
  counter('seconds', 'Total time of reads and writes.', ({ waited_ms }) => waited_ms / 1000);
}

function gauge(registry: Registry, name: string, help: string, read: () => number): Gauge {
  return new Gauge({
    registers: [registry],
    name,
    help,
    collect() {
      this.set(read());
    },
  });
}
