// The file operations that the flash store needs, in one flat folder: on a real file system, or in memory.
//
// Contract
// - Nothing throws. Trouble is `flash_full` (no room), `flash_read_only` (nothing may be written), `flash_damaged` (the medium
//   can't give a file's bytes back; only from `read`) or `flash_failed` (anything else), each with the reason.
// - What `write` answered ok for has its bytes on the medium. That the file has this name is only sure after `syncFolder`;
//   so it is for `rename` and `remove`, which may survive a loss of power in any order until then.

import type { Result } from '../../wire/errors.ts';

export interface Disk {
  /** The whole file, in bytes of the caller's own; null where there is no such file. */
  read(file: string): Promise<Result<Uint8Array | null>>;
  /** Creates the file, or empties it, then writes the bytes and waits until they are on the medium. */
  write(file: string, bytes: Uint8Array): Promise<Result<void>>;
  /** Takes the place of a file that is there already, at once and whole. */
  rename(from: string, to: string): Promise<Result<void>>;
  /** Waits until every name that was given, changed or removed is on the medium. */
  syncFolder(): Promise<Result<void>>;
  /** Removing what is not there is fine. */
  remove(file: string): Promise<Result<void>>;
  /** The names of all files, in any order. */
  list(): Promise<Result<readonly string[]>>;
}
