// What becomes of a request that is held: it is looked at when it comes (so no change is missed, R48), whenever its session
// changes, when time alone changes the session, and when its own time is over.

import type { Clock } from '../../hal/clock/clock.ts';
import { assert } from '../../wire/errors.ts';
import { createDeadlines } from './deadlines.ts';
import { createHeldRequests, type HeldRequest } from './held-requests.ts';
import { endOfHold, statusOf, type Hold, type HoldStatus, type CurrentState } from './hold.ts';
import { endedHeartbeat } from './join-route.ts';
import type { RelayObserver } from './observer.ts';
import { endedPoll } from './poll-route.ts';
import type { Answer } from './answer.ts';
import type { RelayParts } from './relay-parts.ts';
import { nextDeadlineMs } from './session.ts';
import type { Turn } from './turn.ts';

export interface Waiting {
  /**
   * Holds a request until one of its rules ends it, at the end of this turn at the earliest.
   * @returns Lets go of it: nobody is answered any more.
   */
  hold(hold: Hold, ends: HoldEnds): () => void;
  /** Looks at whoever waits for this session, which changed at `since_ms` of the clock. */
  wake(host: string, since_ms: number): void;
  /** How many requests are held. */
  count(): number;
  /** Answers everybody who is held. */
  close(): void;
}

export interface HoldEnds {
  answer(answer: Answer): void;
  /** The host for whom it would have joined is back: it is to be taken once more. */
  again(): void;
}

export interface WaitingOptions {
  readonly clock: Clock;
  readonly now: () => number;
  readonly parts: RelayParts;
  /** The turn at whose end answers are given. */
  readonly turn: () => Turn;
  readonly observer: RelayObserver;
}

export function createWaiting({ clock, now, parts, turn, observer }: WaitingOptions): Waiting {
  const { store, codes, views } = parts;
  const held = createHeldRequests(clock);
  const deadlines = createDeadlines(clock, now, (host) => turn().changed(host));

  const currentStateOf = (hold: Hold): CurrentState => {
    const now_ms = now();
    const session = store.of(hold.host, now_ms);
    assert(session, `there is a session of ${hold.host}`);
    const has_items = hold.route === 'poll' && store.inputs(hold.host, hold.since, now_ms).length > 0;
    const code_leads_to = codes.hostOf(hold.code, now_ms);
    return { code_leads_to, session, st: views.of(session, now_ms).st, has_items, now_ms };
  };
  const ended = (hold: Hold, status: HoldStatus): Answer =>
    (hold.route === 'poll' ? endedPoll : endedHeartbeat)(parts, hold, status, now());
  const ends_of = new WeakMap<Hold, HoldEnds>();
  const end = (hold: Hold, status: HoldStatus): void => {
    const ends = ends_of.get(hold);
    if (hold.arrived === 'offline' && status === 'ok') ends?.again();
    else ends?.answer(ended(hold, status));
  };

  return {
    hold(hold, ends) {
      ends_of.set(hold, ends);
      const over = (): void => turn().atEnd(() => end(hold, statusOf(hold, currentStateOf(hold))));
      const request: HeldRequest = { hold, over };
      let gone = false;
      turn().atEnd(() => {
        held.replace(hold);
        if (gone) return;
        const status = endOfHold(hold, currentStateOf(hold));
        if (status === null) held.hold(request, hold.until_ms - now());
        else end(hold, status);
      });
      return () => {
        gone = true;
        held.release(request);
      };
    },
    wake(host, since_ms) {
      for (const request of held.of(host)) {
        const status = endOfHold(request.hold, currentStateOf(request.hold));
        if (status === null) continue;
        held.release(request);
        observer.woke(request.hold.route, clock.now_ms() - since_ms);
        end(request.hold, status);
      }
      const session = store.of(host, now());
      if (session) deadlines.expect(host, nextDeadlineMs(session, now()));
    },
    count: () => held.count(),
    close() {
      deadlines.clear();
      for (const request of held.all()) {
        held.release(request);
        request.over();
      }
    },
  };
}
