// User actions on a device's memory.

import type { Api, ApiProblem, StorageChange } from '../connection/api.ts';
import { isMemory } from './memory-text.ts';
import { saveText } from '../common/save-as.ts';

export interface MemoryActions {
  changeStorage(change: StorageChange): Promise<void>;
  /** Saves the stored records, now or at a past time, as a file. */
  saveMemory(until_ms: number | null): void;
  /** Returns the stored records as text; null if they can't be read. */
  readMemory(until_ms: number | null): Promise<string | null>;
  /** Takes a snapshot of the current records, kept for the life of the page. */
  takeSnapshot(): Promise<void>;
  /** Returns the snapshot; null before one was taken. */
  snapshot(): string | null;
  /** Restarts the device with the records of a file that the user has chosen. Returns whether it succeeded. */
  importMemory(text: string, file_name: string): Promise<boolean>;
  /** Restarts the device with these records. Returns whether it succeeded. */
  putMemory(text: string, done: string): Promise<boolean>;
}

/** Creates the actions. `report`: reports the result on the status line. */
export function createMemoryActions(
  api: Api,
  report: (result: Promise<ApiProblem>, done: string) => Promise<boolean>,
): MemoryActions {
  let snapshot: string | null = null;
  /** Reads the records. `done`: message on success; null for none. */
  const read = async (until_ms: number | null, done: string | null): Promise<string | null> => {
    const memory = await api.memory(until_ms);
    if ('problem' in memory) await report(Promise.resolve(memory.problem), '');
    else if (done !== null) await report(Promise.resolve(null), done);
    return 'text' in memory ? memory.text : null;
  };
  return {
    async changeStorage(change) {
      const { damage } = change;
      const cut = change.cut_at_next_write ? 'Power cut armed for the next write.' : 'Power cut disarmed.';
      await report(api.changeStorage(change), damage === undefined ? cut : `The newest copy of ${damage} is damaged.`);
    },
    saveMemory: (until_ms) =>
      void read(until_ms, 'Saved tapin-memory.json.').then(
        (text) => text !== null && saveText(text, 'tapin-memory.json', 'application/json'),
      ),
    readMemory: (until_ms) => read(until_ms, null),
    async takeSnapshot() {
      snapshot = (await read(null, 'Snapshot taken.')) ?? snapshot;
    },
    snapshot: () => snapshot,
    importMemory: (text, file_name) =>
      report(
        isMemory(text)
          ? api.putMemory(text)
          : Promise.resolve(`${file_name} is not a memory file: use Export to save one.`),
        `The device has restarted with ${file_name}.`,
      ),
    putMemory: (text, done) => report(api.putMemory(text), done),
  };
}
