// What becomes of a call: it is done, or repeated, or held; and in the end answered, with the state as it is then.

import type { Clock } from '../../hal/clock/clock.ts';
import type { RelayRequest } from '../../wire/relay/requests.ts';
import { EMPTY_STATE, stateText } from '../../wire/relay/state.ts';
import type { Answer, Holding } from './answer.ts';
import { EngineAway, type RelayEngine } from './engine.ts';
import { hostRoute } from './host-route.ts';
import { inputRoute } from './input-route.ts';
import { joinRoute } from './join-route.ts';
import type { RelayObserver } from './observer.ts';
import { pollRoute } from './poll-route.ts';
import { REUSED_RID, type Caller, type ReusedRid } from './relay-parts.ts';
import type { StateViews } from './state-views.ts';
import type { Waiting } from './waiting.ts';

export interface RelayCall {
  readonly device: string;
  readonly request: RelayRequest;
  /** Tells one body from another; looked at only where the request has a `rid`. */
  readonly fingerprint: string;
  /** Called once it is known whether the caller named a code or a session that is none of theirs, before any answer. */
  taken(invalid: boolean): void;
  /** Called once, unless the call is cancelled before. */
  respond(reply: RelayReply): void;
}

export type RelayReply =
  /** `text`: the JSON of an answer with HTTP status 200. */
  | { readonly kind: 'answer'; readonly text: string }
  | { readonly kind: 'reused_rid' }
  /** It is not known whether it was done: it may be sent again. */
  | { readonly kind: 'away' };

export interface CallHandlerOptions {
  readonly clock: Clock;
  readonly engine: RelayEngine;
  readonly views: StateViews;
  readonly waiting: Waiting;
  readonly observer: RelayObserver;
  /** Something broke that no call is to blame for. */
  readonly onBroken: (reason: unknown) => void;
}

/** @returns Takes a call, and gives back what lets go of it, for a caller who has gone. */
export function createCallHandler(options: CallHandlerOptions): (call: RelayCall) => () => void {
  const { views, waiting, observer } = options;

  /** The text of an answer, with the state as it is now. */
  function textOf({ fields, state }: Answer): string {
    const text = JSON.stringify(fields);
    if (state === null) return text;
    return `${text.slice(0, -1)},"state":${(state === 'empty' ? NO_STATE : views.of(state)).text}}`;
  }

  function send({ respond, request: { route } }: RelayCall, answer: Answer): void {
    observer.answered(route, answer.fields.status);
    respond({ kind: 'answer', text: textOf(answer) });
  }

  const failed = ({ respond }: RelayCall, thrown: unknown): void => {
    respond({ kind: 'away' });
    if (!(thrown instanceof EngineAway)) options.onBroken(thrown);
  };

  return (call) => {
    let gone = false;
    let release = (): void => {};
    const taking = async (): Promise<Taken> => {
      let invalid = false;
      try {
        const taken = await take(options, call, () => gone);
        invalid = taken !== null && taken !== REUSED_RID && 'fields' in taken && taken.fields.status === 'invalid';
        return taken;
      } finally {
        call.taken(invalid);
      }
    };
    const begin = async (): Promise<void> => {
      try {
        const taken = await taking();
        if (taken === null) return;
        if (taken === REUSED_RID) return call.respond({ kind: REUSED_RID });
        if (!('hold' in taken)) return send(call, taken);
        if (gone) return taken.watch.end();
        release = waiting.hold(taken, {
          answer: (answer) => send(call, answer),
          again: () => void begin(),
          failed: (thrown) => failed(call, thrown),
        });
      } catch (thrown) {
        failed(call, thrown);
      }
    };
    void begin();
    return () => {
      gone = true;
      release();
    };
  };
}

/** C26. */
const NO_STATE = stateText(EMPTY_STATE);

/** A `rid` is one of its route; as JSON, since a database keeps no halves of characters. */
const ridOf = ({ route, body }: RelayRequest): string | undefined =>
  'rid' in body && body.rid !== undefined ? JSON.stringify([route, body.rid]) : undefined;

/** Null for a caller who has gone. */
type Taken = Answer | Holding | ReusedRid | null;

async function take(
  { engine, clock, observer }: CallHandlerOptions,
  { device, request, fingerprint }: RelayCall,
  isGone: () => boolean,
): Promise<Taken> {
  const rid = ridOf(request);
  const caller: Caller = { device, memo: rid === undefined ? null : { rid, fingerprint }, observer };
  switch (request.route) {
    case 'host':
      return hostRoute(engine, request.body, caller);
    case 'poll':
      return pollRoute(engine, request.body, { device, isGone }, clock.now_ms());
    case 'join':
      return joinRoute(engine, request.body, { device, isGone }, clock.now_ms());
    case 'input':
      return inputRoute(engine, request.body, caller);
  }
}
