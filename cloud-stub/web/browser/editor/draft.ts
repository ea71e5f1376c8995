// Unsent text, stored in the browser under the key of its text field.

import { readFields } from '../../../../wire/json-fields.ts';

export interface EditorDraft {
  readonly text: string;
  /** Time of typing, Unix milliseconds. */
  readonly at_ms: number;
}

/** Required part of the browser's storage. */
export interface DraftStorage {
  getItem(name: string): string | null;
  setItem(name: string, text: string): void;
  removeItem(name: string): void;
}

interface Drafts {
  /** Returns null if there is no readable draft. */
  read(): EditorDraft | null;
  keep(text: string): void;
  drop(): void;
}

/**
 * Creates the draft store. If the storage is full, closed or forbidden, nothing is kept, and typing continues
 * undisturbed.
 */
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
      tried((from) => from.setItem(name, JSON.stringify({ text, at_ms: now_ms() } satisfies EditorDraft)), undefined),
    drop: () => tried((from) => from.removeItem(name), undefined),
  };
}
