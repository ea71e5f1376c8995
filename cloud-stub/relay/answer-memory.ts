// What was answered to a request with a `rid` (C13, R41): repeated for as long as its timestamp can be valid, so that a
// retry is not done twice, and neither is a copy that somebody recorded.

import * as v from 'valibot';
import { json, readColumn } from '../sqlite-statements.ts';
import type { RelayDatabase } from './database.ts';
import type { Answer } from './answer.ts';

/** Between a request's timestamp and the time here, either way (relay §5, C12). */
export const TIMESTAMP_TOLERANCE_S = 300;

/** C13: how long the relay remembers what it answered to a `rid`. */
export const ANSWER_MEMORY_MS = 2 * TIMESTAMP_TOLERANCE_S * 1000;

export interface RememberedAnswer {
  /** Of the body that was answered; another body under the same `rid` is a mistake. */
  readonly fingerprint: string;
  readonly answer: Answer;
}

export interface AnswerMemory {
  /**
   * @param rid As text that tells one route's from another's.
   * @returns Null for one that is not known, or was answered longer than ANSWER_MEMORY_MS ago.
   */
  recall(device: string, rid: string, now_ms: number): RememberedAnswer | null;
  remember(device: string, rid: string, answer: RememberedAnswer, now_ms: number): void;
  forget(now_ms: number): void;
}

const remembered: v.GenericSchema<unknown, RememberedAnswer> = json(
  v.object({
    fingerprint: v.string(),
    answer: v.object({ fields: v.looseObject({ status: v.string() }), state_of: v.nullable(v.string()) }),
  }),
);

interface Kept extends RememberedAnswer {
  readonly at_ms: number;
}

export function createAnswerMemory(database: RelayDatabase): AnswerMemory {
  const kept = new Map<string, Kept>();
  const keyOf = (device: string, rid: string): string => `${device} ${rid}`;
  const isFresh = ({ at_ms }: Kept, now_ms: number): boolean => now_ms - at_ms < ANSWER_MEMORY_MS;
  for (const { device, rid, at_ms, answer } of database.answers())
    kept.set(keyOf(device, rid), { ...readColumn(remembered, answer), at_ms });
  return {
    recall(device, rid, now_ms) {
      const answer = kept.get(keyOf(device, rid));
      return answer && isFresh(answer, now_ms) ? answer : null;
    },
    remember(device, rid, answer, now_ms) {
      const key = keyOf(device, rid);
      kept.delete(key); // so that the map stays in the order of time
      kept.set(key, { ...answer, at_ms: now_ms });
      database.addAnswer(device, rid, now_ms, JSON.stringify(answer));
    },
    forget(now_ms) {
      for (const [key, answer] of kept) {
        if (isFresh(answer, now_ms)) return;
        kept.delete(key);
      }
    },
  };
}
