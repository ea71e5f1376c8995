// What becomes of a call: it is done, or repeated, or held; and in the end answered, with the state as it is then.

import type { RelayRequest } from '../../wire/relay/requests.ts';
import { EMPTY_STATE, stateText } from '../../wire/relay/state.ts';
import { hostRoute } from './host-route.ts';
import { inputRoute, repeatedInput } from './input-route.ts';
import { joinRoute } from './join-route.ts';
import type { RelayObserver } from './observer.ts';
import { pollRoute } from './poll-route.ts';
import type { Answer, Caller, Holding } from './answer.ts';
import type { RelayParts } from './relay-parts.ts';
import type { Turn } from './turn.ts';
import type { Waiting } from './waiting.ts';

export interface RelayCall {
  readonly device: string;
  readonly request: RelayRequest;
  /** Tells one body from another; looked at only where the request has a `rid`. */
  readonly fingerprint: string;
  /** Called once, unless the call is cancelled before. */
  respond(reply: RelayReply): void;
}

/** `text`: the JSON of an answer with HTTP status 200. */
export type RelayReply = { readonly kind: 'answer'; readonly text: string } | { readonly kind: 'reused_rid' };

export interface Handled {
  /** The caller named a code or a session that is none of theirs; counted before the next request is looked at. */
  readonly invalid: boolean;
  /** Lets go of a request whose caller has gone. */
  cancel(): void;
}

export interface CallHandlerOptions {
  readonly parts: RelayParts;
  readonly turn: Turn;
  readonly waiting: Waiting;
  readonly now: () => number;
  readonly observer: RelayObserver;
}

/** @returns Takes a call, and says at once whether it was `invalid`; see `Relay.handle`. */
export function createCallHandler({
  parts,
  turn,
  waiting,
  now,
  observer,
}: CallHandlerOptions): (call: RelayCall) => Handled {
  const { store, answers, views } = parts;

  /** The text of an answer, with the state as it is now. */
  function textOf({ fields, state_of }: Answer): string {
    const text = JSON.stringify(fields);
    if (state_of === null) return text;
    const session = state_of === '' ? null : store.of(state_of, now());
    const state = session ? views.of(session, now()) : NO_STATE;
    return `${text.slice(0, -1)},"state":${state.text}}`;
  }

  function send({ respond, request: { route } }: RelayCall, answer: Answer): void {
    observer.answered(route, answer.fields.status);
    respond({ kind: 'answer', text: textOf(answer) });
  }

  /** C13: answers what was answered to this `rid` before. */
  function recalled(call: RelayCall, caller: Caller): boolean {
    const rid = ridOf(call.request);
    const before = rid === undefined ? null : answers.recall(call.device, rid, caller.now_ms);
    if (!before) return false;
    if (before.fingerprint !== call.fingerprint) {
      call.respond({ kind: 'reused_rid' });
      return true;
    }
    if (call.request.route === 'input') repeatedInput(parts, call.request.body, caller);
    turn.atEnd(() => send(call, before.answer));
    return true;
  }

  /** Counts what was accepted, and remembers what has a `rid`. */
  function note({ device, request, fingerprint }: RelayCall, answer: Answer, now_ms: number): void {
    if (request.route === 'input' && answer.fields.status === 'ok') observer.accepted(request.body.kind);
    const rid = ridOf(request);
    if (rid !== undefined) answers.remember(device, rid, { fingerprint, answer }, now_ms);
  }

  function handle(call: RelayCall): Handled {
    const caller: Caller = { device: call.device, now_ms: now() };
    if (recalled(call, caller)) return DONE;
    const taken = take(parts, call.request, caller);
    if ('hold' in taken) {
      const ends = {
        answer: (answer: Answer) => send(call, answer),
        // In a turn of its own, so that nobody sees the join before it is committed.
        again: () => turn.atEnd(() => void (cancel = handle(call).cancel)),
      };
      let cancel = waiting.hold(taken.hold, ends);
      return { invalid: false, cancel: () => cancel() };
    }
    note(call, taken, caller.now_ms);
    turn.atEnd(() => send(call, taken));
    return taken.fields.status === 'invalid' ? { ...DONE, invalid: true } : DONE;
  }

  /** What throws may have changed half of something: the turn that ends now finds out whether the database broke. */
  return (call) => {
    turn.wrote();
    return handle(call);
  };
}

const DONE: Handled = { invalid: false, cancel() {} };

/** C26. */
const NO_STATE = stateText(EMPTY_STATE);

/** A `rid` is one of its route; as JSON, since a database keeps no halves of characters. */
const ridOf = ({ route, body }: RelayRequest): string | undefined =>
  'rid' in body && body.rid !== undefined ? JSON.stringify([route, body.rid]) : undefined;

function take(parts: RelayParts, { route, body }: RelayRequest, caller: Caller): Answer | Holding {
  switch (route) {
    case 'host':
      return hostRoute(parts, body, caller);
    case 'poll':
      return pollRoute(parts, body, caller);
    case 'join':
      return joinRoute(parts, body, caller);
    case 'input':
      return inputRoute(parts, body, caller);
  }
}
