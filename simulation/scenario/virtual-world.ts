// The backend of a scenario in this process: devices, their cloud and the network between them on one virtual clock. An hour of play
// takes seconds, and the same seed gives the same bytes.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FIRMWARE_VERSION } from '../../firmware/version.ts';
import { newIdentity } from '../../cloud-stub/devices/enrol.ts';
import { createVirtualClock, type VirtualClock } from '../../hal/clock/clock-virtual.ts';
import { createMemoryFlash, type MemoryFlash } from '../../hal/flash/flash-memory.ts';
import { createHttpNetwork } from '../../hal/http/http-virtual.ts';
import { createWaitingIsolates } from '../../hal/isolate/isolate-waiting.ts';
import type { Log } from '../../hal/log/log.ts';
import { createSeededRandom } from '../../hal/random/random-seeded.ts';
import { createVirtualTcp } from '../../hal/tcp/tcp-virtual.ts';
import { fail, ok, present, type Result } from '../../wire/errors.ts';
import { readSecret, type DeviceKey } from '../../wire/signing.ts';
import type { ExtensionFile } from '../extension-script/extension-file.ts';
import { createRecorder } from '../recording/recorder.ts';
import { lineOf, packRecording } from '../recording/recording.ts';
import { ORIGIN } from '../sim-relay.ts';
import { CAPABILITIES, type Backend } from './backend.ts';
import { recordsOf } from './records.ts';
import type { DeviceSetup, Scenario } from './scenario.ts';
import { STORE_ORIGIN } from './store-server.ts';
import { openVirtualCloud } from './virtual-cloud.ts';
import { createVirtualDevice, type VirtualDevice, type VirtualDeviceParts } from './virtual-device.ts';
import { openVirtualServers, type VirtualServers } from './virtual-servers.ts';

const SETTLE_MS = 20;
/** Until a device shows its menu. */
const BOOT_MS = 3000;
const EXTENSION_HOST = new URL('../../firmware/extension-runtime/host.ts', import.meta.url);

export interface WorldOptions {
  /** In the first device; checked already. */
  readonly extension?: ExtensionFile;
  /** Who watches the machines of all devices. */
  readonly inspect?: VirtualDeviceParts['inspect'];
  /** Reads a file beside the scenario, for the store. */
  readonly read?: (name: string) => Result<string>;
}

const NO_FILES = (name: string): Result<string> => fail('bad_value', `${name} can't be read: there are no files here.`);

/** Everything is on, and at its menu. */
export async function openVirtualWorld(
  scenario: Scenario,
  { extension, inspect, read = NO_FILES }: WorldOptions = {},
): Promise<Backend> {
  const clock = createVirtualClock();
  const random = createSeededRandom(scenario.seed);
  const network = createHttpNetwork(clock);
  const tcp = createVirtualTcp({ clock, random: random.fork('tcp') });
  const isolates = createWaitingIsolates(clock, EXTENSION_HOST);
  const lines: string[] = [];
  const keys = new Map<string, DeviceKey>();
  const devices = new Map<string, VirtualDevice>();
  const turns: string[] = [];
  const recorder = createRecorder({ ...clock, write: (turn) => void turns.push(lineOf(turn)) });
  const log = logOf('servers', clock, lines);
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
    keys.set(identity.id, present(readSecret(identity.secret), 'secret'));
    const device = createVirtualDevice({
      clock,
      random: devices.size === 0 ? random : random.fork(setup.name),
      flash: await flashFor(setup, scenario, scenario.cloud ? identity : null),
      link: network.link(random.fork(`link ${setup.name}`)),
      tcp,
      isolates,
      log: logOf(setup.name, clock, lines),
      cloud: scenario.cloud ? ORIGIN : undefined,
      tape: () => recorder.device(setup.name),
      inspect,
      ...storeOf(servers),
    });
    devices.set(setup.name, device);
  }
  await clock.advance(BOOT_MS);
  const [first] = devices.values();
  if (extension) await first?.running()?.device.install(extension.entry, extension.bytes);
  const began_ms = clock.now_ms();
  return {
    name: 'virtual',
    can: new Set(CAPABILITIES),
    settle_ms: SETTLE_MS,
    target: (name) => present(devices.get(name), `device ${name}`),
    pass: (ms) => clock.advance(ms),
    now_ms: () => clock.now_ms() - began_ms,
    cloud: async (action) => ok(cloud?.order(action)),
    servers,
    log: () => lines,
    recording: async () => packRecording({ version: FIRMWARE_VERSION, began: '', seed: scenario.seed }, turns),
    async close() {
      for (const device of devices.values()) await device.stop();
      cloud?.order('kill');
      servers.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What a device knows of the store. */
function storeOf({ store_server }: VirtualServers): Pick<VirtualDeviceParts, 'store' | 'comesUp'> {
  if (!store_server) return {};
  const { maker, comesUp } = store_server.releases;
  return { store: { origin: STORE_ORIGIN, firmware_keys: [maker] }, comesUp };
}

async function flashFor(setup: DeviceSetup, scenario: Scenario, identity: unknown): Promise<MemoryFlash> {
  const flash = createMemoryFlash();
  const all = { ...(identity === null ? {} : { identity }), ...recordsOf(setup, scenario) };
  for (const [name, data] of Object.entries(all)) await flash.write(name, Buffer.from(JSON.stringify(data)));
  return flash;
}

const logOf = (name: string, clock: VirtualClock, lines: string[]): Log => ({
  write: (level, area, text) =>
    void lines.push(`${(clock.now_ms() / 1000).toFixed(3)} ${name} ${level} ${area}: ${text}`),
});
