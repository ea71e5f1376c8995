// What becomes of a call: it is done, or repeated, or held; and in the end answered, with the state as it is then.

import type { Clock } from '../../../hal/clock/clock.ts';
import type { RelayRequest } from '../../../wire/relay/requests.ts';
import { EMPTY_STATE, stateText } from '../../../wire/relay/state.ts';
import type { Answer, Holding } from './answer.ts';
import { EngineAway, type RelayEngine } from '../engine.ts';
import type { HeldRequest } from '../holds/held-requests.ts';
import { hostRoute } from './host-route.ts';
import { inputRoute } from './input-route.ts';
import { joinRoute } from './join-route.ts';
import type { RelayObserver } from '../observer.ts';
import { pollRoute } from './poll-route.ts';
import { REUSED_RID, type Caller, type ReusedRid } from './relay-parts.ts';
import type { StateViews } from '../session/state-views.ts';
import { createWaiting, type Waiting } from '../holds/waiting.ts';

export interface RelayCall {
  readonly device: string;
  readonly request: RelayRequest;
  /** Tells one body from another; looked at only where the request has a `rid`. */
  readonly fingerprint: string;
  /** Called once, unless the call is cancelled before. */
  respond(reply: RelayReply): void;
}

export type RelayReply =
  /** `text`: the JSON of an answer with HTTP status 200. */
  | { readonly kind: 'answer'; readonly text: string }
  | { readonly kind: 'reused_rid' }
  /** It is not known whether it was done: it may be sent again. */
  | { readonly kind: 'away' };

interface RelayCallsOptions {
  readonly clock: Clock;
  readonly engine: RelayEngine;
  readonly views: StateViews;
  readonly observer: RelayObserver;
  /** Something broke that no call is to blame for. */
  readonly onBroken: (reason: unknown) => void;
}

export interface RelayCalls {
  /**
   * Takes a call, and gives back what lets go of it, for a caller who has gone.
   * @param taken Called once, before any answer: whether the caller named a code or a session that is none of theirs.
   */
  handle(call: RelayCall, taken?: Taken): () => void;
  /** Those that are held. */
  readonly waiting: Omit<Waiting<OpenCall>, 'hold' | 'letGo'>;
}

export type Taken = (invalid: boolean) => void;

/** A call from when it is taken until it is answered. */
interface OpenCall {
  readonly call: RelayCall;
  /** Its caller has. */
  gone: boolean;
  held: HeldRequest<OpenCall> | null;
}

export function createRelayCalls(options: RelayCallsOptions): RelayCalls {
  const { views, observer } = options;

  /** The text of an answer, with the state as it is now. */
  function textOf({ fields, state }: Answer): string {
    const text = JSON.stringify(fields);
    if (state === null) return text;
    return `${text.slice(0, -1)},"state":${(state === 'empty' ? NO_STATE : views.of(state)).text}}`;
  }

  function answer({ call, gone }: OpenCall, given: Answer): void {
    if (gone) return;
    observer.answered(call.request.route, given.fields.status);
    call.respond({ kind: 'answer', text: textOf(given) });
  }

  function failed({ call, gone }: OpenCall, thrown: unknown): void {
    if (!gone) call.respond({ kind: 'away' });
    if (!(thrown instanceof EngineAway)) options.onBroken(thrown);
  }

  async function begin(open: OpenCall, done: Taken): Promise<void> {
    try {
      const taken = await takeOnce(options, open, done);
      if (taken === null) return;
      if (taken === REUSED_RID) {
        if (!open.gone) open.call.respond({ kind: REUSED_RID });
      } else if (!('hold' in taken)) answer(open, taken);
      else if (open.gone) taken.watch.end();
      else open.held = waiting.hold(open, taken);
    } catch (thrown) {
      failed(open, thrown);
    }
  }

  const ends = { answer, again: (open: OpenCall) => void begin(open, NOTHING), failed };
  const waiting = createWaiting<OpenCall>({ ...options, ends });
  return {
    handle(call, taken = NOTHING) {
      const open: OpenCall = { call, gone: false, held: null };
      void begin(open, taken);
      return () => {
        open.gone = true;
        if (open.held) waiting.letGo(open.held);
      };
    },
    waiting,
  };
}

/** C26. */
const NO_STATE = stateText(EMPTY_STATE);

/** A `rid` is one of its route; as JSON, since a database keeps no halves of characters. */
const ridOf = ({ route, body }: RelayRequest): string | undefined =>
  'rid' in body && body.rid !== undefined ? JSON.stringify([route, body.rid]) : undefined;

const NOTHING = (): void => {};

/** Null for a caller who has gone. */
type Outcome = Answer | Holding | ReusedRid | null;

/** Takes a call, and says whether it named what is none of its caller's. */
async function takeOnce(options: RelayCallsOptions, open: OpenCall, done: Taken): Promise<Outcome> {
  let invalid = false;
  try {
    const taken = await take(options, open.call, () => open.gone);
    invalid = taken !== null && taken !== REUSED_RID && 'fields' in taken && taken.fields.status === 'invalid';
    return taken;
  } finally {
    done(invalid);
  }
}

async function take(
  { engine, clock, observer }: RelayCallsOptions,
  { device, request, fingerprint }: RelayCall,
  isGone: () => boolean,
): Promise<Outcome> {
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
