// A form that is sent twice, by two quick presses or by a browser that sends it again: it is processed once, and both get the first one's answer
// (R151).

import { createHash } from 'node:crypto';
import { FORM_ID, type Form } from './form.ts';

/** How long the answer to a form is remembered. */
const REMEMBERED_S = 60;
/** C131: a refusal is remembered for as long as two presses are one: later it is another try. */
const REFUSED_S = 5;
/** The oldest are forgotten first. */
const REMEMBERED_MAX = 1000;

/** Answers that are remembered, in the order in which they were asked for. */
export interface Once<A> {
  /** The answer that this key has, or else that of `answer`. `key`: the path, and all that tells one submission from another. */
  answer(key: OnceKey, answer: () => A | Promise<A>): Promise<A>;
  /** Null if the key has none. */
  find(key: OnceKey): Promise<A> | null;
  /** Whether something sent to this path is remembered. */
  knows(path: string): boolean;
}

export type OnceKey = readonly [path: string, ...more: readonly string[]];

/** Null for a form without an id, which is processed each time. */
export const onceKey = (path: string, form: Form): OnceKey | null =>
  form.has(FORM_ID) ? [path, ...[...form].flat()] : null;

interface Remembered<A> {
  readonly path: string;
  readonly answer: Promise<A>;
  forgotten_s: number;
}

export function createOnce<A extends { readonly status: number }>(unix_s: () => number): Once<A> {
  const remembered = new Map<string, Remembered<A>>();
  const find = (key: OnceKey): Promise<A> | null => {
    const known = remembered.get(hashOf(key));
    return known && unix_s() < known.forgotten_s ? known.answer : null;
  };
  const makeRoom = (now_s: number): void => {
    for (const [hash, { forgotten_s }] of remembered)
      if (forgotten_s <= now_s || remembered.size >= REMEMBERED_MAX) remembered.delete(hash);
  };
  const remember = (key: OnceKey, answer: Promise<A>): void => {
    const hash = hashOf(key);
    makeRoom(unix_s());
    const entry = { path: key[0], answer, forgotten_s: unix_s() + REMEMBERED_S };
    remembered.delete(hash);
    remembered.set(hash, entry);
    const keepBy = async (): Promise<void> => {
      try {
        if ((await answer).status >= 400) entry.forgotten_s = unix_s() + REFUSED_S;
      } catch {
        remembered.delete(hash);
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
    knows: (path) => [...remembered.values()].some((each) => each.path === path && unix_s() < each.forgotten_s),
  };
}

/** Passwords may be among the fields, so they are not kept. */
const hashOf = (key: OnceKey): string => createHash('sha256').update(JSON.stringify(key)).digest('base64');
