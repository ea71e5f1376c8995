// Idempotency records of requests with a `rid` (C13, R41): an answer is repeated for as long as its timestamp can be
// valid, so that neither a retry nor a replayed copy is executed twice.

import { json, readColumn } from '../../sqlite/sqlite-statements.ts';
import type { StoredAnswer } from '../engine.ts';
import { ANSWER_MEMORY_MS } from '../routes/idempotency-record.ts';
import { storedAnswer } from '../session/stored-shapes.ts';
import type { RelayDatabase } from './database.ts';

export interface AnswerMemory {
  /**
   * @param host Host of the session.
   * @param rid Includes the route.
   * @returns Null if unknown, or answered more than ANSWER_MEMORY_MS ago.
   */
  recall(host: string, device: string, rid: string, now_ms: number): StoredAnswer | null;
  remember(host: string, device: string, rid: string, answer: StoredAnswer, now_ms: number): void;
  forget(now_ms: number): void;
}

const answerColumn = json(storedAnswer);

/** Parses a record of the database. */
export const readStoredAnswer = (text: string): StoredAnswer => readColumn(answerColumn, text);

interface Kept extends StoredAnswer {
  readonly at_ms: number;
}

export function createAnswerMemory(database: RelayDatabase): AnswerMemory {
  const kept = new Map<string, Kept>();
  const keyOf = (host: string, device: string, rid: string): string => `${host} ${device} ${rid}`;
  const isFresh = ({ at_ms }: Kept, now_ms: number): boolean => now_ms - at_ms < ANSWER_MEMORY_MS;
  for (const { host, device, rid, at_ms, answer } of database.answers())
    kept.set(keyOf(host, device, rid), { ...readStoredAnswer(answer), at_ms });
  return {
    recall(host, device, rid, now_ms) {
      const answer = kept.get(keyOf(host, device, rid)) ?? kept.get(keyOf('', device, rid));
      return answer && isFresh(answer, now_ms) ? answer : null;
    },
    remember(host, device, rid, answer, now_ms) {
      const key = keyOf(host, device, rid);
      kept.delete(key); // keeps the map ordered by time
      kept.set(key, { ...answer, at_ms: now_ms });
      database.addAnswer(host, device, rid, now_ms, JSON.stringify(answer));
    },
    forget(now_ms) {
      for (const [key, answer] of kept) {
        if (isFresh(answer, now_ms)) return;
        kept.delete(key);
      }
    },
  };
}
