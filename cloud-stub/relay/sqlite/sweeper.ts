// Removes expired data: from memory in one go, from the database in portions, so that requests are not delayed.

import type { Alarm, Clock } from '../../../hal/clock/clock.ts';
import { ANSWER_MEMORY_MS } from '../routes/idempotency-record.ts';
import type { AnswerMemory } from './answer-memory.ts';
import { INPUT_LIFETIME_MS } from '../../../wire/limits.ts';
import type { RelayDatabase } from './database.ts';
import type { SessionStore } from './session-store.ts';
import type { CommitBatch } from './commit-batch.ts';

interface SweeperOptions {
  readonly clock: Clock;
  readonly now: () => number;
  readonly store: SessionStore;
  readonly answers: AnswerMemory;
  readonly database: RelayDatabase;
  readonly turn: CommitBatch;
}

const EVERY_MS = 10_000;
const ROWS_MAX = 200;
const NEXT_ROWS_MS = 20;

/** Starts sweeping, and returns a stop function. */
export function startSweeper({ clock, now, store, answers, database, turn }: SweeperOptions): () => void {
  let next: Alarm = clock.setTimeout(sweep, EVERY_MS);
  let next_rows: Alarm;

  function sweep(): void {
    store.forget(now());
    answers.forget(now());
    clock.clearTimeout(next_rows);
    sweepRows();
    next = clock.setTimeout(sweep, EVERY_MS);
  }

  function sweepRows(): void {
    turn.wrote();
    if (forgotten()) next_rows = clock.setTimeout(sweepRows, NEXT_ROWS_MS);
  }

  /**
   * Deletes a portion of rows and returns true if there may be more. If the database refuses writes, the end of the
   * batch detects it.
   */
  function forgotten(): boolean {
    try {
      return database.forget(now() - INPUT_LIFETIME_MS, now() - ANSWER_MEMORY_MS, ROWS_MAX);
    } catch {
      return false;
    }
  }

  return () => {
    clock.clearTimeout(next);
    clock.clearTimeout(next_rows);
  };
}
