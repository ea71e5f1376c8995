// The relay's core: a request of a known device goes in, its answer comes out, at once or when something happens. It knows no
// bytes, sockets or signatures.

import type { Clock } from '../../hal/clock/clock.ts';
import type { Random } from '../../hal/random/random.ts';
import type { RelayRequest } from '../../wire/relay/requests.ts';
import { EMPTY_STATE, stateText } from '../../wire/relay/state.ts';
import { createAnswerMemory } from './answer-memory.ts';
import { createCodeBook } from './code-book.ts';
import type { RelayDatabase } from './database.ts';
import { hostRoute } from './host-route.ts';
import { inputRoute, repeatedInput } from './input-route.ts';
import { joinRoute } from './join-route.ts';
import { createLabelBook } from './label-book.ts';
import { NO_OBSERVER, type RelayObserver } from './observer.ts';
import { pollRoute } from './poll-route.ts';
import type { Answer, Caller, Holding, RelayParts } from './relay-parts.ts';
import { createSessionStore } from './session-store.ts';
import { createStateViews } from './state-views.ts';
import { startSweeper } from './sweeper.ts';
import { createTurn } from './turn.ts';
import { createWaiting } from './waiting.ts';

export interface RelayCall {
  readonly device: string;
  readonly request: RelayRequest;
  /** Tells one body from another; looked at only where the request has a `rid`. */
  readonly fingerprint: string;
  /** Called once, unless the call is cancelled before. */
  respond(reply: RelayReply): void;
}

/** `text`: the JSON of an answer with HTTP status 200. */
export type RelayReply =
  { readonly kind: 'answer'; readonly status: string; readonly text: string } | { readonly kind: 'reused_rid' };

export interface Handled {
  /** The caller named a code or a session that is none of theirs; counted before the next request is looked at. */
  readonly invalid: boolean;
  /** Lets go of a request whose caller has gone. */
  cancel(): void;
}

export interface Relay {
  handle(call: RelayCall): Handled;
  stats(): { readonly sessions: number; readonly held: number };
  /** Answers every held request, and writes down what is not yet. */
  close(): void;
}

export interface RelayOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly database: RelayDatabase;
  /** Unix time now, in milliseconds. */
  readonly unix_ms: number;
  /** Runs a function soon: after the requests that are there already, before any timer. */
  readonly soon: (run: () => void) => void;
  /** The database does not take what is to be acknowledged; nobody is answered any more. */
  readonly on_lost: (reason: unknown) => void;
  readonly observer?: RelayObserver;
}

export function createRelay(options: RelayOptions): Relay {
  const { clock, random, database, unix_ms, soon, on_lost, observer = NO_OBSERVER } = options;
  // Whole milliseconds, and never before what an earlier run wrote down, whatever became of the wall clock since.
  const zero_ms = Math.max(unix_ms, database.latest_ms()) - clock.now_ms();
  const now = (): number => Math.floor(zero_ms + clock.now_ms());
  const parts: RelayParts = {
    store: createSessionStore(database, now()),
    codes: createCodeBook(database, random.fork('codes')),
    labels: createLabelBook(database, random.fork('labels')),
    answers: createAnswerMemory(database),
    views: createStateViews(),
  };
  const { store, answers, views } = parts;
  const waiting = createWaiting({ clock, now, parts, turn: () => turn, observer });
  const turn = createTurn({ soon, commit, on_lost, wake: waiting.wake, now_ms: () => clock.now_ms() });
  store.on_change((host) => turn.changed(host));
  const stopSweeping = startSweeper({ clock, now, parts, database, turn });

  function commit(): void {
    store.save();
    database.commit();
  }

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
    respond({ kind: 'answer', status: answer.fields.status, text: textOf(answer) });
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
    turn.at_end(() => send(call, before.answer));
    return true;
  }

  /** Counts what was accepted, and remembers what has a `rid`. */
  function note({ device, request, fingerprint }: RelayCall, answer: Answer, now_ms: number): void {
    if (request.route === 'input' && answer.fields.status === 'ok') observer.accepted(request.body.kind);
    const rid = ridOf(request);
    if (rid !== undefined) answers.remember(device, rid, { fingerprint, answer }, now_ms);
  }

  return {
    handle(call) {
      const caller: Caller = { device: call.device, now_ms: now() };
      if (recalled(call, caller)) return DONE;
      const taken = take(parts, call.request, caller);
      if ('hold' in taken) return { invalid: false, cancel: waiting.hold(taken.hold, (answer) => send(call, answer)) };
      note(call, taken, caller.now_ms);
      turn.at_end(() => send(call, taken));
      return taken.fields.status === 'invalid' ? { ...DONE, invalid: true } : DONE;
    },
    stats: () => ({ sessions: store.count(), held: waiting.count() }),
    close() {
      stopSweeping();
      turn.end(); // who came in this turn is held now, and let go with the others
      waiting.close();
      turn.end();
    },
  };
}

const DONE: Handled = { invalid: false, cancel() {} };

/** C26. */
const NO_STATE = stateText(EMPTY_STATE);

/** A `rid` is one of its route. */
const ridOf = ({ route, body }: RelayRequest): string | undefined =>
  'rid' in body && body.rid !== undefined ? `${route} ${body.rid}` : undefined;

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
