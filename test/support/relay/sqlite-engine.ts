// The engine of a single-process relay on a test database.

import type { ExecutionContext } from 'ava';
import type { RelayEngine } from '../../../cloud-stub/relay/engine.ts';
import { openRelayDatabase, type RelayDatabase } from '../../../cloud-stub/relay/sqlite/database.ts';
import { createSqliteEngine, type SqliteEngineOptions } from '../../../cloud-stub/relay/sqlite/engine-sqlite.ts';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import { valueOf } from '../results.ts';

type Options = Pick<SqliteEngineOptions, 'clock'> & Partial<SqliteEngineOptions> & { readonly file?: string };

/** Returns an engine. Defaults: a database in memory; batches end at the next alarm of the clock. */
export function sqliteEngine(
  t: ExecutionContext,
  { clock, file = ':memory:', ...options }: Options,
): { readonly engine: RelayEngine; readonly database: RelayDatabase } {
  const database = options.database ?? valueOf(t, openRelayDatabase(file));
  const engine = createSqliteEngine({
    random: createSeededRandom(1, 'relay'),
    unix_ms: clock.unix_s() * 1000,
    soon: (run) => void clock.setTimeout(run, 0),
    onLost: () => t.fail('the database stopped accepting writes'),
    ...options,
    clock,
    database,
  });
  return { engine, database };
}
