// Copies a cloud while it runs: `tapin cloud backup`. The backup is an ordinary data folder that includes the device
// registry and can be served directly.

import { existsSync, statSync } from 'node:fs';
import { chmod, copyFile, cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { copySqliteFile } from '../../cloud-stub/sqlite/sqlite-file.ts';
import { DATA_MARKER, openDataFolder } from '../../hal/flash/data-folder.ts';
import { fail, messageOf, ok, type Result } from '../../wire/errors.ts';
import { askCloud } from './admin-port.ts';
import { makeWhole } from '../process/new-folder.ts';
import { RELAY_DATABASE_FILE } from './open-relay.ts';
import { exitWith, printMessage } from '../process/process.ts';
import { registryFromEngine, relayFromEngine } from './relay-from-engine.ts';
import { withEngine } from './with-engine.ts';

export interface BackupOptions {
  readonly data: string;
  readonly devices: string;
  readonly engine?: string;
  readonly json?: boolean;
}

/** Name of the device registry in a backup. */
export const DEVICES_FILE = 'tapin-devices.json';
const DATABASE = /\.sqlite$/;
/** Prefix of temporary folders. */
const COPIES = 'copy-';
/** Files not copied directly: databases, and runtime files of a cloud. */
const LEFT_OUT = /^(lock|admin\.json|copy-.*|.+\.sqlite(-wal|-shm|-journal|\.partial)?)$/;
/** A large store takes long to copy. */
const COPY_MS = 600_000;
const OWNER_ALONE = 0o600;

export async function backup(folder: string, options: BackupOptions): Promise<void> {
  const made = await makeWhole(folder, (partial) => fillBackup(partial, options));
  if (!made.ok) exitWith(made.error);
  const files = made.value;
  process.stdout.write(
    options.json
      ? `${JSON.stringify({ folder, files })}\n`
      : `${folder} contains ${files.join(', ')}. It has secrets: protect it like the data folder of the cloud.\n`,
  );
}

async function fillBackup(partial: string, { data, devices, engine }: BackupOptions): Promise<Result<string[]>> {
  const has_data = existsSync(join(data, DATA_MARKER)) && (await databasesIn(data, engine !== undefined)).length > 0;
  if (!has_data && engine === undefined) return fail('data_unusable', `No cloud in ${data}.`);
  if (has_data) {
    const copied = await copyData(data, partial, engine !== undefined);
    if (!copied.ok) return copied;
  } else {
    const marked = await markAsData(partial);
    if (!marked.ok) return marked;
    printMessage(`No store in ${data}: the backup has only the data that relays share; to add the store, use --data.`);
  }
  if (engine === undefined) {
    if (existsSync(devices)) await copyPrivate(devices, join(partial, DEVICES_FILE));
    else printMessage(`No registry ${devices}: the backup has no devices; to add them, use --devices.`);
  } else {
    const copied = await copyEngine(engine, partial);
    if (!copied.ok) return copied;
  }
  return ok((await readdir(partial)).filter((file) => file !== DATA_MARKER).toSorted());
}

/** Lists the databases to copy. With a shared engine, any relay database left in the folder is stale. */
const databasesIn = async (folder: string, is_shared: boolean): Promise<string[]> =>
  (await readdir(folder)).filter((file) => DATABASE.test(file) && !(is_shared && file === RELAY_DATABASE_FILE));

async function copyData(data: string, to: string, is_shared: boolean): Promise<Result<void>> {
  for (const left of await readdir(data))
    if (left.startsWith(COPIES)) await rm(join(data, left), { recursive: true, force: true }); // left by an interrupted backup
  // A sandboxed cloud may write only to its own folder.
  const copies = await mkdtemp(join(resolve(data), COPIES));
  try {
    const reply = await askCloud(data, { do: 'copy', folder: copies }, COPY_MS);
    const copied = reply ?? (await copyDatabases(data, copies, is_shared));
    if (!copied.ok) return copied;
    await cp(copies, to, { recursive: true });
    await cp(data, to, {
      recursive: true,
      filter: (path) => dirname(resolve(path)) !== resolve(data) || !LEFT_OUT.test(basename(path)),
    });
    return ok(undefined);
  } finally {
    await rm(copies, { recursive: true, force: true });
  }
}

/**
 * Copies the databases of a stopped cloud. A relay on an engine may still lock the folder without an open database;
 * SQLite's own locks detect any other.
 */
async function copyDatabases(data: string, to: string, is_shared: boolean): Promise<Result<unknown>> {
  const folder = await openDataFolder(data);
  if (!folder.ok && folder.error.code !== 'data_in_use') return folder;
  try {
    for (const file of await databasesIn(data, is_shared)) copyDatabase(join(data, file), join(to, file));
    return ok(undefined);
  } catch (thrown) {
    return folder.ok
      ? fail('data_unusable', `The databases in ${data} can't be copied: ${messageOf(thrown)}.`)
      : folder;
  } finally {
    if (folder.ok) await folder.value.close();
  }
}

function copyDatabase(from: string, to: string): void {
  if (statSync(from).size === 0) throw new Error(`${from} is empty`);
  const sqlite = new DatabaseSync(from);
  try {
    copySqliteFile(sqlite, to);
  } finally {
    sqlite.close();
  }
}

/** Copies the sessions and devices of the engine, which replace any left in the folder. */
const copyEngine = (engine: string, to: string): Promise<Result<unknown>> =>
  withEngine(engine, async (opened) => {
    await rm(join(to, RELAY_DATABASE_FILE), { force: true });
    const relay = await relayFromEngine(opened, join(to, RELAY_DATABASE_FILE));
    if (!relay.ok) return relay;
    const devices = await registryFromEngine(opened, join(to, DEVICES_FILE));
    if (!devices.ok) return devices;
    if (relay.value.codes + devices.value > 0) return ok(undefined);
    return fail('data_unusable', `No relay data below ${opened.prefix}; check the ?prefix= of the engine.`);
  });

async function markAsData(folder: string): Promise<Result<void>> {
  const made = await openDataFolder(folder);
  return made.ok ? ok(await made.value.close()) : made;
}

async function copyPrivate(from: string, to: string): Promise<void> {
  await copyFile(from, to);
  await chmod(to, OWNER_ALONE);
}
