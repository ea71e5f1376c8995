// Virtual devices, their cloud and servers, and the network between them, on one virtual clock: the environment of
// scenarios and of `tapin run --virtual-time`. The same seed gives byte-identical results.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newIdentity } from '../../../cloud-stub/devices/new-identity.ts';
import { createVirtualClock, type VirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createMemoryFlash, type MemoryFlash } from '../../../hal/flash/flash-memory.ts';
import { createHttpNetwork } from '../../../hal/http/http-virtual.ts';
import type { Isolates } from '../../../hal/isolate/isolate.ts';
import { createWaitingIsolates } from '../../../hal/isolate/isolate-waiting.ts';
import type { Log } from '../../../hal/log/log.ts';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import { createVirtualTcp } from '../../../hal/tcp/tcp-virtual.ts';
import type { ServedPage } from '../../../hal/web-page/web-page.ts';
import { createVirtualWifi } from '../../../hal/wifi/wifi-virtual.ts';
import { fail, assertDefined, type Result } from '../../../wire/errors.ts';
import { readSecret, type DeviceKey } from '../../../wire/signing.ts';
import { createBoardOf } from '../../device/board-program.ts';
import { createRecorder } from '../../recordings/recorder.ts';
import type { RecordedBatch } from '../../recordings/recorder-proxy.ts';
import { ORIGIN } from '../../sessions/sim-relay.ts';
import { recordsOf } from '../reading/records.ts';
import type { DeviceSetup, Scenario } from '../scenario.ts';
import { STORE_ORIGIN } from '../servers/store-server.ts';
import { openVirtualCloud, type VirtualCloud } from './virtual-cloud.ts';
import { createVirtualDevice, type VirtualDevice, type VirtualDeviceDeps } from './virtual-device.ts';
import { openVirtualServers, type VirtualServers } from './virtual-servers.ts';

const EXTENSION_HOST = new URL('../../../firmware/extension-runtime/host.ts', import.meta.url);

const waitingHosts = (clock: VirtualClock): Isolates => createWaitingIsolates(clock, EXTENSION_HOST);

export interface WorldOptions {
  /** Returns the log of a device by its name, or the servers' log for `servers`. */
  logOf(name: string, clock: VirtualClock): Log;
  /** Receives the recording of all devices. */
  write(turn: RecordedBatch): void;
  /** Optional XState inspector of all devices. */
  readonly inspect?: VirtualDeviceDeps['inspect'];
  /** Creates the isolates for extensions. Default: worker threads that this thread waits for. */
  readonly isolates?: (clock: VirtualClock) => Isolates;
  /** Page that shows the devices. Default: none. */
  readonly web_page?: ServedPage;
  /** Reads a file next to the scenario, for the store. Default: no files. */
  readonly read?: (name: string) => Result<string>;
}

interface VirtualWorld {
  readonly clock: VirtualClock;
  /** Devices by name. */
  readonly devices: ReadonlyMap<string, VirtualDevice>;
  /** null if the scenario has no cloud. */
  readonly cloud: VirtualCloud | null;
  readonly servers: VirtualServers;
  close(): Promise<void>;
}

const NO_FILES = (name: string): Result<string> =>
  fail('bad_value', `${name} can't be read: files are not available here.`);

/** Opens the world with all devices switched on, before any time has passed. */
export async function openVirtualWorld(
  scenario: Scenario,
  { logOf, write, inspect, web_page, read = NO_FILES, isolates: createIsolates = waitingHosts }: WorldOptions,
): Promise<VirtualWorld> {
  const clock = createVirtualClock();
  const random = createSeededRandom(scenario.seed);
  const network = createHttpNetwork(clock);
  const tcp = createVirtualTcp({ clock, random: random.fork('tcp') });
  const isolates = createIsolates(clock);
  const keys = new Map<string, DeviceKey>();
  const devices = new Map<string, VirtualDevice>();
  const recorder = createRecorder({ ...clock, write });
  const log = logOf('servers', clock);
  const onRelease = (): void => devices.forEach((device) => device.setComesUp());
  const servers = await openVirtualServers(scenario, {
    clock,
    random: random.fork('servers'),
    network,
    tcp,
    log,
    read,
    onRelease,
  });
  const folder = mkdtempSync(join(tmpdir(), 'tapin-scenario-'));
  const cloud = scenario.cloud
    ? openVirtualCloud({ clock, random, network, keys, file: join(folder, 'relay.sqlite'), arrived: servers.note })
    : null;
  for (const setup of scenario.devices) {
    const identity = newIdentity(random.fork(`identity ${setup.name}`));
    keys.set(identity.id, assertDefined(readSecret(identity.secret), 'secret'));
    const device = createVirtualDevice({
      clock,
      random: devices.size === 0 ? random : random.fork(setup.name),
      flash: await flashFor(setup, scenario, scenario.cloud ? identity : null),
      link: network.link(random.fork(`link ${setup.name}`)),
      tcp,
      isolates,
      log: logOf(setup.name, clock),
      cloud: scenario.cloud ? ORIGIN : undefined,
      proxy: () => recorder.device(setup.name),
      inspect,
      touchscreen: scenario.touchscreen,
      createBoard: createBoardOf(scenario.board),
      web_page,
      wifi: scenario.wifi ? createVirtualWifi({ clock }) : undefined,
      ...storeOf(servers),
    });
    devices.set(setup.name, device);
  }
  return {
    clock,
    devices,
    cloud,
    servers,
    async close() {
      for (const device of devices.values()) await device.stop();
      cloud?.order('kill');
      servers.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the store settings of a device. */
function storeOf({ store_server }: VirtualServers): Pick<VirtualDeviceDeps, 'store' | 'comesUp'> {
  if (!store_server) return {};
  const { maker, comesUp } = store_server.releases;
  return { store: { origin: STORE_ORIGIN, firmware_keys: [maker] }, comesUp };
}

async function flashFor(setup: DeviceSetup, scenario: Scenario, identity: unknown): Promise<MemoryFlash> {
  const flash = createMemoryFlash();
  const all = {
    ...(identity === null ? {} : { identity }),
    // Wi-Fi without the first start, unless the scenario stores its settings.
    ...(scenario.wifi ? { settings: { set_up: true } } : {}),
    ...recordsOf(setup, scenario),
  };
  for (const [name, data] of Object.entries(all)) await flash.write(name, Buffer.from(JSON.stringify(data)));
  return flash;
}
