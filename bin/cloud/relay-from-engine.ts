// What relays share on an engine, written to the database of one relay and a registry file: for a backup, and for the way back to a folder.

import { writeRegistryFile } from '../../cloud-stub/devices/enrol.ts';
import { createSharedRegistry } from '../../cloud-stub/devices/shared-registry.ts';
import type { Moved } from '../../cloud-stub/relay/fleet/move-in.ts';
import { moveOut } from '../../cloud-stub/relay/fleet/move-out.ts';
import type { OpenRedis } from '../../cloud-stub/relay/redis/open-redis.ts';
import { openRelayDatabase } from '../../cloud-stub/relay/sqlite/database.ts';
import { ok, type Result } from '../../wire/errors.ts';
import { openLiveLine } from '../process/live-line.ts';

/** @param path Of a database that is not there yet. Errors: those of the database. */
export async function relayFromEngine({ store }: OpenRedis, path: string): Promise<Result<Moved>> {
  const database = openRelayDatabase(path);
  if (!database.ok) return database;
  const line = openLiveLine();
  try {
    return ok(await moveOut(store, database.value, (moved, of) => line.show(`${moved} of ${of} sessions`)));
  } finally {
    line.clear();
    database.value.close();
  }
}

/** Gives how many devices are in the file then. Errors: `registry_unusable`. */
export async function registryFromEngine({ commands, prefix }: OpenRedis, file: string): Promise<Result<number>> {
  const devices = await createSharedRegistry(commands, prefix, () => performance.now()).all();
  const written = writeRegistryFile(file, devices);
  return written.ok ? ok(devices.length) : written;
}
