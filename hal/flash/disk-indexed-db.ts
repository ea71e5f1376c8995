// Disk in a browser's IndexedDB: each operation is one transaction, and the next one starts only after the browser has
// reported that the transaction is on the medium. A tab that is killed loses the transaction in progress, or nothing.

import { fail, messageOf, ok, type Result } from '../../wire/errors.ts';
import type { Disk } from './disk.ts';

const FILES = 'files';
/** Sorts after every name of a file in a folder. */
const LAST = '\u{ffff}';

/** Opens a database, and creates it if necessary. Errors: `data_unusable`, as a sentence. */
export function openDatabase(name: string): Promise<Result<IDBDatabase>> {
  const { promise, resolve } = Promise.withResolvers<Result<IDBDatabase>>();
  const unusable = (reason: unknown): void =>
    resolve(fail('data_unusable', `This browser keeps nothing for this page: ${reasonOf(reason)}.`));
  try {
    const opening = indexedDB.open(name, 1);
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(FILES));
    opening.addEventListener('success', () => resolve(ok(opening.result)));
    opening.addEventListener('error', () => unusable(opening.error));
    opening.addEventListener('blocked', () => unusable('another tab has an older version of the database open'));
  } catch (thrown) {
    unusable(thrown); // a sandboxed frame has no databases
  }
  return promise;
}

/** Creates the disk of a device. `folder`: its part of the database. */
export function createIndexedDbDisk(database: IDBDatabase, folder: string): Disk {
  const keyOf = (file: string): string => `${folder}/${file}`;
  const all = IDBKeyRange.bound(keyOf(''), keyOf(LAST));
  const change = (work: (files: IDBObjectStore) => void): Promise<Result<undefined>> =>
    transact(database, 'readwrite', (files) => {
      work(files);
      return () => undefined;
    });
  return {
    async read(file) {
      const found = await transact(database, 'readonly', (files) => {
        const request: IDBRequest<unknown> = files.get(keyOf(file));
        return () => request.result;
      });
      return found.ok ? ok(found.value instanceof Uint8Array ? found.value : null) : found;
    },
    write: (file, bytes) => change((files) => files.put(new Uint8Array(bytes), keyOf(file))),
    overwrite: (file, blocks) =>
      change((files) => {
        const request: IDBRequest<unknown> = files.get(keyOf(file));
        request.addEventListener('success', () => {
          if (!(request.result instanceof Uint8Array)) throw new Error(`file ${file} not found`);
          for (const { at, bytes } of blocks) request.result.set(bytes, at);
          files.put(request.result, keyOf(file));
        });
      }),
    async rename(from, to) {
      let found = true;
      const renamed = await change((files) => {
        const request: IDBRequest<unknown> = files.get(keyOf(from));
        request.addEventListener('success', () => {
          found = request.result !== undefined;
          if (!found) return;
          files.put(request.result, keyOf(to));
          files.delete(keyOf(from));
        });
      });
      return found ? renamed : fail('flash_failed', `file ${from} not found`);
    },
    // Names are on the medium with their transactions.
    syncFolder: async () => ok(undefined),
    remove: (file) => change((files) => files.delete(keyOf(file))),
    async list() {
      const keys = await transact(database, 'readonly', (files) => {
        const request = files.getAllKeys(all);
        return () => request.result;
      });
      return keys.ok
        ? ok(keys.value.flatMap((key) => (typeof key === 'string' ? [key.slice(keyOf('').length)] : [])))
        : keys;
    },
  };
}

/** Runs requests in a transaction. `work` returns a function that reads their results. Errors: as for `Disk`. */
function transact<T>(
  database: IDBDatabase,
  mode: 'readonly' | 'readwrite',
  work: (files: IDBObjectStore) => () => T,
): Promise<Result<T>> {
  const { promise, resolve } = Promise.withResolvers<Result<T>>();
  try {
    const transaction = database.transaction(FILES, mode, { durability: 'strict' });
    const resultNow = work(transaction.objectStore(FILES));
    transaction.addEventListener('complete', () => resolve(ok(resultNow())));
    transaction.addEventListener('abort', () => resolve(failure(transaction.error)));
  } catch (thrown) {
    resolve(failure(thrown)); // the database was closed or deleted
  }
  return promise;
}

const failure = (reason: unknown): Result<never> =>
  reason instanceof DOMException && reason.name === 'QuotaExceededError'
    ? fail('flash_full', "the browser's quota for this page is used up")
    : fail('flash_failed', reasonOf(reason));

const reasonOf = (reason: unknown): string =>
  (reason === null ? 'the browser ended the transaction' : messageOf(reason)).replace(/\.$/, '');
