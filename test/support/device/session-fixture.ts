// Several devices and their cloud on one virtual clock: a host and guests, each with its own flash, sensor and link,
// and the relay behind a faulty network. Every request is signed, serialized and parsed.

import { startDevice, type AssembledDevice } from '../../../simulation/device/assemble-device.ts';
import type { RequestBody, Checks } from '../../../simulation/sessions/observations.ts';
import { ORIGIN, createSimRelay, type SimRelay } from '../../../simulation/sessions/sim-relay.ts';
import { createTrace } from '../../../simulation/sessions/trace.ts';
import { newIdentity } from '../../../cloud-stub/devices/new-identity.ts';
import { createVirtualClock, type VirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createMemoryFlash, type MemoryFlash } from '../../../hal/flash/flash-memory.ts';
import type { PowerCut } from '../../../hal/flash/medium.ts';
import type { Http } from '../../../hal/http/http.ts';
import {
  createHttpNetwork,
  type HttpLink,
  type HttpNetwork,
  type VirtualServer,
} from '../../../hal/http/http-virtual.ts';
import { createVirtualTcp, type VirtualTcp } from '../../../hal/tcp/tcp-virtual.ts';
import type { Isolates } from '../../../hal/isolate/isolate.ts';
import type { Key } from '../../../hal/keys/keys.ts';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import type { Random } from '../../../hal/random/random.ts';
import { perfectStroke } from '../../../sims/putter/golfer.ts';
import type { StrokeCall } from '../../../sims/putter/stroke-call.ts';
import { assert } from '../../../wire/errors.ts';
import type { DeviceKey } from '../../../wire/signing.ts';
import type { RelayRoute } from '../../../wire/relay/requests.ts';
import type { RecordName } from '../../../firmware/persisted/persisted.ts';
import { rawDevice, type RawDevice } from '../relay/signing-device.ts';
import { keysFor } from './code-keys.ts';
import { itemAt } from '../items.ts';
import { flashWith } from './play.ts';
import { keyOf } from './device-key.ts';

export interface SeatedDevice {
  readonly components: () => AssembledDevice;
  readonly link: HttpLink;
  readonly flash: () => MemoryFlash;
  readonly id: string;
  press(...keys: readonly Key[]): Promise<void>;
  /** Moves to the row that starts with this label or matches the expression, and presses OK. */
  choose(label: string | RegExp): Promise<void>;
  /** Swings the putter and waits for the board's report. */
  strike(stroke?: Partial<StrokeCall>): Promise<void>;
  /** Strikes at this share of the speed that the putt requires. */
  putt(share?: number, face_angle_deg?: number): Promise<void>;
  lines(): readonly string[];
  shows(text: string | RegExp): boolean;
  page(): string;
  /** Switches the device off and on again with the same flash. `meanwhile` is called while the device is off. */
  reboot(meanwhile?: () => Promise<unknown>): Promise<void>;
  /** Cuts the power at the storage operation after the next `operations`: nothing is written or sent from then on. */
  cutPowerIn(operations: number, cut: PowerCut): void;
  isCut(): boolean;
}

export interface SessionFixture {
  readonly clock: VirtualClock;
  readonly network: HttpNetwork;
  readonly tcp: VirtualTcp;
  readonly devices: readonly SeatedDevice[];
  readonly requests: readonly RecordedRequest[];
  /** Kills the relay and aborts its open requests. */
  killRelay(): void;
  startRelay(): void;
  /** Returns another device without firmware that the cloud knows. */
  rawDevice(): RawDevice;
}

interface RecordedRequest {
  readonly at_ms: number;
  readonly device: string;
  readonly route: RelayRoute;
  readonly body: RequestBody;
}

interface CloudOptions {
  readonly clock: VirtualClock;
  readonly keys: ReadonlyMap<string, DeviceKey>;
}

interface SessionFixtureOptions {
  /** Names of each device's players; one entry per device. */
  readonly players: readonly (readonly string[])[];
  readonly seed?: number;
  /** Settings of each device, such as its name. */
  readonly settings?: readonly unknown[];
  /** Additional records in each device's flash. */
  readonly records?: Partial<Record<RecordName, unknown>>;
  /** Database of the relay. Default: in memory. */
  readonly file?: string;
  /** Isolates that run extensions. Default: none. */
  readonly isolates?: (clock: VirtualClock) => Isolates;
  /** Third-party cloud that replaces the relay; `requests` stays empty in that case. */
  cloud?(options: CloudOptions): VirtualServer;
}

/** Switches all devices on and waits until they show their menus. */
export async function sessionFixture(options: SessionFixtureOptions): Promise<SessionFixture> {
  const { players, settings = [], seed = 1, records = {}, file = ':memory:' } = options;
  const clock = createVirtualClock();
  const random = createSeededRandom(seed, 'fixture');
  const network = createHttpNetwork(clock);
  const tcp = createVirtualTcp({ clock, random: random.fork('tcp') });
  const keys = new Map<string, DeviceKey>();
  const requests: RecordedRequest[] = [];
  const checks = noting(requests);
  const trace = createTrace(() => clock.now_ms());
  const relay: SimRelay = options.cloud
    ? serverAt(network, options.cloud({ clock, keys }))
    : createSimRelay({ clock, random, network, keys, file, checks, trace });
  relay.start();
  const devices: SeatedDevice[] = [];
  for (const [index, names] of players.entries()) {
    const identity = newIdentity(random.fork(`identity ${index}`));
    keys.set(identity.id, keyOf(identity.secret));
    const flash = await flashWith({
      identity,
      players: {
        next_id: names.length + 1,
        players: names.map((name, i) => ({ id: i + 1, name, handicap: 9, impact_ratio: 1.6 })),
      },
      settings: settings[index] ?? {},
      ...records,
    });
    const room = { clock, random: random.fork(`device ${index}`), network, tcp, isolates: options.isolates?.(clock) };
    devices.push(seatDevice(room, flash, identity.id));
  }
  await clock.advance(3000);
  return {
    clock,
    network,
    tcp,
    devices,
    requests,
    killRelay: () => relay.kill(),
    startRelay: () => relay.start(),
    rawDevice() {
      const identity = newIdentity(random.fork('raw device'));
      const key = keyOf(identity.secret);
      keys.set(identity.id, key);
      const link = network.link(random.fork('raw link'));
      return rawDevice({ clock, link, origin: ORIGIN, id: identity.id, key });
    },
  };
}

