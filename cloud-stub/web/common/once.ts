// Idempotent forms: a form sent twice, by a double click or a browser retry, is processed once, and both requests get
// the same answer (R151).

import { createHash } from 'node:crypto';
import { FORM_ID, type Form } from './form.ts';

/** Lifetime of an idempotency record. */
const RECORD_LIFETIME_S = 60;
/** C131: lifetime of the record of a refusal, long enough for a double click. A later submission is a new attempt. */
const REFUSED_S = 5;
/** Limit of records; the oldest are dropped first. */
const RECORDS_MAX = 1000;

/** Idempotency records, oldest request first. */
export interface Once<A> {
  /**
   * Returns the recorded answer for this key, or calls `answer` and records its result. `key`: path and all fields that
   * distinguish one submission from another.
   */
  answer(key: OnceKey, answer: () => A | Promise<A>): Promise<A>;
  /** Returns null if the key has no record. */
  find(key: OnceKey): Promise<A> | null;
  /** Whether a submission to this path is recorded. */
  knows(path: string): boolean;
}

export type OnceKey = readonly [path: string, ...more: readonly string[]];

/** Returns the key of a submission; null for a form without an id, which is processed each time. */
export const onceKey = (path: string, form: Form): OnceKey | null =>
  form.has(FORM_ID) ? [path, ...[...form].flat()] : null;

interface OnceRecord<A> {
  readonly path: string;
  readonly answer: Promise<A>;
  forgotten_s: number;
}

export function createOnce<A extends { readonly status: number }>(unix_s: () => number): Once<A> {
  const records = new Map<string, OnceRecord<A>>();
  const find = (key: OnceKey): Promise<A> | null => {
    const known = records.get(hashOf(key));
    return known && unix_s() < known.forgotten_s ? known.answer : null;
  };
  const makeRoom = (now_s: number): void => {
    for (const [hash, { forgotten_s }] of records)
      if (forgotten_s <= now_s || records.size >= RECORDS_MAX) records.delete(hash);
  };
  const remember = (key: OnceKey, answer: Promise<A>): void => {
    const hash = hashOf(key);
    makeRoom(unix_s());
    const entry = { path: key[0], answer, forgotten_s: unix_s() + RECORD_LIFETIME_S };
    records.delete(hash);
    records.set(hash, entry);
    const keepBy = async (): Promise<void> => {
      try {
        if ((await answer).status >= 400) entry.forgotten_s = unix_s() + REFUSED_S;
      } catch {
        records.delete(hash);
      }
    };
    void keepBy();
  };
  return {
    answer(key, answer) {
      const known = find(key);
      if (known) return known;
      const first = (async () => answer())();
      remember(key, first);
      return first;
    },
    find,
    knows: (path) => [...records.values()].some((each) => each.path === path && unix_s() < each.forgotten_s),
  };
}

/** Stores hashes only, since fields may contain passwords. */
const hashOf = (key: OnceKey): string => createHash('sha256').update(JSON.stringify(key)).digest('base64');
