// A cloud on real HTTP over a data folder: what `tapin cloud serve` and `tapin run` have in common.

import { join } from 'node:path';
import { createCloud, type Cloud } from '../cloud-stub/cloud.ts';
import { openDeviceRegistry, type DeviceRegistry } from '../cloud-stub/devices/device-registry.ts';
import { openCloudServer } from '../cloud-stub/http/server.ts';
import { openRelayDatabase } from '../cloud-stub/relay/database.ts';
import { openReleaseFolder } from '../cloud-stub/releases/release-folder.ts';
import { openDataFolder } from '../hal/flash/data-folder.ts';
import { createSystemRandom } from '../hal/random/random-system.ts';
import type { Clock } from '../hal/clock/clock.ts';
import type { Log } from '../hal/log/log.ts';
import { ok, type Result } from '../wire/errors.ts';
import { openStore, RELEASES_FOLDER, type StoreSettings } from './open-store.ts';

export interface OpenCloudOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly host: string;
  readonly port: number;
  /** Folder of the databases. */
  readonly data: string;
  /** File of the registry. */
  readonly devices: string;
  readonly limited: boolean;
  /** The extension store; without it the cloud has none. */
  readonly store?: StoreSettings;
  /** The option that names the port. */
  readonly port_option?: string;
}

export interface OpenCloud {
  readonly cloud: Cloud;
  readonly registry: DeviceRegistry;
  readonly url: string;
  close(): Promise<void>;
}

/** Serves the cloud. Errors: those of its data folder, of its registry, of its store and of its port; nothing stays open then. */
export async function openCloud({ clock, log, ...options }: OpenCloudOptions): Promise<Result<OpenCloud>> {
  const folder = await openDataFolder(options.data);
  if (!folder.ok) return folder;
  if (folder.value.note) log.write('warn', 'storage', folder.value.note);
  const abandon = async <T>(result: T): Promise<T> => {
    await folder.value.close();
    return result;
  };
  const registry = openDeviceRegistry(options.devices, log);
  if (!registry.ok) return abandon(registry);
  const database = openRelayDatabase(join(options.data, 'relay.sqlite'));
  if (!database.ok) return abandon(database);
  const random = createSystemRandom();
  const settings = options.store;
  const store = settings ? await openStore({ clock, random: random.fork('store'), log, ...options, settings }) : null;
  if (store && !store.ok) {
    database.value.close();
    return abandon(store);
  }
  const cloud = createCloud({
    clock,
    random,
    log,
    database: database.value,
    registry: registry.value,
    unix_ms: Date.now(),
    soon: (run) => void setImmediate(run),
    limited: options.limited,
    onLost: () => process.exit(1),
    ...(store ? { store: store.value, releases: openReleaseFolder(join(options.data, RELEASES_FOLDER)) } : {}),
  });
  const server = await openCloudServer(cloud, {
    host: options.host,
    port: options.port,
    log,
    ...(options.port_option === undefined ? {} : { port_option: options.port_option }),
  });
  if (!server.ok) {
    cloud.close();
    return abandon(server);
  }
  return ok({
    cloud,
    registry: registry.value,
    url: server.value.url,
    async close() {
      await server.value.close();
      cloud.close();
      await folder.value.close();
    },
  });
}
