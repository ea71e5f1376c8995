// Ends requests that are no longer held: answers them with the current session.

import type { RelayAnswer } from '../routes/answer.ts';
import type { RelayEngine, SessionSnapshot } from '../engine.ts';
import type { HeldRequest } from './held-requests.ts';
import { sinceOf, statusOf, type Hold, type HoldStatus } from './hold.ts';
import { endedHeartbeat, invalidJoin } from '../routes/join-route.ts';
import { endedPoll, refusedPoll } from '../routes/poll-route.ts';

/** Callbacks for calls whose request is no longer held. */
export interface HoldEnds<Call> {
  answer(call: Call, answer: RelayAnswer): void;
  /** The host of a waiting join is back online: process the call again. */
  again(call: Call): void;
  /** The engine failed to provide the answer. */
  failed(call: Call, thrown: unknown): void;
}

interface Ended<Call> {
  /** Ends a request by one of its rules. */
  now(request: HeldRequest<Call>, status: HoldStatus, snapshot: SessionSnapshot): void;
  /** Ends a request that has timed out or was replaced by a newer one. */
  over(request: HeldRequest<Call>): Promise<void>;
  /** Ends a request whose session is lost; a later request finds it once it is created again. */
  lost(request: HeldRequest<Call>): void;
}

export function createEnded<Call>(engine: Pick<RelayEngine, 'look'>, ends: HoldEnds<Call>): Ended<Call> {
  const now: Ended<Call>['now'] = ({ call, hold, watch }, status, snapshot) => {
    watch.end();
    if (hold.route === 'join' && hold.arrived === 'offline' && status === 'ok') ends.again(call);
    else ends.answer(call, answerTo(hold, status, snapshot));
  };
  const lost: Ended<Call>['lost'] = ({ call, hold, watch }) => {
    watch.end();
    ends.answer(call, hold.route === 'poll' ? refusedPoll('invalid', 1) : invalidJoin(hold.code));
  };
  return {
    now,
    lost,
    async over(request) {
      const { call, hold, watch } = request;
      try {
        const snapshot = await engine.look(hold.host, sinceOf(hold));
        if (snapshot) now(request, statusOf(hold, snapshot), snapshot);
        else lost(request);
      } catch (thrown) {
        watch.end();
        ends.failed(call, thrown);
      }
    },
  };
}

const answerTo = (hold: Hold, status: HoldStatus, snapshot: SessionSnapshot): RelayAnswer =>
  hold.route === 'poll' ? endedPoll(hold, status, snapshot) : endedHeartbeat(hold, status, snapshot);
