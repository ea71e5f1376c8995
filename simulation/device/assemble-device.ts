// Assembles a whole device in this process: the firmware, its board and (unless a real port is given) the virtual
// sensor board with its putter and golfer. Independent of pages, network ports and terminals.

import type { CreateBoard } from '../../sims/sensor-board/board-on-port.ts';
import type { Clock } from '../../hal/clock/clock.ts';
import type { Flash } from '../../hal/flash/flash.ts';
import type { SwitchedFlash } from '../../hal/flash/flash-switched.ts';
import { createVirtualKeyboard, type VirtualKeyboard } from '../../hal/keyboard/keyboard-virtual.ts';
import { createVirtualKeys } from '../../hal/keys/keys-virtual.ts';
import { createVirtualLeds, type VirtualLeds } from '../../hal/leds/leds-virtual.ts';
import { createMemoryLog } from '../../hal/log/log-memory.ts';
import { createHttpNetwork } from '../../hal/http/http-virtual.ts';
import type { Http } from '../../hal/http/http.ts';
import type { Keyboard } from '../../hal/keyboard/keyboard.ts';
import { createLocalIsolates } from '../../hal/isolate/isolate-local.ts';
import type { Isolates } from '../../hal/isolate/isolate.ts';
import { createVirtualLink } from '../../hal/link/link-virtual.ts';
import type { Link } from '../../hal/link/link.ts';
import { createSwitchedNetwork, type SwitchedNetwork } from '../../hal/link/network-switch.ts';
import type { Log } from '../../hal/log/log.ts';
import type { Random } from '../../hal/random/random.ts';
import { createMemoryScreen, type MemoryScreen } from '../../hal/screen/screen-memory.ts';
import { createSerialSensor } from '../../hal/sensor/sensor-serial.ts';
import type { SerialPort } from '../../hal/serial/serial.ts';
import { createVirtualSpeaker } from '../../hal/speaker/speaker-virtual.ts';
import { createVirtualTcp } from '../../hal/tcp/tcp-virtual.ts';
import type { Tcp } from '../../hal/tcp/tcp.ts';
import { createForms } from '../../hal/web-page/forms.ts';
import type { ServedPage, WebPage } from '../../hal/web-page/web-page.ts';
import type { Wifi } from '../../hal/wifi/wifi.ts';
import { createDevice, type Board, type Device } from '../../firmware/device.ts';
import { FIRMWARE_SEQ, FIRMWARE_VERSION } from '../../firmware/version.ts';
import type { Images } from '../../hal/images/images.ts';
import { createVirtualImages, type VirtualImages } from '../../hal/images/images-virtual.ts';
import type { Sensor, Strike } from '../../hal/sensor/sensor.ts';
import { assertDefined } from '../../wire/errors.ts';
import type { PublicKey } from '../../wire/firmware/minisign.ts';
import type { PanelClock, PanelDevice, PanelPower, PanelStorage } from '../../sims/panel/panel-device.ts';
import { createPanelStorage } from './panel-storage.ts';
import { rollScale, wantedPutt } from './wanted-speed.ts';
import { recordedPorts, type Ports } from '../recordings/ports.ts';
import type { RecorderProxy } from '../recordings/recorder-proxy.ts';
import { recordedDevice, type Setup } from '../recordings/recorded-device.ts';
import { recordSurroundings } from '../recordings/recorded-surroundings.ts';
import { recordedStates } from '../recordings/recorded-states.ts';
import { createRestartable, type BoardPower, type Restartable } from './restartable.ts';
import { createSensorRig, type SensorRig } from '../../sims/sensor-board/sensor-rig.ts';

export interface DeviceDeps {
  readonly clock: Clock;
  readonly random: Random;
  /** Storage of the device. Without a power switch of its own, pending writes complete even when the power is cut. */
  readonly flash: Flash & Partial<SwitchedFlash>;
  /** Additional destination of log lines, besides the memory log. */
  readonly log?: Log;
  /** Port of a real sensor. Default: the virtual sensor board. */
  readonly sensor_port?: SerialPort;
  /** Creates the virtual sensor board. Default: a model of the board. */
  readonly createBoard?: CreateBoard | null;
  /** Isolates of extensions. Default: none. */
  readonly isolates?: Isolates;
  /** State of the network. Default: always joined. */
  readonly network?: Link;
  /** Wi-Fi, virtual or real. Default: none. */
  readonly wifi?: Wifi;
  /** Page that this machine serves for the device. Default: none. */
  readonly web_page?: ServedPage;
  /** Whether a touch screen can be connected, as in `keys.touchscreen`. Default: false. */
  readonly touchscreen?: boolean;
  /** Why the owner's board file is not used. Default: it is used. */
  readonly board_problem?: string;
  /** Network of the device. Default: a network without servers. */
  readonly http?: Http;
  readonly tcp?: Tcp;
  /** Real keyboard for a golf simulator's computer. Default: a virtual one. */
  readonly keyboard?: Keyboard;
  /** Origin of the cloud. Default: none. */
  readonly cloud?: string;
  /** Origin of the extension store. Default: none. */
  readonly store?: string;
  /** Firmware images of a real board. Default: a virtual board's images. */
  readonly images?: Images;
  /** Public keys of trusted firmware. Default: none. */
  readonly firmware_keys?: readonly PublicKey[];
  /** Recorder proxy that records or replays the device. */
  readonly proxy?: RecorderProxy;
  /** Optional XState inspector. */
  readonly inspect?: Board['inspect'];
}

