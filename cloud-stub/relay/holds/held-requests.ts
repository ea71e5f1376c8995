// Requests that are held open, indexed by device and route, and by session. Of two by the same device on the same
// route, the newest is held (C17).

import type { Alarm, Clock } from '../../../hal/clock/clock.ts';
import type { SessionWatch } from '../engine.ts';
import { holdName, type Hold } from './hold.ts';

/** One object, and a few kB with its socket: a relay has many thousands of them. `Call`: the call to answer. */
export interface HeldRequest<Call> {
  readonly call: Call;
  readonly hold: Hold;
  /**
   * Version of the session when the request was held: its answer must not be older. `UNKNOWN_VERSION` once the engine
   * may have lost that version.
   */
  version: number;
  /** Watch of its session; ended with it. */
  readonly watch: SessionWatch;
  is_held: boolean;
  /** Fires when its hold ends. */
  alarm: Alarm;
}

/** Lower than every version. */
export const UNKNOWN_VERSION = 0;

export interface HeldRequests<Call> {
  /** Ends an older request that this device holds on this route. */
  replace(hold: Hold): void;
  /** @param wait_ms Time from now after which it is released and `onOver` is called. */
  hold(request: HeldRequest<Call>, wait_ms: number): void;
  /** Changes the end of its hold, in milliseconds from now; does nothing if it is not held. */
  endIn(request: HeldRequest<Call>, wait_ms: number): void;
  /** Removes it; returns false if it is not held. */
  release(request: HeldRequest<Call>): boolean;
  /** Returns the requests of a session, the host's poll first, since inputs are for the host. */
  of(host: string): readonly HeldRequest<Call>[];
  /** Returns the poll of the host. */
  pollOf(host: string): Hold | null;
  all(): readonly HeldRequest<Call>[];
  count(): number;
}

interface HeldRequestEvents<Call> {
  /** Called when the last request of a session is released. */
  readonly onLast: (host: string) => void;
  /** Called when a request is no longer held because it has timed out or a newer one of the same device replaced it. */
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
