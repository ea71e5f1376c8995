// Cache of extensions in memory, since all devices request the same ones. Only this process uses the database; each
// change of an extension must invalidate its entry.

import type { Extension } from './extension.ts';

/** About 300 bytes each. */
const EXTENSIONS_KEPT_MAX = 10_000;

export interface KeptExtensions {
  /** Returns null if there is no extension with this code. Calls `from` if it is not cached. */
  read(code: string, from: () => Extension | null): Extension | null;
  changed(code: string): void;
  clear(): void;
}

export function keepExtensions(): KeptExtensions {
  const kept = new Map<string, Extension>();
  return {
    read(code, from) {
      const known = kept.get(code);
      if (known) return known;
      const read = from();
      if (kept.size >= EXTENSIONS_KEPT_MAX) kept.clear();
      if (read) kept.set(code, read);
      return read;
    },
    changed: (code) => void kept.delete(code),
    clear: () => kept.clear(),
  };
}
