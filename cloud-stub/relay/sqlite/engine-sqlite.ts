// Engine of a single-process relay: sessions in memory, acknowledged changes in SQLite. All changes of a batch of
// requests are committed together, then held requests are woken, then callers are answered (docs/decisions/004).

import type { Clock } from '../../../hal/clock/clock.ts';
import type { Random } from '../../../hal/random/random.ts';
import {
  EngineAway,
  type Applied,
  type SessionChange,
  type ChangeListener,
  type Prepared,
  type RelayEngine,
  type SessionQuery,
} from '../engine.ts';
import { repeatedOperation } from '../session/operations.ts';
import { createAnswerMemory, type AnswerMemory } from './answer-memory.ts';
import { createCodeBook, type CodeBook } from './code-book.ts';
import type { RelayDatabase } from './database.ts';
import { createLabelBook, type LabelBook } from './label-book.ts';
import { createSessionStore, type SessionStore } from './session-store.ts';
import { startSweeper } from './sweeper.ts';
import { createTurn } from './commit-batch.ts';

export interface SqliteEngineOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly database: RelayDatabase;
  /** Current Unix time in milliseconds. */
  readonly unix_ms: number;
  /** Runs a function after the requests that have already arrived and before any timer. */
  readonly soon: (run: () => void) => void;
  /**
   * Called when the database refuses a write: calls that wait for it reject with `EngineAway`, and this engine stops.
   */
  readonly onLost: (reason: unknown) => void;
}

/**
 * Restores the engine from its database, including the times of contacts (C14), and takes ownership of it.
 * @throws If the database contains data that no relay wrote.
 */
export function createSqliteEngine({
  clock,
  random,
  database,
  unix_ms,
  soon,
  onLost,
}: SqliteEngineOptions): RelayEngine {
  // Whole milliseconds, never before a time that an earlier run stored, even if the wall clock was set back.
  const zero_ms = Math.max(unix_ms, database.latest_ms()) - clock.now_ms();
  const now = (): number => Math.floor(zero_ms + clock.now_ms());
  const components: Components = {
    store: createSessionStore(database, now()),
    codes: createCodeBook(database, random.fork('codes')),
    labels: createLabelBook(database, random.fork('labels')),
    answers: createAnswerMemory(database),
  };
  const { store, answers } = components;
  const listeners = new Set<ChangeListener>();
  const changed = (host: string, since_ms: number): void => {
    for (const listener of listeners) listener(host, since_ms);
  };
  const turn = createTurn({ soon, commit, onLost, wake: changed, now_ms: () => clock.now_ms() });
  store.onChange((host) => turn.changed(host));
  let closed = false;
  const stopSweeping = startSweeper({ clock, now, store, answers, database, turn });

  function commit(): void {
    store.save();
    database.commit();
  }

  return {
    async prepare(wanted) {
      turn.wrote(); // a throw may leave a partial change: the end of the batch detects it
      return prepared(components, wanted);
    },
    apply: (change) =>
      new Promise((resolve, reject) => {
        turn.wrote();
        const applied = done(components, change, now());
        const { host, since = null } = change;
        turn.atEnd(
          () => resolve({ ...applied, snapshot: store.snapshot(host, since, now()), hold_number: 0 }),
          () => reject(new EngineAway('The database stopped accepting writes.')),
        );
      }),
    look: async (host, since) => (store.has(host) ? store.snapshot(host, since, now()) : null),
    onChange: (listener) => void listeners.add(listener),
    stats: () => ({ sessions: store.count() }),
    async close() {
      if (closed) return;
      closed = true;
      stopSweeping();
      turn.end();
      database.close();
    },
  };
}

/** No-op: only this process changes the sessions of a SQLite engine, so there is nothing to poll. */
const NOTHING = (): void => {};

interface Components {
  readonly store: SessionStore;
  readonly codes: CodeBook;
  readonly labels: LabelBook;
  readonly answers: AnswerMemory;
}

function prepared(
  { store, codes, labels }: Components,
  { device, code, label, session, new_code, watch }: SessionQuery,
): Prepared {
  if (session && !store.has(device)) store.open(device, labels.labelOf(device), codes.mint(device));
  const owner = code ? codes.ownerOf(code) : null;
  const watched = code === undefined ? device : owner;
  return {
    owner,
    label: label ? labels.labelOf(device) : '',
    new_code: new_code ? codes.mint(device) : '',
    has_session: store.has(device),
    watch:
      watch && watched !== null ? { reported: () => store.version(watched), checked: NOTHING, end: NOTHING } : null,
  };
}

/** Applies a change unless its `rid` was already used. */
function done(
  { store, answers }: Components,
  { host, operation, memo }: SessionChange,
  now_ms: number,
): Pick<Applied, 'outcome' | 'stored_answer'> {
  const stored = memo ? answers.recall(host, memo.device, memo.rid, now_ms) : null;
  if (stored) {
    const contact = stored.fingerprint === memo?.fingerprint ? repeatedOperation(operation) : null;
    const outcome = contact ? store.apply(host, contact, now_ms) : null;
    return { outcome: outcome ?? { session: store.of(host, now_ms), status: 'ok' }, stored_answer: stored };
  }
  const outcome = store.apply(host, operation, now_ms);
  if (memo) {
    const { device, rid, fingerprint, answerOf } = memo;
    answers.remember(host, device, rid, { fingerprint, fields: answerOf(outcome) }, now_ms);
  }
  return { outcome, stored_answer: null };
}
