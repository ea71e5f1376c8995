// Moves a relay from its database to a shared engine, or back: `tapin cloud migrate`.

import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { moveIn } from '../../cloud-stub/relay/fleet/move-in.ts';
import { openRelayDatabase } from '../../cloud-stub/relay/sqlite/database.ts';
import { openDataFolder } from '../../hal/flash/data-folder.ts';
import { syncFolder } from '../../hal/flash/disk-files.ts';
import { RELAY_DATABASE_FILE } from './open-relay.ts';
import { exitWith } from '../process/process.ts';
import { relayFromEngine } from './relay-from-engine.ts';
import { withEngine } from './with-engine.ts';
import { visibleJson } from '../../wire/visible.ts';

interface MigrateOptions {
  readonly data: string;
  readonly engine: string;
  readonly back?: boolean;
  readonly json?: boolean;
}

export async function migrate({ data, engine, back = false, json = false }: MigrateOptions): Promise<void> {
  const file = join(data, RELAY_DATABASE_FILE);
  const moved = await (back ? moveBack(data, file, engine) : moveForth(data, file, engine));
  const { sessions, codes, labels } = moved;
  const what = `${sessions} sessions, ${codes} codes and ${labels} labels`;
  const text = back
    ? `Copied ${what} to ${file}; the engine was not changed.`
    : `Copied ${what} to the engine; ${file} was not changed.`;
  process.stdout.write(`${json ? visibleJson(moved) : text}\n`);
}

async function moveForth(data: string, file: string, engine: string) {
  if (!existsSync(file))
    exitWith({ code: 'data_unusable', message: `No relay in ${data}: ${RELAY_DATABASE_FILE} does not exist.` });
  const database = openRelayDatabase(file);
  if (!database.ok) exitWith(database.error);
  const moved = await withEngine(engine, ({ store }) => moveIn(database.value, store, Date.now()));
  database.value.close();
  return moved.ok ? moved.value : exitWith(moved.error);
}

/** Moves the relay back to a database; writes the file completely or not at all. */
async function moveBack(data: string, file: string, engine: string) {
  const folder = await openDataFolder(data);
  if (!folder.ok) exitWith(folder.error);
  if (existsSync(file))
    exitWith({
      code: 'data_unusable',
      message: `The folder ${data} already has a relay: move ${file} away before you replace it with the engine's data.`,
    });
  const partial = `${file}.partial`;
  await rm(partial, { force: true });
  const moved = await withEngine(engine, (opened) => relayFromEngine(opened, partial));
  if (!moved.ok) {
    await rm(partial, { force: true });
    exitWith(moved.error);
  }
  await rename(partial, file);
  await syncFolder(data);
  await folder.value.close();
  return moved.value;
}
