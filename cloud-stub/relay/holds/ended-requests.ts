// What becomes of a request once it is not held any more: its caller is answered with the session as it is.

import type { Answer } from '../routes/answer.ts';
import type { RelayEngine, Seen } from '../engine.ts';
import type { HeldRequest } from './held-requests.ts';
import { sinceOf, statusOf, type Hold, type HoldStatus } from './hold.ts';
import { endedHeartbeat, invalidJoin } from '../routes/join-route.ts';
import { endedPoll, refusedPoll } from '../routes/poll-route.ts';

/** What becomes of a call whose request is not held any more. */
export interface HoldEnds<Call> {
  answer(call: Call, answer: Answer): void;
  /** The host for whom it would have joined is back: it is to be taken once more. */
  again(call: Call): void;
  /** The engine does not say what to answer. */
  failed(call: Call, thrown: unknown): void;
}

interface Ended<Call> {
  /** One of its rules ends it. */
  now(request: HeldRequest<Call>, status: HoldStatus, seen: Seen): void;
  /** Its time is over, or a newer one has taken its place. */
  over(request: HeldRequest<Call>): Promise<void>;
  /** Its session is lost: who opens it again finds it. */
  lost(request: HeldRequest<Call>): void;
}

export function createEnded<Call>(engine: Pick<RelayEngine, 'look'>, ends: HoldEnds<Call>): Ended<Call> {
  const now: Ended<Call>['now'] = ({ call, hold, watch }, status, seen) => {
    watch.end();
    if (hold.route === 'join' && hold.arrived === 'offline' && status === 'ok') ends.again(call);
    else ends.answer(call, answerTo(hold, status, seen));
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
        const seen = await engine.look(hold.host, sinceOf(hold));
        if (seen) now(request, statusOf(hold, seen), seen);
        else lost(request);
      } catch (thrown) {
        watch.end();
        ends.failed(call, thrown);
      }
    },
  };
}

const answerTo = (hold: Hold, status: HoldStatus, seen: Seen): Answer =>
  hold.route === 'poll' ? endedPoll(hold, status, seen) : endedHeartbeat(hold, status, seen);
