// The requests that are held open: found by device and route, and by session. Of two of one device on one route the newest is
// held (C17).

import type { Alarm, Clock } from '../../../hal/clock/clock.ts';
import type { Watch } from '../engine.ts';
import { holdName, type Hold } from './hold.ts';

/** One object, and a few kB with its socket: a relay has many thousands of them. `Call`: whoever is to be answered. */
export interface HeldRequest<Call> {
  readonly call: Call;
  readonly hold: Hold;
  /** Of the session when it was taken: its caller is shown no earlier one. `UNKNOWN_VERSION` once the engine may have lost that one. */
  version: number;
  /** Of its session; ended with it. */
  readonly watch: Watch;
  is_held: boolean;
  /** For when its time is over. */
  alarm: Alarm;
}

/** Before all others. */
export const UNKNOWN_VERSION = 0;

export interface HeldRequests<Call> {
  /** Ends the one that this device holds on this route, if any: a newer one has come. */
  replace(hold: Hold): void;
  /** @param wait_ms From now; then it is released, and over. */
  hold(request: HeldRequest<Call>, wait_ms: number): void;
  /** Has it be over at another time, in milliseconds from now; nothing if it is not held. */
  endIn(request: HeldRequest<Call>, wait_ms: number): void;
  /** Takes it out; false if it is not held. */
  release(request: HeldRequest<Call>): boolean;
  /** Those of a session, the host's poll first: an input is for the host. */
  of(host: string): readonly HeldRequest<Call>[];
  /** The host's own. */
  pollOf(host: string): Hold | null;
  all(): readonly HeldRequest<Call>[];
  count(): number;
}

interface HeldRequestEvents<Call> {
  /** The last request that waits for a session is released. */
  readonly onLast: (host: string) => void;
  /** The time of a request is over, or a newer one of the same device has taken its place; it is not held any more. */
  readonly onOver: (request: HeldRequest<Call>) => void;
}

export function createHeldRequests<Call>(
  clock: Clock,
  { onLast, onOver }: HeldRequestEvents<Call>,
): HeldRequests<Call> {
  const by_device = new Map<string, HeldRequest<Call>>();
  const by_host = new Map<string, Set<HeldRequest<Call>>>();

  const release = (request: HeldRequest<Call>): boolean => {
    if (!request.is_held) return false;
    request.is_held = false;
    clock.clearTimeout(request.alarm);
    by_device.delete(holdName(request.hold));
    const siblings = by_host.get(request.hold.host);
    siblings?.delete(request);
    if (siblings?.size === 0) {
      by_host.delete(request.hold.host);
      onLast(request.hold.host);
    }
    return true;
  };
  const end = (request: HeldRequest<Call>): void => {
    if (release(request)) onOver(request);
  };
  const endIn = (request: HeldRequest<Call>, wait_ms: number): void => {
    clock.clearTimeout(request.alarm);
    request.alarm = clock.setTimeout(() => end(request), wait_ms);
  };
  return {
    replace(hold) {
      const older = by_device.get(holdName(hold));
      if (older) end(older);
    },
    hold(request, wait_ms) {
      request.is_held = true;
      by_device.set(holdName(request.hold), request);
      const siblings = by_host.get(request.hold.host) ?? new Set();
      by_host.set(request.hold.host, siblings.add(request));
      endIn(request, wait_ms);
    },
    endIn(request, wait_ms) {
      if (request.is_held) endIn(request, wait_ms);
    },
    release,
    of(host) {
      const siblings = [...(by_host.get(host) ?? [])];
      const poll = siblings.filter(({ hold }) => hold.route === 'poll');
      return [...poll, ...siblings.filter(({ hold }) => hold.route !== 'poll')];
    },
    pollOf: (host) => by_device.get(`poll ${host}`)?.hold ?? null,
    all: () => [...by_device.values()],
    count: () => by_device.size,
  };
}
