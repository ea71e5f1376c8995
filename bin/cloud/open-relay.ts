// Opens the storage of a relay: the database in its data folder and a device file, or an engine that it shares with
// other relays and that also stores the devices.

import { join } from 'node:path';
import { openDeviceRegistry } from '../../cloud-stub/devices/device-registry.ts';
import { createSharedRegistry } from '../../cloud-stub/devices/shared-registry.ts';
import type { Registry } from '../../cloud-stub/relay/routes/endpoint.ts';
import type { RelayEngine } from '../../cloud-stub/relay/engine.ts';
import { createSharedEngine } from '../../cloud-stub/relay/fleet/engine-shared.ts';
import { openRelayDatabase } from '../../cloud-stub/relay/sqlite/database.ts';
import { openReopenedEngine } from '../../cloud-stub/relay/sqlite/engine-reopened.ts';
import { createSqliteEngine } from '../../cloud-stub/relay/sqlite/engine-sqlite.ts';
import type { Clock } from '../../hal/clock/clock.ts';
import type { Log } from '../../hal/log/log.ts';
import type { Random } from '../../hal/random/random.ts';
import { ok, type Result } from '../../wire/errors.ts';
import type { LockWait } from '../../cloud-stub/sqlite/sqlite-file.ts';
import { startOn } from './read-database.ts';

/** Name of the relay's database in the data folder. */
export const RELAY_DATABASE_FILE = 'relay.sqlite';

interface OpenRelayOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Folder of the database. */
  readonly data: string;
  /** File of the device registry. */
  readonly devices: string;
  /** Address of an engine, which replaces both. */
  readonly engine?: string;
}

export interface OpenRelay {
  readonly engine: RelayEngine;
  readonly registry: Registry;
  /** Returns the number of devices at the last count. */
  devices(): number;
  isReady(): boolean;
  /** Writes a snapshot of its database to a new file; null if it has none. Rejects on failure. */
  readonly copyTo: ((path: string) => Promise<void>) | null;
}

/** Opens the relay. Errors: as for the registry and the database, or the engine; closes everything on failure. */
export const openRelay = (options: OpenRelayOptions): Promise<Result<OpenRelay>> =>
  options.engine === undefined ? openAlone(options) : openShared(options, options.engine);

async function openAlone({ clock, random, log, data, devices }: OpenRelayOptions): Promise<Result<OpenRelay>> {
  const registry = openDeviceRegistry(devices, { log, clock });
  if (!registry.ok) return registry;
  const path = join(data, RELAY_DATABASE_FILE);
  const soon = (run: () => void): void => void setImmediate(run);
  const engine = openReopenedEngine({
    clock,
    log,
    open: (again) => openRelayDatabase(path, again ? NO_WAIT : undefined),
    start: (database, onLost) =>
      startOn(path, database, () => createSqliteEngine({ clock, random, database, unix_ms: Date.now(), soon, onLost })),
  });
  if (!engine.ok) return engine;
  const { isReady, copyTo } = engine.value;
  return ok({
    engine: engine.value,
    registry: registry.value,
    devices: () => registry.value.count(),
    isReady,
    copyTo,
  });
}

/** Lock policy of a relay in service, which does not wait. */
const NO_WAIT: LockWait = { now_ms: () => Infinity, pause: () => undefined };

async function openShared({ clock, random, log }: OpenRelayOptions, url: string): Promise<Result<OpenRelay>> {
  // Loaded on demand: loading the Redis client takes a tenth of the startup time.
  const { openRedis } = await import('../../cloud-stub/relay/redis/open-redis.ts');
  const opened = await openRedis({ url, log });
  if (!opened.ok) return opened;
  const { store, commands, prefix, isThere } = opened.value;
  const registry = createSharedRegistry(commands, prefix, () => clock.now_ms());
  let devices = await registry.count();
  return ok({
    engine: createSharedEngine({ clock, random, store }),
    registry,
    devices() {
      const counted = (count: number): void => void (devices = count);
      registry.count().then(counted, () => {}); // keeps the last count
      return devices;
    },
    isReady: isThere,
    copyTo: null,
  });
}
