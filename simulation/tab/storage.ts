// Storage of the tab's devices: the browser's database, or memory where the browser keeps nothing.

import { createMemoryDisk } from '../../hal/flash/disk-memory.ts';
import { createIndexedDbDisk, openDatabase } from '../../hal/flash/disk-indexed-db.ts';
import type { Disk } from '../../hal/flash/disk.ts';

const DATABASE = 'tapin';

interface TabStorage {
  diskOf(folder: string): Disk;
  /** Why nothing is kept, as a sentence; '' if the browser keeps everything. */
  readonly problem: string;
}

/** Opens the database for this tab alone: two devices on the same files would overwrite each other. */
export async function openTabStorage(): Promise<TabStorage> {
  if (!(await isOnlyTab())) return keepsNothing('Another tab plays this device: nothing is kept here.');
  const database = await openDatabase(DATABASE);
  if (!database.ok) return keepsNothing(database.error.message);
  return { diskOf: (folder) => createIndexedDbDisk(database.value, folder), problem: '' };
}

/** Returns storage that ends with the page. */
export const keepsNothing = (problem: string): TabStorage => ({ diskOf: () => createMemoryDisk(), problem });

/** Takes the lock on the storage until the tab is closed. Returns false if another tab has it. */
function isOnlyTab(): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const held = new Promise<never>(() => {});
  const take = (lock: Lock | null): Promise<never> | null => {
    resolve(lock !== null);
    return lock && held;
  };
  // Where there are no locks, opening the storage says why it can't be used.
  const unavailable = (): void => resolve(true);
  try {
    navigator.locks.request(DATABASE, { ifAvailable: true }, take).catch(unavailable);
  } catch {
    unavailable();
  }
  return promise;
}
