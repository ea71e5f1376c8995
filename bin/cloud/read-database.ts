// Detects damage within a row, which SQLite does not notice, while a cloud reads its data at startup.

import { basename } from 'node:path';
import { fail, messageOf, ok, type Result } from '../../wire/errors.ts';

/** Returns the result of `start` over a database, and closes the database if a row can't be read. Errors: `data_unusable`. */
export function startOn<T>(path: string, database: { close(): void }, start: () => T): Result<T> {
  try {
    return ok(start());
  } catch (thrown) {
    database.close();
    return fail(
      'data_unusable',
      `The database ${path} has a damaged row: ${messageOf(thrown)}. Restore ${basename(path)} from a backup (tapin cloud backup).`,
    );
  }
}
