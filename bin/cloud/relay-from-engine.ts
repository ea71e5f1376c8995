// Writes the shared state of an engine to a single relay's database and a registry file, for a backup or a move back to
// a folder.

import { writeRegistryFile } from '../../cloud-stub/devices/enrol.ts';
import { createSharedRegistry } from '../../cloud-stub/devices/shared-registry.ts';
import type { Moved } from '../../cloud-stub/relay/fleet/move-in.ts';
import { moveOut } from '../../cloud-stub/relay/fleet/move-out.ts';
import type { OpenRedis } from '../../cloud-stub/relay/redis/open-redis.ts';
import { openRelayDatabase } from '../../cloud-stub/relay/sqlite/database.ts';
import { ok, type Result } from '../../wire/errors.ts';
import { openLiveLine } from '../process/live-line.ts';

/**
 * Copies the sessions of the engine to a new database.
 * @param path Path of the database, which must not exist yet. Errors: as for the database.
 */
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

/** Writes the devices of the engine to a file and returns their number. Errors: `registry_unusable`. */
export async function registryFromEngine({ commands, prefix }: OpenRedis, file: string): Promise<Result<number>> {
  const devices = await createSharedRegistry(commands, prefix, () => performance.now()).all();
  const written = writeRegistryFile(file, devices);
  return written.ok ? ok(devices.length) : written;
}
