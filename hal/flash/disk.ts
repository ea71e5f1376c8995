// Disk port: the file operations that the flash store needs, in one flat folder on a real file system or in memory.
// Contract: nothing throws. Errors, each with the reason: `flash_full` (no room), `flash_read_only` (no writes
// possible), `flash_damaged` (only from `read`: the medium can't return a file's bytes), `flash_failed` (anything
// else).
// After `write` succeeds the bytes are on the medium, but the file's name is durable only after `syncFolder`. The same
// holds for `rename` and `remove`: until then a power cut may keep any of them, in any order.

import type { Result } from '../../wire/errors.ts';

/** Bytes at a place within a file. */
export interface Block {
  readonly at: number;
  readonly bytes: Uint8Array;
}

export interface Disk {
  /** Reads the whole file into a new buffer; null if there is no such file. */
  read(file: string): Promise<Result<Uint8Array | null>>;
  /** Creates or truncates the file, then writes the bytes and waits until they are on the medium. */
  write(file: string, bytes: Uint8Array): Promise<Result<void>>;
  /**
   * Overwrites these blocks of an existing file in place and waits until they are on the medium. A power cut before that
   * leaves any part of them.
   */
  overwrite(file: string, blocks: readonly Block[]): Promise<Result<void>>;
  /** Renames a file and atomically replaces an existing one. */
  rename(from: string, to: string): Promise<Result<void>>;
  /** Waits until every new, changed or removed name is on the medium. */
  syncFolder(): Promise<Result<void>>;
  /** Succeeds if there is no such file. */
  remove(file: string): Promise<Result<void>>;
  /** Lists the names of all files, in any order. */
  list(): Promise<Result<readonly string[]>>;
}
