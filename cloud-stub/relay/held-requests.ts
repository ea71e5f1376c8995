// The requests that are held open: found by device and route, and by session. Of two of one device on one route the newest is
// held (C17).

import type { Alarm, Clock } from '../../hal/clock/clock.ts';
import type { Answer } from './answer.ts';
import type { Watch } from './engine.ts';
import { holdName, type Hold } from './hold.ts';

export interface HeldRequest {
  readonly hold: Hold;
  /** Of the session when it was taken: its caller is shown no earlier one. `UNKNOWN_VERSION` once the engine may have lost that one. */
  version: number;
  /** Of its session; ended with it. */
  readonly watch: Watch;
  readonly ends: HoldEnds;
  /** Its time is over, or a newer one of the same device has taken its place; it is not held any more. */
  readonly over: () => void;
}

/** Before all others. */
export const UNKNOWN_VERSION = 0;

export interface HoldEnds {
  answer(answer: Answer): void;
  /** The host for whom it would have joined is back: it is to be taken once more. */
  again(): void;
  /** The engine does not say what to answer. */
  failed(thrown: unknown): void;
}

export interface HeldRequests {
  /** Ends the one that this device holds on this route, if any: a newer one has come. */
  replace(hold: Hold): void;
  /** @param wait_ms From now; then `over` is called, once it is released. */
  hold(request: HeldRequest, wait_ms: number): void;
  /** Has it be over at another time, in milliseconds from now; nothing if it is not held. */
  endIn(request: HeldRequest, wait_ms: number): void;
  /** Takes it out; false if it is not held. */
  release(request: HeldRequest): boolean;
  /** Those of a session, the host's poll first: an input is for the host. */
  of(host: string): readonly HeldRequest[];
  /** The host's own. */
  pollOf(host: string): Hold | null;
  all(): readonly HeldRequest[];
  count(): number;
}

/** @param onLast Called when the last request that waits for a session is released. */
export function createHeldRequests(clock: Clock, onLast: (host: string) => void): HeldRequests {
  const by_device = new Map<string, HeldRequest>();
  const by_host = new Map<string, Set<HeldRequest>>();
  const alarms = new Map<HeldRequest, Alarm>();

  const release = (request: HeldRequest): boolean => {
    if (!alarms.has(request)) return false;
    clock.clearTimeout(alarms.get(request));
    alarms.delete(request);
    by_device.delete(holdName(request.hold));
    const siblings = by_host.get(request.hold.host);
    siblings?.delete(request);
    if (siblings?.size === 0) {
      by_host.delete(request.hold.host);
      onLast(request.hold.host);
    }
    return true;
  };
  const end = (request: HeldRequest): void => {
    if (release(request)) request.over();
  };
  const endIn = (request: HeldRequest, wait_ms: number): void => {
    clock.clearTimeout(alarms.get(request));
    alarms.set(
      request,
      clock.setTimeout(() => end(request), wait_ms),
    );
  };
  return {
    replace(hold) {
      const older = by_device.get(holdName(hold));
      if (older) end(older);
    },
    hold(request, wait_ms) {
      by_device.set(holdName(request.hold), request);
      const siblings = by_host.get(request.hold.host) ?? new Set();
      by_host.set(request.hold.host, siblings.add(request));
      endIn(request, wait_ms);
    },
    endIn(request, wait_ms) {
      if (alarms.has(request)) endIn(request, wait_ms);
    },
    release,
    of(host) {
      const siblings = [...(by_host.get(host) ?? [])];
      const poll = siblings.filter(({ hold }) => hold.route === 'poll');
      return [...poll, ...siblings.filter(({ hold }) => hold.route !== 'poll')];
    },
    pollOf: (host) => by_device.get(`poll ${host}`)?.hold ?? null,
    all: () => [...alarms.keys()],
    count: () => alarms.size,
  };
}
