// Extensions as they are in the database, kept in memory since every device asks for the same ones. The database is this process's alone;
// whatever changes an extension in it must say so.

import type { Extension } from './extension.ts';

/** About 300 bytes each. */
const EXTENSIONS_KEPT_MAX = 10_000;

export interface KeptExtensions {
  /** null: there is none of this code. Read where it is not kept. */
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