const serverAt = (network: HttpNetwork, server: VirtualServer): SimRelay => ({
  start: () => network.serve(ORIGIN, server),
  kill: () => network.serve(ORIGIN, null),
  heal() {},
});

/** Returns checks that only record the requests that the relay accepts. */
function noting(requests: RecordedRequest[]): Required<Checks> {
  const nothing = (): void => {};
  return {
    taken: ({ at_ms, device, route, body }) => void requests.push({ at_ms, device, route, body }),
    sent: nothing,
    finished: nothing,
    pressed: nothing,
    callerGone: nothing,
    answered: nothing,
    deviceChanged: nothing,
    rolled: nothing,
    tapped: nothing,
    simulatorChanged: nothing,
    struck: nothing,
    screenChanged: nothing,
    booted: nothing,
    poweredOff: nothing,
    relayStarted: nothing,
    tailLost: nothing,
    settled: nothing,
  };
}

interface Room {
  readonly clock: VirtualClock;
  readonly random: Random;
  readonly network: HttpNetwork;
  readonly tcp: VirtualTcp;
  readonly isolates: Isolates | undefined;
}

function seatDevice({ clock, random, network, tcp, isolates }: Room, first: MemoryFlash, id: string): SeatedDevice {
  let flash = first;
  let boots = 0;
  let cut_after = Number.POSITIVE_INFINITY;
  const isCut = (): boolean => flash.disk.operations() > cut_after;
  const link = network.link(random.fork('link'));
  const http: Http = {
    get: (...request) => (isCut() ? () => {} : link.get(...request)),
    post: (...request) => (isCut() ? () => {} : link.post(...request)),
  };
  const boot = (): AssembledDevice =>
    startDevice({
      clock,
      random: random.fork(`boot ${boots++}`),
      flash,
      http,
      tcp,
      cloud: ORIGIN,
      ...(isolates ? { isolates } : {}),
    });
  let components = boot();
  const lines = (): readonly string[] => components.screen.picture().lines;
  const shows = (text: string | RegExp): boolean =>
    lines().some((line) => (typeof text === 'string' ? line.includes(text) : text.test(line)));
  const press = async (...keys: readonly Key[]): Promise<void> => {
    for (const key of keys) {
      components.keys.tap(key);
      await clock.advance(20);
    }
  };
  const strike = async (stroke: Partial<StrokeCall> = {}): Promise<void> => {
    components.rig?.strike({ ...perfectStroke(1.5), ...stroke });
    await clock.advance(2500);
  };
  return {
    components: () => components,
    link,
    flash: () => flash,
    id,
    press,
    strike,
    lines,
    shows,
    page: () => String(components.device.states()['navigation']),
    async choose(label) {
      for (let moves = 0; moves < 30; moves++) {
        const focused =
          lines()
            .find((line) => line.startsWith('> '))
            ?.slice(2) ?? '';
        if (typeof label === 'string' ? focused.startsWith(label) : label.test(focused)) return press('ok');
        await press('down');
      }
      assert(false, `no row "${String(label)}" on the page: ${lines().join(' | ')}`);
    },
    putt: (share = 1, face_angle_deg = 0) =>
      strike({ club_speed_mps: (components.wanted_speed_mps() ?? 1.5) * share, face_angle_deg }),
    cutPowerIn(operations, cut) {
      cut_after = flash.disk.operations() + operations;
      flash.disk.cutPowerAt(cut_after, cut);
    },
    isCut,
    async reboot(meanwhile) {
      await components.stop();
      await meanwhile?.();
      cut_after = Number.POSITIVE_INFINITY;
      flash.disk.powerOn();
      flash = createMemoryFlash(flash.disk);
      components = boot();
      await clock.advance(3000);
    },
  };
}

/** Starts a session on the first device and joins it from all other devices. Returns the session's code. */
export async function joinAll({ devices: [host, ...guests] }: SessionFixture): Promise<string> {
  assert(host, 'a session has a host');
  await host.choose('Play together');
  await host.choose('Host a session');
  const { code } = host.components().device.session();
  for (const guest of guests) await joinBy(guest, code);
  return code;
}

/** Types a code on the keyboard of the join page. */
export async function joinBy(device: SeatedDevice, code: string): Promise<void> {
  await device.choose('Play together');
  await device.choose('Join with a code');
  await device.press(...keysFor(code));
}

/** Two holes of 5 ft: a perfect putt is holed, and no distance is random. */
export const SHORT = { cfg: { course: { holes: 2, csMin: 5, csMax: 5 } } };

export async function startRound(fixture: SessionFixture): Promise<void> {
  const host = itemAt(fixture.devices, 0);
  await host.press('back');
  await host.choose('Stroke play');
  await host.choose('Start');
  await host.press('ok');
}

/** Waits until the ball rests and its result has disappeared from every screen. */
export const rest = (fixture: SessionFixture): Promise<void> => fixture.clock.advance(8000);

export async function toMenu(device: SeatedDevice): Promise<SeatedDevice> {
  for (let backs = 0; backs < 9 && device.page() !== 'menu'; backs++) await device.press('back');
  return device;
}
