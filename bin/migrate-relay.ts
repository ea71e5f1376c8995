// Moves a relay from its database to an engine that relays share: what `tapin cloud migrate` runs.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { moveIn } from '../cloud-stub/relay/shared/move-in.ts';
import { openRelayDatabase } from '../cloud-stub/relay/sqlite/database.ts';
import { exitWith } from './process.ts';
import { withEngine } from './with-engine.ts';

export interface MigrateOptions {
  readonly data: string;
  readonly engine: string;
  readonly json?: boolean;
}

export async function migrate({ data, engine, json = false }: MigrateOptions): Promise<void> {
  const file = join(data, 'relay.sqlite');
  if (!existsSync(file))
    exitWith({ code: 'data_unusable', message: `There is no relay in ${data}: it has no relay.sqlite.` });
  const database = openRelayDatabase(file);
  if (!database.ok) exitWith(database.error);
  const moved = await withEngine(engine, ({ store }) => moveIn(database.value, store, Date.now()));
  database.value.close();
  const { sessions, codes, labels } = moved;
  process.stdout.write(
    json
      ? `${JSON.stringify(moved)}\n`
      : `${sessions} sessions, ${codes} codes and ${labels} labels are in the engine; ${file} is as it was.\n`,
  );
}