export interface AssembledDevice extends PanelDevice {
  readonly device: Restartable;
  /** null if a real keyboard is given. */
  readonly keyboard: VirtualKeyboard | null;
  /** null if the board is real. */
  readonly images: VirtualImages | null;
  stop(): Promise<void>;
}

/** Assembles a device and switches it on. */
export function startDevice(deps: DeviceDeps): AssembledDevice {
  const { random, flash, log: also, sensor_port, cloud } = deps;
  const { clock, ...time_of_day } = withWrongTime(deps.clock);
  const log = createMemoryLog(clock, also ? { also } : {});
  const [face, network] = [faceOn(deps), networkOf(deps)];
  const keyboard = deps.keyboard ? null : createVirtualKeyboard();
  const rig: SensorRig | null = sensor_port
    ? null
    : createSensorRig({
        clock,
        random: random.fork('sensor'),
        wanted: () => wantedPutt(device.play()),
        ...(deps.createBoard && { createBoard: deps.createBoard }),
      });
  const port = sensor_port ?? assertDefined(rig, 'sensor rig').port;
  const virtual_images = deps.images
    ? null
    : createVirtualImages({ clock, flash, factory: FACTORY, restart: () => restart() });
  const { proxy, store = null, firmware_keys = [], wifi = null, board_problem = '' } = deps;
  const { web_page, submit } = withForms(deps.web_page ?? null);
  const board: Ports = {
    clock,
    random,
    flash,
    log,
    wifi,
    web_page,
    ...face,
    ...network,
    isolates: deps.isolates ?? createLocalIsolates(clock, nowhere),
    images: deps.images ?? assertDefined(virtual_images, 'images port'),
    serial: port,
    keyboard: deps.keyboard ?? assertDefined(keyboard, 'keyboard'),
  };
  const setup = { cloud: cloud ?? null, store, firmware_keys, path: port.path };
  const ports = proxy ? recordedPorts(proxy, board) : board;
  const watched = { ...setup, board_problem, inspect: inspectorOf(deps, () => unrecorded_ports.states()) };
  const { boot, mute, ...sensor } = firmwareOver(ports, watched);
  const unrecorded_ports = createRestartable(boot, boardPower({ flash, ...face, images: virtual_images, mute }));
  const device: Restartable = proxy
    ? recordedDevice(proxy, unrecorded_ports, { ...setup, ...alsoThere(deps) })
    : unrecorded_ports;
  const { power, restart } = device;
  device.start();
  const by_switch = isReal(deps) ? BY_HAND : { power, network, time_of_day, storage: storageOf(deps, power) };
  if (proxy) recordSurroundings(proxy, { rig, ...by_switch });
  return {
    device,
    clock,
    ...by_switch,
    ...dueOf(device),
    ...face,
    keyboard,
    submit,
    images: virtual_images,
    log,
    rig,
    ...sensor,
    async stop() {
      virtual_images?.stop();
      await device.stop();
      rig?.stop();
    },
  };
}

type Watched = Pick<Board, 'board_problem' | 'cloud' | 'store' | 'firmware_keys' | 'inspect'>;

interface Firmware extends Pick<PanelDevice, 'sensorStatus' | 'onStrike'> {
  /** Creates the device for the next boot. */
  boot(): Device;
  /** Mutes or unmutes the log. */
  mute(muted: boolean): void;
}

function firmwareOver(ports: Ports, watched: Watched): Firmware {
  let sensor: Sensor;
  let [boots, muted] = [0, false];
  const strikes = createStrikeNews();
  return {
    boot() {
      const log: Log = { write: (...line) => muted || ports.log.write(...line) };
      sensor = strikes.from(createSerialSensor({ port: ports.serial, clock: ports.clock, log, host_name: 'tapin' }));
      const random = ports.random.fork(boots++ === 0 ? 'firmware' : `firmware ${boots}`);
      return createDevice({ ...ports, log, random, sensor, ...watched });
    },
    mute: (on) => void (muted = on),
    sensorStatus: () => sensor.status(),
    onStrike: strikes.onStrike,
  };
}

function inspectorOf(
  { proxy, inspect }: DeviceDeps,
  states: () => Readonly<Record<string, unknown>>,
): Board['inspect'] {
  if (!proxy) return inspect;
  const record = recordedStates(proxy, states);
  return (event) => {
    inspect?.(event);
    record(event);
  };
}

