// What is typed and not yet sent, kept in the browser under the key of its text field.

import { readFields } from '../../../../wire/json-fields.ts';

export interface Draft {
  readonly text: string;
  /** Unix time in milliseconds at which it was typed. */
  readonly at_ms: number;
}

/** What is needed of the browser's storage. */
export interface DraftStorage {
  getItem(name: string): string | null;
  setItem(name: string, text: string): void;
  removeItem(name: string): void;
}

interface Drafts {
  /** Null where there is none, or none that can be read. */
  read(): Draft | null;
  keep(text: string): void;
  drop(): void;
}

/** A storage that is full, closed or forbidden keeps nothing, and nobody is kept from typing by that. */
export function createDrafts(storage: () => DraftStorage, key: string, now_ms: () => number): Drafts {
  const name = `tapin.draft.${key}`;
  const tried = <T>(what: (from: DraftStorage) => T, otherwise: T): T => {
    try {
      return what(storage());
    } catch {
      return otherwise;
    }
  };
  return {
    read() {
      const { text, at_ms } = readFields(tried((from) => from.getItem(name), null) ?? '') ?? {};
      return typeof text === 'string' && typeof at_ms === 'number' ? { text, at_ms } : null;
    },
    keep: (text) =>
      tried((from) => from.setItem(name, JSON.stringify({ text, at_ms: now_ms() } satisfies Draft)), undefined),
    drop: () => tried((from) => from.removeItem(name), undefined),
  };
}
