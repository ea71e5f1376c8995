// Warns of files in a cloud's data folder that were missing at startup and have been recreated, although a cloud has
// run there before: the originals may be lost.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../../hal/log/log.ts';
import { IDENTITY_DATABASE_FILE } from './open-identity.ts';
import { RELAY_DATABASE_FILE } from './open-relay.ts';
import { AUTHOR_KEY_FILE, STORE_DATABASE_FILE } from './open-store.ts';

const DATABASES = [RELAY_DATABASE_FILE, STORE_DATABASE_FILE, IDENTITY_DATABASE_FILE];

/**
 * Records which files are missing; call it before opening them. Returns a function to call afterwards, which warns of
 * each file that was created.
 */
export function watchForLostFiles(data: string, log: Log): () => void {
  const has = (name: string): boolean => existsSync(join(data, name));
  const missing = DATABASES.some(has) ? [...DATABASES, AUTHOR_KEY_FILE].filter((name) => !has(name)) : [];
  return () => {
    for (const name of missing.filter(has)) {
      const what = `The data folder ${data} had no ${name}; created a new one.`;
      log.write(
        'warn',
        'storage',
        `${what} If the old one was lost, stop this cloud and restore ${name} from a backup.`,
      );
    }
  };
}
