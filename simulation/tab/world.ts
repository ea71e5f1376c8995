// Devices of a browser tab with their relay and network, on one clock that can be paused and paced: the counterpart of
// `tapin run`.

import { newIdentity } from '../../cloud-stub/devices/new-identity.ts';
import type { DeviceIdentity } from '../../cloud-stub/devices/device-registry.ts';
import type { Clock } from '../../hal/clock/clock.ts';
import type { Disk } from '../../hal/flash/disk.ts';
import { createSwitchedFlash, type SwitchedFlash } from '../../hal/flash/flash-switched.ts';
import { createHttpNetwork, type VirtualServer } from '../../hal/http/http-virtual.ts';
import type { Isolates } from '../../hal/isolate/isolate.ts';
import { createMemoryLog } from '../../hal/log/log-memory.ts';
import { createSeededRandom } from '../../hal/random/random-seeded.ts';
import type { Random } from '../../hal/random/random.ts';
import type { PacedTime } from '../../sims/panel/paced-time.ts';
import type { PanelRecording } from '../../sims/panel/panel-device.ts';
import { bytesOf, textOf } from '../../wire/bytes.ts';
import { DEVICE_ID } from '../../wire/choices.ts';
import { readFields } from '../../wire/json-fields.ts';
import { readSecret, type DeviceKey } from '../../wire/signing.ts';
import { startDevice, type AssembledDevice } from '../device/assemble-device.ts';
import { nameNewDevice } from '../device/name-device.ts';
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

const RELAY_ORIGIN = 'http://relay';

/** Opens the world with all devices switched on. */
export async function openTabWorld({ clock: below, seed, guests, diskOf, isolates }: WorldOptions): Promise<TabWorld> {
  const { write, recording, timelineOf } = keepTimelines(aboutNow(seed));
  const { clock, time, recorder } = createPacedRecorder(below, write, () => false);
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
    const key = readSecret(identity.secret);
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
    void pass();
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

/** Returns the stored identity, or stores a new one. A storage that keeps nothing gets a new one each time. */
async function identityOf(flash: SwitchedFlash, random: Random): Promise<DeviceIdentity> {
  const stored = await flash.read('identity');
  const { id, secret } = (stored.ok && stored.value.value && readFields(textOf(stored.value.value))) || {};
  if (typeof id === 'string' && DEVICE_ID.test(id) && typeof secret === 'string') return { id, secret };
  const identity = newIdentity(random);
  await flash.write('identity', bytesOf(JSON.stringify(identity)));
  return identity;
}
