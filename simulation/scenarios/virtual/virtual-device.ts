// Device of a scenario in this process, in virtual time, with its own storage, cable, network and clock.

import type { CreateBoard } from '../../../sims/sensor-board/board-on-port.ts';
import type { VirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createMemoryFlash, type MemoryFlash } from '../../../hal/flash/flash-memory.ts';
import type { PowerCut } from '../../../hal/flash/medium.ts';
import type { HttpLink } from '../../../hal/http/http-virtual.ts';
import type { Isolates } from '../../../hal/isolate/isolate.ts';
import { createVirtualLink, type VirtualLink } from '../../../hal/link/link-virtual.ts';
import type { Log } from '../../../hal/log/log.ts';
import type { VirtualKeys } from '../../../hal/keys/keys-virtual.ts';
import type { Random } from '../../../hal/random/random.ts';
import { SCREEN_HEIGHT, SCREEN_WIDTH } from '../../../hal/screen/screen.ts';
import type { Tcp } from '../../../hal/tcp/tcp.ts';
import type { ServedPage } from '../../../hal/web-page/web-page.ts';
import type { Wifi } from '../../../hal/wifi/wifi.ts';
import { colorName } from '../../../hal/leds/color-name.ts';
import type { Affine } from '../../../wire/affine.ts';
import { fail, ok, type Result } from '../../../wire/errors.ts';
import type { PublicKey } from '../../../wire/firmware/minisign.ts';
import { startDevice, type AssembledDevice, type DeviceDeps } from '../../device/assemble-device.ts';
import type { RecorderProxy } from '../../recordings/recorder-proxy.ts';
import type { Faults } from '../../recordings/recorded-surroundings.ts';
import { stoppableClock, type StoppableClock } from '../../sessions/stoppable-clock.ts';
import { wantedFrom } from '../../../sims/putter/golfer.ts';
import { EMPTY_SNAPSHOT, type Snapshot, type DeviceTarget } from '../backend.ts';

export interface VirtualDeviceDeps {
  readonly clock: VirtualClock;
  readonly random: Random;
  readonly flash: MemoryFlash;
  readonly link: HttpLink;
  readonly tcp: Tcp;
  readonly isolates: Isolates;
  readonly log: Log;
  /** Origin of the cloud; undefined if none. */
  readonly cloud: string | undefined;
  /** Virtual Wi-Fi; undefined if none. */
  readonly wifi: Wifi | undefined;
  readonly web_page: ServedPage | undefined;
  readonly touchscreen: boolean;
  /** Creates the sensor board; null for the model. */
  readonly createBoard: CreateBoard | null;
  /** Returns a new recorder proxy at each power-on. */
  readonly proxy: () => RecorderProxy;
  readonly inspect: DeviceDeps['inspect'];
  /** Origin of the store, and public keys of trusted firmware. */
  readonly store?: { readonly origin: string; readonly firmware_keys: readonly PublicKey[] } | undefined;
  /** Whether a new firmware boots during its trial. */
  readonly comesUp?: () => boolean;
}

export interface VirtualDevice extends DeviceTarget {
  /** Returns the running device; null while it is off. */
  running(): AssembledDevice | null;
  /** Applies a change of `comesUp`. */
  setComesUp(): void;
  stop(): Promise<void>;
}

/** Disk operations before a cut if no write is in progress. */
const CUT_AFTER = 1;

export function createVirtualDevice(deps: VirtualDeviceDeps): VirtualDevice {
  const network = createVirtualLink();
  const sounds: string[] = [];
  const taps: string[] = [];
  const setComesUp = (device: AssembledDevice | null): void =>
    void device?.images?.setFault((deps.comesUp?.() ?? true) ? 'ok' : 'stuck');
  const board = createSwitchable(deps, network, (device) => {
    device.keys.touchscreen?.place(PANEL);
    device.speaker.onPlay(({ sound }) => sounds.push(sound));
    device.keyboard?.onTap(({ name, usage }) => taps.push(name ?? `usage ${usage}`));
    setComesUp(device);
  });
  /** Runs an action on the device if it is switched on. */
  const withDevice = async (act: (device: AssembledDevice) => Result<unknown> | void): Promise<Result<unknown>> => {
    const device = board.running();
    return device ? (act(device) ?? ok(undefined)) : fail('device_off', 'The device is off.');
  };
  board.on();

  return {
    running: board.running,
    async snapshot() {
      const device = board.running();
      return device ? { ...snapshotOf(device), sounds, taps } : { ...EMPTY_SNAPSHOT, sounds, taps };
    },
    png: async () => board.running()?.screen.png() ?? new Uint8Array(),
    key: (key, action) => withDevice(({ keys }) => (action === 'tap' ? keys.tap(key) : keys.key(key, action))),
    type: (text) => withDevice(({ keys }) => keys.text(text)),
    touch: (x, y) => withDevice(({ keys }) => touchAt(keys, x, y)),
    stroke: (stroke) => withDevice(({ rig }) => rig?.strike(stroke)),
    async wantedPutt() {
      const device = board.running();
      return device ? wantedFrom(device.wanted_speed_mps(), device.wanted_face_deg()) : null;
    },
    golfer: (swings) => withDevice(({ rig }) => rig?.golfer.setOn(swings)),
    plug: (plugged) => withDevice(({ rig }) => rig?.setPlugged(plugged)),
    fault: (fault) => withDevice(({ rig }) => rig?.setFault(fault)),
    board: (event) => withDevice(({ rig }) => rig?.disturb(event)),
    async power(action) {
      await board[action]();
      return ok(undefined);
    },
    async network(joined) {
      // Let the device's immediate requests pass once it learns that the network is available again.
      deps.link.setFaults({ partitioned: !joined });
      network.setJoined(joined);
      return ok(undefined);
    },
    async setClock(ms) {
      board.setWrongBy(ms);
      return ok(undefined);
    },
    setComesUp: () => setComesUp(board.running()),
    stop: board.off,
  };
}

