// Restores a backup into an empty data folder or shared engine: `tapin cloud restore`.

import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { readRegistryFile, type DeviceIdentity } from '../../cloud-stub/devices/device-registry.ts';
import { writeRegistryFile } from '../../cloud-stub/devices/enrol.ts';
import { createSharedRegistry } from '../../cloud-stub/devices/shared-registry.ts';
import { moveIn } from '../../cloud-stub/relay/fleet/move-in.ts';
import { openRelayDatabase } from '../../cloud-stub/relay/sqlite/database.ts';
import { DATA_MARKER } from '../../hal/flash/data-folder.ts';
import { fail, ok, type Result } from '../../wire/errors.ts';
import { DEVICES_FILE, type BackupOptions } from './backup.ts';
import { enrolAll } from './enrol-device.ts';
import { isTaken, makeWhole } from '../process/new-folder.ts';
import { RELAY_DATABASE_FILE } from './open-relay.ts';
import { STORE_DATABASE_FILE } from './open-store.ts';
import { exitWith } from '../process/process.ts';
import { withEngine } from './with-engine.ts';

export async function restore(folder: string, options: BackupOptions): Promise<void> {
  const { data, devices, engine } = options;
  if (!existsSync(join(folder, DATA_MARKER))) exitWith({ code: 'data_unusable', message: `No backup in ${folder}.` });
  const read = readRegistryFile(join(folder, DEVICES_FILE));
  if (!read.ok) exitWith(read.error);
  const restored = await (engine === undefined
    ? restoreFolder(folder, data, { file: devices, devices: read.value })
    : restoreEngine(folder, data, { engine, devices: read.value }));
  if (!restored.ok) exitWith(restored.error);
  const places = restored.value;
  process.stdout.write(
    options.json ? `${JSON.stringify({ places })}\n` : `Restored ${folder} to ${places.join(' and ')}.\n`,
  );
}

interface ToFile {
  readonly file: string;
  readonly devices: readonly DeviceIdentity[];
}

async function restoreFolder(folder: string, data: string, { file, devices }: ToFile): Promise<Result<string[]>> {
  const before = readRegistryFile(file);
  if (!before.ok) return before;
  const is_other = before.value.length > 0 && JSON.stringify(before.value) !== JSON.stringify(devices);
  if (is_other)
    return fail('registry_unusable', `The file ${file} has other devices: choose another file with --devices.`);
  if (await isTaken(data)) return taken(data);
  const written = devices.length > 0 ? writeRegistryFile(file, devices) : ok(undefined);
  if (!written.ok) return written;
  const made = await makeWhole(data, (partial) => copyBackup(folder, partial, [DEVICES_FILE]));
  return made.ok ? ok(devices.length > 0 ? [data, file] : [data]) : made;
}

const taken = (data: string): Result<never> =>
  fail('data_unusable', `The folder ${data} is not empty: choose another folder with --data.`);

async function copyBackup(folder: string, to: string, without: readonly string[]): Promise<Result<void>> {
  await cp(folder, to, {
    recursive: true,
    filter: (path) => dirname(resolve(path)) !== resolve(folder) || !without.includes(basename(path)),
  });
  return ok(undefined);
}

interface ToEngine {
  readonly engine: string;
  readonly devices: readonly DeviceIdentity[];
}

async function restoreEngine(folder: string, data: string, { engine, devices }: ToEngine): Promise<Result<string[]>> {
  const has_store = existsSync(join(folder, STORE_DATABASE_FILE));
  if (has_store && (await isTaken(data))) return taken(data);
  const restored = await withEngine(engine, async ({ store, commands, prefix }) => {
    const moved = await withRelayOf(folder, (database) => moveIn(database, store, Date.now()));
    if (!moved.ok) return moved;
    const enrolled = await enrolAll(createSharedRegistry(commands, prefix, () => performance.now()), devices); // oxfmt-ignore
    return enrolled.ok ? moved : enrolled;
  });
  if (!restored.ok) return restored;
  const place = `the engine (${restored.value.sessions} sessions, ${devices.length} devices)`;
  if (!has_store) return ok([place]);
  const made = await makeWhole(data, (to) => copyBackup(folder, to, [DEVICES_FILE, RELAY_DATABASE_FILE]));
  return made.ok ? ok([place, data]) : made;
}

/** Opens a copy of the backup's database, because the backup itself stays read-only. */
async function withRelayOf<T>(
  folder: string,
  act: (database: Parameters<typeof moveIn>[0]) => Promise<Result<T>>,
): Promise<Result<T>> {
  const copy = await mkdtemp(join(tmpdir(), 'tapin-restore-'));
  try {
    await cp(join(folder, RELAY_DATABASE_FILE), join(copy, RELAY_DATABASE_FILE));
    const database = openRelayDatabase(join(copy, RELAY_DATABASE_FILE));
    if (!database.ok) return database;
    try {
      return await act(database.value);
    } finally {
      database.value.close();
    }
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}
