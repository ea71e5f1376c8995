// The relay's core: a request of a known device goes in, its answer comes out, at once or when something happens. It knows no
// bytes, sockets or signatures.

import type { Clock } from '../../hal/clock/clock.ts';
import type { Random } from '../../hal/random/random.ts';
import { createAnswerMemory } from './answer-memory.ts';
import { createCodeBook } from './code-book.ts';
import type { RelayDatabase } from './database.ts';
import { createLabelBook } from './label-book.ts';
import { NO_OBSERVER, type RelayObserver } from './observer.ts';
import { createCallHandler, type Handled, type RelayCall } from './relay-calls.ts';
import type { RelayParts } from './relay-parts.ts';
import { createSessionStore } from './session-store.ts';
import { createStateViews } from './state-views.ts';
import { startSweeper } from './sweeper.ts';
import { createTurn } from './turn.ts';
import { createWaiting } from './waiting.ts';

export interface Relay {
  /**
   * Takes a request. Its answer comes by `call.respond`, at the end of a turn or when the request has been held long enough.
   * @throws Where the database does not take what the request changes; `onLost` is then called at the end of the turn.
   */
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
  readonly onLost: (reason: unknown) => void;
  readonly observer?: RelayObserver;
}

/**
 * The relay as its database left it, times of contact among the rest (C14).
 * @throws Where the database holds what no relay wrote.
 */
export function createRelay(options: RelayOptions): Relay {
  const { clock, random, database, unix_ms, soon, onLost, observer = NO_OBSERVER } = options;
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
  const { store } = parts;
  const waiting = createWaiting({ clock, now, parts, turn: () => turn, observer });
  const turn = createTurn({ soon, commit, onLost, wake: waiting.wake, now_ms: () => clock.now_ms() });
  store.onChange((host) => turn.changed(host));
  for (const host of store.hosts()) turn.changed(host); // time runs for those of before, too
  const stopSweeping = startSweeper({ clock, now, parts, database, turn });

  function commit(): void {
    store.save();
    database.commit();
  }

  return {
    handle: createCallHandler({ parts, turn, waiting, now, observer }),
    stats: () => ({ sessions: store.count(), held: waiting.count() }),
    close() {
      stopSweeping();
      turn.end(); // who came in this turn is held now, and let go with the others
      waiting.close();
      turn.end();
    },
  };
}
