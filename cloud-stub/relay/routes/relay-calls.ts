// Life cycle of a call: it is executed, repeated from its record, or held, and finally answered with the state at that
// time.

import type { Clock } from '../../../hal/clock/clock.ts';
import type { RelayRequest } from '../../../wire/relay/requests.ts';
import { EMPTY_STATE, stateText } from '../../../wire/relay/state.ts';
import type { RelayAnswer, Holding } from './answer.ts';
import { EngineAway, type RelayEngine } from '../engine.ts';
import type { HeldRequest } from '../holds/held-requests.ts';
import { hostRoute } from './host-route.ts';
import { inputRoute } from './input-route.ts';
import { joinRoute } from './join-route.ts';
import type { RelayObserver } from '../observer.ts';
import { pollRoute } from './poll-route.ts';
import { REUSED_RID, type RelayCaller, type ReusedRid } from './relay-parts.ts';
import type { StateViews } from '../session/state-views.ts';
import { createWaiting, type Waiting } from '../holds/waiting.ts';

export interface RelayCall {
  readonly device: string;
  readonly request: RelayRequest;
  /** Hash of the body; used only if the request has a `rid`. */
  readonly fingerprint: string;
  /** Called once, unless the call is cancelled first. */
  respond(reply: RelayReply): void;
}

export type RelayReply =
  /** `text`: the JSON of an answer with HTTP status 200. */
  | { readonly kind: 'answer'; readonly text: string }
  | { readonly kind: 'reused_rid' }
  /** The operation may or may not have been done: the caller may retry. */
  | { readonly kind: 'away' };

interface RelayCallsOptions {
  readonly clock: Clock;
  readonly engine: RelayEngine;
  readonly views: StateViews;
  readonly observer: RelayObserver;
  /** Called for a failure that no call caused. */
  readonly onBroken: (reason: unknown) => void;
}

export interface RelayCalls {
  /**
   * Handles a call, and returns a function that drops it when the caller disconnects.
   * @param taken Called once, before any answer: whether the caller named a code or a session that is not its own.
   */
  handle(call: RelayCall, taken?: Taken): () => void;
  /** Held requests. */
  readonly waiting: Omit<Waiting<OpenCall>, 'hold' | 'letGo'>;
}

export type Taken = (invalid: boolean) => void;

/** A call until it is answered. */
interface OpenCall {
  readonly call: RelayCall;
  /** Whether its caller has disconnected. */
  gone: boolean;
  held: HeldRequest<OpenCall> | null;
}

export function createRelayCalls(options: RelayCallsOptions): RelayCalls {
  const { views, observer } = options;

  /** Returns the text of an answer, with the current state. */
  function textOf({ fields, state }: RelayAnswer): string {
    const text = JSON.stringify(fields);
    if (state === null) return text;
    return `${text.slice(0, -1)},"state":${(state === 'empty' ? NO_STATE : views.of(state)).text}}`;
  }

  function answer({ call, gone }: OpenCall, given: RelayAnswer): void {
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

/** Returns the `rid` with its route; as JSON, since databases cannot store lone surrogates. */
const ridOf = ({ route, body }: RelayRequest): string | undefined =>
  'rid' in body && body.rid !== undefined ? JSON.stringify([route, body.rid]) : undefined;

const NOTHING = (): void => {};

/** Null if the caller has disconnected. */
type Outcome = RelayAnswer | Holding | ReusedRid | null;

/** Executes a call, and reports to `done` whether it named a code or session that is not the caller's. */
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
  const caller: RelayCaller = { device, memo: rid === undefined ? null : { rid, fingerprint }, observer };
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
