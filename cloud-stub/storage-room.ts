// Checks whether the data folder accepts writes (R114): recognizes the errors of SQLite and the file system, and
// provides a probe for `/readyz`.

import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../hal/clock/clock.ts';

export type StorageRoom = 'ready' | 'storage_full' | 'storage_failed';

/** SQLite result codes: FULL, IOERR_WRITE (a quota or a file size limit), IOERR_SHMSIZE. */
const SQLITE_FULL: ReadonlySet<unknown> = new Set([13, 778, 4874]);
const FILE_SYSTEM_FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Whether a write failed for lack of space. */
export function isStorageFull(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  const { code, errcode } = thrown as Error & { readonly code?: unknown; readonly errcode?: unknown };
  return FILE_SYSTEM_FULL.has(code) || SQLITE_FULL.has(errcode);
}

export const STORAGE_FULL = "The cloud's disk is full, so nothing was changed. Try again later.";

const PROBE_FILE = 'readiness.tmp';
/** Exceeds the size of a published script with its pictures. */
const PROBE_BYTES = 1_048_576;
/** Time for which a probe result is cached, since any client may request it. */
const HOLDS_MS = 5000;

/** Returns a probe of a folder, which writes a file there and removes it, at most once every `HOLDS_MS`. */
export function storageProbe(folder: string, { now_ms }: Pick<Clock, 'now_ms'>): () => Promise<StorageRoom> {
  let last: { readonly at_ms: number; readonly room: Promise<StorageRoom> } | null = null;
  return () => {
    if (last === null || now_ms() - last.at_ms >= HOLDS_MS) last = { at_ms: now_ms(), room: probe(folder) };
    return last.room;
  };
}

async function probe(folder: string): Promise<StorageRoom> {
  const path = join(folder, PROBE_FILE);
  try {
    await writeFile(path, Buffer.alloc(PROBE_BYTES));
    return 'ready';
  } catch (thrown) {
    return isStorageFull(thrown) ? 'storage_full' : 'storage_failed';
  } finally {
    await rm(path, { force: true }).catch(() => {});
  }
}
