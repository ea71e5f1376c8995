// The backend of a scenario in this process: devices, their cloud and the network between them on one virtual clock. An hour of play
// takes seconds, and the same seed gives the same bytes.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FIRMWARE_VERSION } from '../../firmware/version.ts';
import { newIdentity } from '../../cloud-stub/devices/enrol.ts';
import { createVirtualClock, type VirtualClock } from '../../hal/clock/clock-virtual.ts';
import { createMemoryFlash, type MemoryFlash } from '../../hal/flash/flash-memory.ts';
import { createHttpNetwork, type HttpNetwork } from '../../hal/http/http-virtual.ts';
import { createWaitingIsolates } from '../../hal/isolate/isolate-waiting.ts';
import type { Log } from '../../hal/log/log.ts';
import { createSeededRandom } from '../../hal/random/random-seeded.ts';
import type { Random } from '../../hal/random/random.ts';
import { createVirtualTcp } from '../../hal/tcp/tcp-virtual.ts';
import { ok, present } from '../../wire/errors.ts';
import { readSecret, type DeviceKey } from '../../wire/signing.ts';
import { noChecks } from '../checks.ts';
import type { ExtensionFile } from '../extension-script/extension-file.ts';
import { createSimRelay, ORIGIN, type SimRelay } from '../sim-relay.ts';
import { createRecorder } from '../recording/recorder.ts';
import { lineOf, packRecording } from '../recording/recording.ts';
import { createTrace } from '../trace.ts';
import { CAPABILITIES, type Backend } from './backend.ts';
import { recordsOf } from './records.ts';
import type { DeviceSetup, Scenario } from './scenario.ts';
import { createVirtualDevice, type VirtualDevice, type VirtualDeviceParts } from './virtual-device.ts';

const SETTLE_MS = 20;
/** Until a device shows its menu. */
const BOOT_MS = 3000;
const EXTENSION_HOST = new URL('../../firmware/extension-runtime/host.ts', import.meta.url);

export interface WorldOptions {
  /** In the first device; checked already. */
  readonly extension?: ExtensionFile;
  /** Who watches the machines of all devices. */
  readonly inspect?: VirtualDeviceParts['inspect'];
}

/** Everything is on, and at its menu. */
export async function openVirtualWorld(
  scenario: Scenario,
  { extension, inspect }: WorldOptions = {},
): Promise<Backend> {
  const clock = createVirtualClock();
  const random = createSeededRandom(scenario.seed);
  const network = createHttpNetwork(clock);
  const tcp = createVirtualTcp({ clock, random: random.fork('tcp') });
  const isolates = createWaitingIsolates(clock, EXTENSION_HOST);
  const lines: string[] = [];
  const keys = new Map<string, DeviceKey>();
  const folder = mkdtempSync(join(tmpdir(), 'tapin-scenario-'));
  const relay = scenario.cloud ? openRelay({ clock, random, network, keys, file: join(folder, 'relay.sqlite') }) : null;
  const devices = new Map<string, VirtualDevice>();
  const turns: string[] = [];
  const recorder = createRecorder({ ...clock, write: (turn) => void turns.push(lineOf(turn)) });
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
    async cloud(action) {
      if (action === 'start') relay?.start();
      else relay?.kill();
      return ok(undefined);
    },
    log: () => lines,
    recording: () => packRecording({ version: FIRMWARE_VERSION, began: '', seed: scenario.seed }, turns),
    async close() {
      for (const device of devices.values()) await device.stop();
      relay?.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface RelayParts {
  readonly clock: VirtualClock;
  readonly random: Random;
  readonly network: HttpNetwork;
  readonly keys: ReadonlyMap<string, DeviceKey>;
  /** Of the database. */
  readonly file: string;
}

function openRelay(parts: RelayParts): SimRelay {
  const trace = createTrace(() => parts.clock.now_ms());
  const relay = createSimRelay({ ...parts, checks: noChecks(), trace });
  relay.start();
  return relay;
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
