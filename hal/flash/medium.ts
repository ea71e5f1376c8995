// Virtual storage medium: tracks a folder as programs see it and, separately, the durable part of it.
// A power cut tears files that were not synced: it keeps the first part of their bytes, and below an overwrite in place
// the old bytes after it. It keeps all names added, changed or removed since the last `syncNames`, or none, or (on a
// disk that reorders) only the last change.

import type { Block } from './disk.ts';

export interface PowerCut {
  /** Share of unsynced bytes that survives, 0..1, from the start of the file. */
  readonly torn: number;
  /** Outcome of unsynced name changes at a power cut. */
  readonly folder: 'kept' | 'lost' | 'last';
}

export interface Medium {
  names(): readonly string[];
  /** Returns a file as programs read it; null if there is no such file. */
  bytes(file: string): Uint8Array | null;
  /** Returns the total size of all other files. */
  bytesBeside(file: string): number;
  /** Creates or overwrites the file. @returns Makes the bytes, but not the name, durable. */
  write(file: string, bytes: Uint8Array): () => void;
  /** Overwrites a part of the file. @returns Makes the bytes durable; null if there is no such file. */
  overwrite(file: string, blocks: readonly Block[]): (() => void) | null;
  /** Returns false if there is no such file. */
  rename(from: string, to: string): boolean;
  remove(file: string): void;
  syncNames(): void;
  /** Writes a file to the medium; it is durable when the call returns. */
  put(file: string, bytes: Uint8Array): void;
  cut(cut: PowerCut): void;
}

interface Inode {
  bytes: Uint8Array;
  durable: boolean;
  /** Bytes on the medium below an overwrite that is not durable yet; null if there is none. */
  below: Uint8Array | null;
}
type Folder = Map<string, Inode>;

export function createMedium(): Medium {
  let current: Folder = new Map();
  let durable: Folder = new Map();
  let pending: ((folder: Folder) => void)[] = [];
  const change = (apply: (folder: Folder) => void): void => {
    apply(current);
    pending.push(apply);
  };

  return {
    names: () => [...current.keys()],
    bytes: (file) => current.get(file)?.bytes ?? null,
    bytesBeside: (file) => [...current].reduce((sum, [name, { bytes }]) => sum + (name === file ? 0 : bytes.length), 0),
    write(file, bytes) {
      const inode = current.get(file) ?? { bytes, durable: false, below: null };
      if (!current.has(file)) change((folder) => folder.set(file, inode));
      inode.bytes = new Uint8Array(bytes);
      inode.durable = false;
      inode.below = null;
      return () => (inode.durable = true);
    },
    overwrite(file, blocks) {
      const inode = current.get(file);
      if (!inode) return null;
      inode.below ??= inode.bytes;
      inode.bytes = new Uint8Array(inode.bytes);
      for (const { at, bytes } of blocks) inode.bytes.set(bytes, at);
      return () => (inode.below = null);
    },
    rename(from, to) {
      const inode = current.get(from);
      if (!inode) return false;
      change((folder) => {
        folder.delete(from);
        folder.set(to, inode);
      });
      return true;
    },
    remove(file) {
      if (current.has(file)) change((folder) => folder.delete(file));
    },
    syncNames() {
      durable = new Map(current);
      pending = [];
    },
    put(file, bytes) {
      const inode = { bytes: new Uint8Array(bytes), durable: true, below: null };
      current.set(file, inode);
      durable.set(file, inode);
    },
    cut({ torn, folder }) {
      const kept = { kept: pending, lost: [], last: pending.slice(-1) }[folder];
      for (const apply of kept) apply(durable);
      for (const inode of durable.values()) {
        const new_bytes = Math.floor(inode.bytes.length * torn);
        if (!inode.durable) inode.bytes = inode.bytes.slice(0, new_bytes);
        else if (inode.below)
          inode.bytes = inode.bytes.map((byte, at) => (at < new_bytes ? byte : (inode.below?.[at] ?? 0)));
        inode.durable = true;
        inode.below = null;
      }
      current = new Map(durable);
      pending = [];
    },
  };
}
