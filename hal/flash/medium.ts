// A virtual storage medium: what programs see of a folder, and what of it is durable, kept apart until they ask to wait.
//
// At a power cut, bytes not yet waited for are torn; names given, changed or removed since the last `syncNames` are kept,
// lost, or (a disk that reorders) only the last change is kept.

export interface PowerCut {
  /** How much of bytes that were not yet waited for stays, 0..1, from the beginning. */
  readonly torn: number;
  /** What becomes of changes of names that were not yet waited for. */
  readonly folder: 'kept' | 'lost' | 'last';
}

export interface Medium {
  names(): readonly string[];
  /** What programs read; null where there is no such file. */
  bytes(file: string): Uint8Array | null;
  /** What all files but this one take. */
  bytesBeside(file: string): number;
  /** Creates or overwrites the file; call the answer to make the bytes, not the name, durable. */
  write(file: string, bytes: Uint8Array): () => void;
  /** False if there is no such file. */
  rename(from: string, to: string): boolean;
  remove(file: string): void;
  syncNames(): void;
  /** Puts a file there, durable at once. */
  put(file: string, bytes: Uint8Array): void;
  cut(cut: PowerCut): void;
}

interface Inode {
  bytes: Uint8Array;
  durable: boolean;
}
type Folder = Map<string, Inode>;

export function createMedium(): Medium {
  let seen: Folder = new Map();
  let durable: Folder = new Map();
  let pending: ((folder: Folder) => void)[] = [];
  const change = (apply: (folder: Folder) => void): void => {
    apply(seen);
    pending.push(apply);
  };

  return {
    names: () => [...seen.keys()],
    bytes: (file) => seen.get(file)?.bytes ?? null,
    bytesBeside: (file) => [...seen].reduce((sum, [name, { bytes }]) => sum + (name === file ? 0 : bytes.length), 0),
    write(file, bytes) {
      const inode = seen.get(file) ?? { bytes, durable: false };
      if (!seen.has(file)) change((folder) => folder.set(file, inode));
      inode.bytes = new Uint8Array(bytes);
      inode.durable = false;
      return () => (inode.durable = true);
    },
    rename(from, to) {
      const inode = seen.get(from);
      if (!inode) return false;
      change((folder) => {
        folder.delete(from);
        folder.set(to, inode);
      });
      return true;
    },
    remove(file) {
      if (seen.has(file)) change((folder) => folder.delete(file));
    },
    syncNames() {
      durable = new Map(seen);
      pending = [];
    },
    put(file, bytes) {
      const inode = { bytes: new Uint8Array(bytes), durable: true };
      seen.set(file, inode);
      durable.set(file, inode);
    },
    cut({ torn, folder }) {
      const kept = { kept: pending, lost: [], last: pending.slice(-1) }[folder];
      for (const apply of kept) apply(durable);
      for (const inode of durable.values()) {
        if (!inode.durable) inode.bytes = inode.bytes.slice(0, Math.floor(inode.bytes.length * torn));
        inode.durable = true;
      }
      seen = new Map(durable);
      pending = [];
    },
  };
}
