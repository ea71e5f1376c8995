// What the relay tells whoever measures it.

import type { Route } from '../../wire/relay/requests.ts';

export interface RelayObserver {
  /** A request was answered with HTTP 200. */
  answered(route: Route, status: string): void;
  /** An input was accepted. */
  accepted(kind: string): void;
  /** A change woke a held request, this long after the request that made the change came in. */
  woke(route: Route, after_ms: number): void;
  /** A request was refused before it came to a route. */
  refused(route: Route, http_status: number): void;
}

export const NO_OBSERVER: RelayObserver = { answered() {}, accepted() {}, woke() {}, refused() {} };
