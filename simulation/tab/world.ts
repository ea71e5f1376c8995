// Devices of a browser tab with their relay and network, on one clock that can be paused and paced: the counterpart of
// `tapin run`.

import { newIdentity } from '../../cloud-stub/devices/new-identity.ts';
import type { DeviceIdentity } from '../../cloud-stub/devices/device-registry.ts';
import type { Clock } from '../../hal/clock/clock.ts';
import { createSteadyClock } from '../../hal/clock/clock-steady.ts';
import type { Disk } from '../../hal/flash/disk.ts';
import { createSwitchedFlash, type SwitchedFlash } from '../../hal/flash/flash-switched.ts';
import { createHttpNetwork, type VirtualServer } from '../../hal/http/http-virtual.ts';
import type { Isolates } from '../../hal/isolate/isolate.ts';
import { createMemoryLog } from '../../hal/log/log-memory.ts';
import { createSeededRandom } from '../../hal/random/random-seeded.ts';
import type { Random } from '../../hal/random/random.ts';
import type { PacedTime } from '../../sims/panel/paced-time.ts';
import type { PanelRecording } from '../../sims/panel/panel-device.ts';
import { bytesOf } from '../../wire/bytes.ts';
import { readSecret, type DeviceKey } from '../../wire/signing.ts';
import { startDevice, type AssembledDevice } from '../device/assemble-device.ts';
import { nameNewDevice } from '../device/name-device.ts';
import { readIdentity } from '../device/stored-identity.ts';
import { aboutNow, createPacedRecorder, keepTimelines } from '../timeline/kept-recorder.ts';
import type { TimelineOf } from '../timeline/kept-timelines.ts';

interface WorldOptions {
  /** Clock of the browser. */
  readonly clock: Clock;
  readonly seed: number;
  /** Number of further devices, 0 to 3. */
  readonly guests: number;
  /** Returns the disk of a device by the name of its folder. */
  readonly diskOf: (folder: string) => Disk;
  readonly isolates: Isolates;
}

export interface TabWorld {
  readonly devices: readonly (AssembledDevice & { readonly timeline: ReturnType<TimelineOf> })[];
  readonly time: PacedTime;
  readonly recording: PanelRecording;
}

/** Name of a single device in a recording, as that of `tapin run`. */
const ONLY_DEVICE = 'device';

/** A suspended or busy tab loses time: devices and relay, which share the clock, must not take each other for absent. */
const LAG_MS_MAX = 250;

const RELAY_ORIGIN = 'http://relay';

/** Opens the world with all devices switched on. */
export async function openTabWorld({ clock: below, seed, guests, diskOf, isolates }: WorldOptions): Promise<TabWorld> {
  const { write, recording, timelineOf } = keepTimelines(aboutNow(seed));
  const { clock, time, recorder } = createPacedRecorder(createSteadyClock(below, LAG_MS_MAX), write, () => false);
  const random = createSeededRandom(seed);
  const network = createHttpNetwork(clock);
  const keys = new Map<string, DeviceKey>();
  const relay = { clock, random: random.fork('relay'), log: createMemoryLog(clock), keys };
  network.serve(
    RELAY_ORIGIN,
    lazily(async () => (await import('./tab-relay.ts')).createTabRelay(relay)),
  );
  const devices: TabWorld['devices'][number][] = [];
  for (const { name, folder } of placesOf(guests)) {
    const flash = createSwitchedFlash(diskOf(folder));
    const own = folder === ONLY_DEVICE ? random : random.fork(folder);
    if (guests > 0) await nameNewDevice(flash, name);
    const identity = await identityOf(flash, own.fork('identity'));
    const key = identity && readSecret(identity.secret);
    if (key) keys.set(identity.id, key);
    const device = startDevice({
      clock,
      random: own,
      flash,
      isolates,
      http: network.link(own.fork('link')),
      cloud: RELAY_ORIGIN,
      proxy: recorder.device(name),
    });
    devices.push({ ...device, timeline: timelineOf(name) });
  }
  return { devices, time, recording };
}

/** Returns a server that loads with its first call. */
function lazily(load: () => Promise<VirtualServer>): VirtualServer {
  let server: Promise<VirtualServer> | null = null;
  return (call) => {
    let leave = (): void => {};
    let gone = false;
    const pass = async (): Promise<void> => {
      const serve = await (server ??= load());
      if (!gone) leave = serve(call);
    };
    pass().catch(() => {
      server = null; // the next call tries again
      if (!gone) call.respond({ status: 503, text: '' });
    });
    return () => {
      gone = true;
      leave();
    };
  };
}

interface Place {
  readonly name: string;
  /** Folder of its storage. */
  readonly folder: string;
}

const placesOf = (guests: number): readonly Place[] => [
  { name: guests === 0 ? ONLY_DEVICE : 'Host', folder: ONLY_DEVICE },
  ...Array.from({ length: guests }, (_, at) => ({ name: `Guest ${at + 1}`, folder: `guest-${at + 1}` })),
];

/**
 * Returns the stored identity, completed if it has no secret, or stores a new one; null if the stored one is damaged,
 * which stays as it is (R152). A storage that keeps nothing gets a new one each time.
 */
async function identityOf(flash: SwitchedFlash, random: Random): Promise<DeviceIdentity | null> {
  const stored = await readIdentity(flash);
  if (!stored.ok) return null;
  if (stored.value && readSecret(stored.value.secret)) return stored.value;
  const identity = newIdentity(random, stored.value?.id);
  await flash.write('identity', bytesOf(JSON.stringify(identity)));
  return identity;
}
