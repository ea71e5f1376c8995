// What a person does with a device's memory on this page.

import type { Api, Problem, StorageChange } from '../connection/api.ts';
import { isMemory } from './memory-text.ts';
import { saveText } from '../common/save-as.ts';

export interface MemoryActions {
  changeStorage(change: StorageChange): Promise<void>;
  /** As a file: what is stored, or was until a moment. */
  saveMemory(until_ms: number | null): void;
  /** The same as a text; null where it can't be had. */
  readMemory(until_ms: number | null): Promise<string | null>;
  /** The same of now, kept for as long as the page is there. */
  takeSnapshot(): Promise<void>;
  /** Null before one was taken. */
  snapshot(): string | null;
  /** The same of a file that somebody has chosen. */
  importMemory(text: string, file_name: string): Promise<boolean>;
  /** The device starts again with it. Gives whether it does. */
  putMemory(text: string, done: string): Promise<boolean>;
}

/** `tell`: says on the status line how it went. */
export function createMemoryActions(
  api: Api,
  tell: (asked: Promise<Problem>, done: string) => Promise<boolean>,
): MemoryActions {
  let snapshot: string | null = null;
  /** `done`: said where it can be had; null for nothing. */
  const read = async (until_ms: number | null, done: string | null): Promise<string | null> => {
    const memory = await api.memory(until_ms);
    if ('problem' in memory) await tell(Promise.resolve(memory.problem), '');
    else if (done !== null) await tell(Promise.resolve(null), done);
    return 'text' in memory ? memory.text : null;
  };
  return {
    async changeStorage(change) {
      const { damage } = change;
      const cut = change.cut_at_next_write ? 'The power goes at the next write.' : 'The power stays at the next write.';
      await tell(api.changeStorage(change), damage === undefined ? cut : `The newest copy of ${damage} is damaged.`);
    },
    saveMemory: (until_ms) =>
      void read(until_ms, 'Saved tapin-memory.json.').then(
        (text) => text !== null && saveText(text, 'tapin-memory.json', 'application/json'),
      ),
    readMemory: (until_ms) => read(until_ms, null),
    async takeSnapshot() {
      snapshot = (await read(null, 'What is stored is kept on this page.')) ?? snapshot;
    },
    snapshot: () => snapshot,
    importMemory: (text, file_name) =>
      tell(
        isMemory(text)
          ? api.putMemory(text)
          : Promise.resolve(`${file_name} is no memory of a device: Export saves one.`),
        `The device has started with ${file_name}.`,
      ),
    putMemory: (text, done) => tell(api.putMemory(text), done),
  };
}
