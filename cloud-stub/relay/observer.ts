// Events that the relay reports to its metrics.

import type { RelayRoute } from '../../wire/relay/requests.ts';

export interface RelayObserver {
  /** Called when a request was answered with HTTP 200. */
  answered(route: RelayRoute, status: string): void;
  /** Called when an input was accepted. */
  accepted(kind: string): void;
  /** Called when a change woke a held request, with the time since the request that made the change arrived. */
  woke(route: RelayRoute, after_ms: number): void;
  /** Called when a request was refused before it reached a route. */
  refused(route: RelayRoute, http_status: number): void;
}

export const NO_OBSERVER: RelayObserver = { answered() {}, accepted() {}, woke() {}, refused() {} };
