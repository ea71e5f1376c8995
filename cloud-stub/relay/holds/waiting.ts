// Life cycle of held requests: each is checked on arrival (so that no change is missed, R48), whenever its session
// changes, even if only with time, and when its hold times out.

import type { Clock } from '../../../hal/clock/clock.ts';
import type { Holding } from '../routes/answer.ts';
import { createDeadlines } from './deadlines.ts';
import { createDrain, type Drain } from './drain.ts';
import { createEnded, type HoldEnds } from './ended-requests.ts';
import type { RelayEngine, SessionSnapshot } from '../engine.ts';
import { createHeldRequests, UNKNOWN_VERSION, type HeldRequest } from './held-requests.ts';
import { endOfHold, hasReadMore, sinceOf, statusOf } from './hold.ts';
import type { RelayObserver } from '../observer.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { nextDeadlineMs } from '../session/session.ts';
import type { StateViews } from '../session/state-views.ts';

export interface Waiting<Call> {
  /** Holds the request of a call until one of its rules ends it. */
  hold(call: Call, holding: Holding): HeldRequest<Call>;
  /** Drops the request of a caller that has disconnected, without an answer. Does nothing if it is not held. */
  letGo(request: HeldRequest<Call>): void;
  /**
   * Checks the held requests of this session, which changed at `since_ms` of the clock, or may have lost changes that
   * callers have seen.
   */
  wake(host: string, since_ms: number, may_have_lost?: boolean): void;
  /** Returns the number of held requests. */
  count(): number;
  readonly drain: Drain['begin'];
  /** Answers every held request. */
  close(): Promise<void>;
}

interface WaitingOptions<Call> {
  readonly clock: Clock;
  readonly engine: Pick<RelayEngine, 'look'>;
  readonly views: StateViews;
  readonly observer: RelayObserver;
  readonly ends: HoldEnds<Call>;
}

/** Delay before the next check if the engine could not return the session. */
const RETRY_MS = 1000;

export function createWaiting<Call>({ clock, engine, views, observer, ends }: WaitingOptions<Call>): Waiting<Call> {
  const ended = createEnded(engine, ends);
  const deadlines = createDeadlines(clock, (host) => wake(host, clock.now_ms()));
  const held = createHeldRequests<Call>(clock, {
    onLast(host) {
      deadlines.forget(host);
      changed_ms.delete(host);
    },
    onOver: (request) => void ended.over(request),
  });
  const drain = createDrain(clock, held);
  let closed = false;

  /** Ends the request if a rule applies, and returns whether it did. */
  const checkRequest = (request: HeldRequest<Call>, snapshot: SessionSnapshot): boolean => {
    const { hold, version } = request;
    const ends_now = closed || (version === UNKNOWN_VERSION && hasReadMore(hold, snapshot));
    const status = ends_now
      ? statusOf(hold, snapshot)
      : endOfHold(hold, snapshot, views.of(snapshot).st, clock.now_ms());
    if (status === null) return false;
    if (held.release(request)) ended.now(request, status, snapshot);
    return true;
  };
  const expect = ({ session, now_ms }: SessionSnapshot): void => {
    const due_ms = nextDeadlineMs(session, now_ms);
    if (held.of(session.host).length > 0) deadlines.expect(session.host, due_ms === null ? null : due_ms - now_ms);
  };

  /** Time of the change that caused the next check of a session. */
  const changed_ms = new Map<string, number>();
  const checkSession = oneAtATime(async (host) => {
    const poll = held.pollOf(host);
    // While the engine is away, requests stay held until it is available again or they time out.
    const snapshot = await engine.look(host, poll && sinceOf(poll)).catch(() => undefined);
    const since_ms = changed_ms.get(host) ?? clock.now_ms();
    const is_other_poll = held.pollOf(host) !== poll; // its inputs were not read
    for (const request of snapshot ? held.of(host) : []) {
      // A request that arrived in the meantime may have a newer version of the session than this read.
      if (!snapshot || request.version > snapshot.version || (request.hold.route === 'poll' && is_other_poll)) continue;
      if (checkRequest(request, snapshot)) observer.woke(request.hold.route, clock.now_ms() - since_ms);
    }
    if (snapshot && !is_other_poll) held.of(host)[0]?.watch.checked(snapshot.version);
    if (snapshot) expect(snapshot);
    else if (snapshot === null) for (const request of held.of(host).filter(held.release)) ended.lost(request);
    else if (held.of(host).length > 0) deadlines.expect(host, RETRY_MS);
    return is_other_poll && held.pollOf(host) !== null;
  });
  const wake = (host: string, since_ms: number, may_have_lost = false): void => {
    if (held.of(host).length === 0) return;
    if (may_have_lost) for (const request of held.of(host)) request.version = UNKNOWN_VERSION;
    changed_ms.set(host, since_ms);
    checkSession(host);
  };

  return {
    hold(call, holding) {
      const { hold, snapshot } = holding;
      const request = requestOf(call, holding);
      held.replace(hold);
      held.hold(request, Math.min(hold.until_ms - clock.now_ms(), drain.holdMsMax()));
      if (!checkRequest(request, snapshot)) expect(snapshot);
      if (holding.watch.reported() > snapshot.version) wake(hold.host, clock.now_ms());
      return request;
    },
    letGo(request) {
      if (held.release(request)) request.watch.end();
    },
    wake,
    count: held.count,
    drain: drain.begin,
    async close() {
      closed = true;
      await Promise.all(held.all().filter(held.release).map(ended.over));
    },
  };
}

const requestOf = <Call>(call: Call, { hold, snapshot, watch }: Holding): HeldRequest<Call> => ({
  call,
  hold,
  version: snapshot.version,
  watch,
  is_held: false,
  alarm: undefined,
});