/**
 * Creates the storage panel. An operator replaces the memory below the firmware, so the recording notes that
 * separately.
 */
const storageOf = ({ flash, proxy }: DeviceDeps, power: PanelPower): PanelStorage | null =>
  createPanelStorage(flash, power, (replaced) => proxy?.enter('memory', [replaced]));

/** Returns the figures of the putt that is due. */
const dueOf = ({
  power,
  play,
}: Restartable): Pick<PanelDevice, 'wanted_speed_mps' | 'wanted_face_deg' | 'rollScale'> => ({
  wanted_speed_mps: () => (power.isOn() ? (wantedPutt(play())?.club_speed_mps ?? null) : null),
  wanted_face_deg: () => (power.isOn() ? (wantedPutt(play())?.face_angle_deg ?? null) : null),
  rollScale: () => (power.isOn() ? rollScale(play()) : null),
});

/** Creates the ports that a player uses: screen, keys, LEDs and speaker. */
const faceOn = ({ clock, touchscreen = false }: DeviceDeps) => ({
  screen: createMemoryScreen(clock),
  keys: createVirtualKeys(touchscreen),
  leds: createVirtualLeds(clock),
  speaker: createVirtualSpeaker(),
});

interface PoweredComponents extends Pick<DeviceDeps, 'flash'> {
  readonly screen: MemoryScreen;
  readonly leds: VirtualLeds;
  readonly images: VirtualImages | null;
  /** Mutes or unmutes the log. */
  mute(muted: boolean): void;
}

const boardPower = ({ flash, screen, leds, images, mute }: PoweredComponents): BoardPower => ({
  on() {
    mute(false);
    flash.powerOn?.();
  },
  async off() {
    await images?.repeatTrial();
    images?.stop();
  },
  async cut() {
    mute(true);
    images?.stop();
    await flash.cutPower?.();
  },
  dark() {
    screen.powerOff();
    leds.powerOff();
  },
});

/** Omits features that the board lacks, as its recording does. */
const alsoThere = ({
  wifi,
  touchscreen,
  web_page,
  board_problem,
}: DeviceDeps): Pick<Setup, 'wifi' | 'touchscreen' | 'web_page' | 'board_problem'> => ({
  ...(wifi ? { wifi: true } : {}),
  ...(web_page ? { web_page: true } : {}),
  ...(touchscreen ? { touchscreen } : {}),
  ...(board_problem ? { board_problem } : {}),
});

/** Gives each device forms of its own on the page that all devices of a process share. */
function withForms(page: ServedPage | null): {
  readonly web_page: WebPage | null;
  readonly submit: PanelDevice['submit'];
} {
  if (!page) return { web_page: null, submit: null };
  const { onForm, submit } = createForms();
  return { web_page: { ...page, onForm }, submit };
}

const BY_HAND = { power: null, network: null, time_of_day: null, storage: null };

/** Whether the board is physical, with its own switch and plug. */
const isReal = ({ sensor_port, images }: DeviceDeps): boolean => sensor_port !== undefined || images !== undefined;

const networkOf = ({ clock, random, network, http, tcp, cloud, store }: DeviceDeps): SwitchedNetwork =>
  createSwitchedNetwork(
    {
      link: network ?? createVirtualLink(),
      http: http ?? createHttpNetwork(clock).link(random.fork('http')),
      tcp: tcp ?? createVirtualTcp({ clock, random: random.fork('tcp') }),
    },
    { clock, random: random.fork('way'), cloud: [cloud, store].filter((origin) => origin !== undefined) },
  );

/** Wraps a clock so that its time of day can be set wrong. */
function withWrongTime(clock: Clock): PanelClock & { readonly clock: Clock } {
  let wrong_by_s = 0;
  const listeners = new Set<() => void>();
  return {
    clock: { ...clock, unix_s: () => clock.unix_s() + wrong_by_s },
    wrong_by_s: () => wrong_by_s,
    setWrongBy(by_s) {
      wrong_by_s = by_s;
      for (const notify of listeners) notify();
    },
    onSet(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

interface StrikeNews extends Pick<PanelDevice, 'onStrike'> {
  /** Wraps the sensor so that listeners receive its strikes before the firmware does. */
  from(sensor: Sensor): Sensor;
}

function createStrikeNews(): StrikeNews {
  const listeners = new Set<(strike: Strike) => void>();
  return {
    from: (sensor) => ({
      ...sensor,
      start: (listener) =>
        sensor.start({
          ...listener,
          strike(strike) {
            for (const notify of listeners) notify(strike);
            listener.strike(strike);
          },
        }),
    }),
    onStrike(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Factory firmware of a virtual board: the running version. */
const FACTORY = { hw: 'virtual', version: FIRMWARE_VERSION, seq: FIRMWARE_SEQ };

const nowhere = (): never => {
  throw new Error('this device has no runtime for extensions');
};