interface Switchable {
  running(): AssembledDevice | null;
  on(): void;
  off(): Promise<void>;
  /** Cuts the power in the middle of a write. */
  cut(): Promise<void>;
  setWrongBy(ms: number): void;
}

function createSwitchable(
  {
    clock,
    random,
    link: http,
    tcp,
    isolates,
    log,
    touchscreen,
    createBoard,
    inspect,
    flash: first,
    proxy: proxyOf,
    ...reached
  }: VirtualDeviceDeps,
  network: VirtualLink,
  onStart: (device: AssembledDevice) => void,
): Switchable {
  let flash = first;
  let wrong_by_ms = 0;
  let boots = 0;
  let running: {
    readonly device: AssembledDevice;
    readonly clock: StoppableClock;
    readonly proxy: RecorderProxy;
  } | null = null;
  const off = async (): Promise<void> => {
    const stopped = running;
    running = null;
    await stopped?.proxy.end();
    stopped?.clock.stop();
    await stopped?.device.stop();
  };
  return {
    running: () => running?.device ?? null,
    on() {
      if (running) return;
      flash.disk.powerOn();
      flash = createMemoryFlash(flash.disk);
      const stoppable = stoppableClock(clock, () => wrong_by_ms / 1000);
      const proxy = proxyOf();
      const device = startDevice({
        ...reachedBy(reached),
        touchscreen,
        createBoard,
        proxy,
        flash,
        http,
        tcp,
        isolates,
        network,
        log,
        inspect,
        clock: stoppable.clock,
        random: boots++ === 0 ? random : random.fork(`boot ${boots}`),
      });
      onStart(device);
      running = { device, clock: stoppable, proxy };
      if (wrong_by_ms !== 0) writeClock(proxy, wrong_by_ms);
    },
    off,
    async cut() {
      flash.disk.cutPowerAt(flash.disk.operations() + CUT_AFTER, LOST);
      await clock.advance(0);
      flash.disk.cutPower(LOST);
      await off();
    },
    setWrongBy: (ms) => writeClock(running?.proxy, (wrong_by_ms = ms)),
  };
}

const reachedBy = ({
  cloud,
  wifi,
  store,
  web_page,
}: Pick<VirtualDeviceDeps, 'cloud' | 'wifi' | 'store' | 'web_page'>) => ({
  ...(cloud === undefined ? {} : { cloud }),
  ...(wifi ? { wifi } : {}),
  ...(web_page ? { web_page } : {}),
  ...(store ? { store: store.origin, firmware_keys: store.firmware_keys } : {}),
});

const writeClock = (proxy: RecorderProxy | undefined, wrong_by_ms: number): void =>
  proxy?.enter('fault', [{ where: 'clock', wrong_by_s: wrong_by_ms / 1000 } satisfies Faults]);

/** Identity mapping of the touch panel to the screen. */
const PANEL: Affine = [SCREEN_WIDTH, 0, 0, 0, SCREEN_HEIGHT, 0];

/** Touches the middle of a pixel. */
function touchAt({ touchscreen, touch }: VirtualKeys, x: number, y: number): void {
  if (touchscreen) touchscreen.contact((x + 0.5) / SCREEN_WIDTH, (y + 0.5) / SCREEN_HEIGHT);
  else touch(x, y);
}

/** Loses half of the data written and all new names. */
const LOST: PowerCut = { torn: 0.5, folder: 'lost' };

const snapshotOf = ({ screen, device, leds }: AssembledDevice): Omit<Snapshot, 'sounds' | 'taps'> => ({
  lines: screen.picture().lines,
  states: device.states(),
  leds: leds.colors().map((color) => (color === null ? null : colorName(color))),
});
