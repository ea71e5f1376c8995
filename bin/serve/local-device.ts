// Starts a device on this machine: worker threads for its extensions, the machine's network, and a real sensor and
// keyboard if configured.

import type { Clock } from '../../hal/clock/clock.ts';
import type { Flash } from '../../hal/flash/flash.ts';
import type { Images } from '../../hal/images/images.ts';
import { createWorkerIsolates } from '../../hal/isolate/isolate-worker.ts';
import { createHidKeyboard } from '../../hal/keyboard/keyboard-hid.ts';
import { createSystemLink } from '../../hal/link/link-system.ts';
import type { Link } from '../../hal/link/link.ts';
import { OWN_ADDRESS } from '../board/own-network.ts';
import { createNamedLog } from '../../hal/log/log-named.ts';
import type { Random } from '../../hal/random/random.ts';
import type { Wifi } from '../../hal/wifi/wifi.ts';
import { createTtyPort } from '../../hal/serial/serial-tty.ts';
import type { BoardKind } from '../../sims/sensor-board/board-events.ts';
import { createBoardOf } from '../../simulation/device/board-program.ts';
import { startDevice, type AssembledDevice } from '../../simulation/device/assemble-device.ts';
import type { Recorder } from '../../simulation/recordings/recorder.ts';
import type { PublicKey } from '../../wire/firmware/minisign.ts';
import { isLoopback } from '../../wire/listening.ts';
import type { ProcessResources } from '../process/resources.ts';

/** Module that an extension's isolate runs. */
const EXTENSION_HOST = new URL('../../firmware/extension-runtime/host.ts', import.meta.url);

/** Name in a recording of a single device. */
export const ONLY_DEVICE = 'device';

interface LocalDeviceOptions {
  readonly flash: Flash;
  readonly random: Random;
  /** Path of a real sensor's port, or `virtual`. */
  readonly sensor: string;
  /** Board behind a virtual sensor. Default: the model. */
  readonly sensorBoard?: BoardKind;
  /** Path of a keyboard gadget. Default: a virtual keyboard. */
  readonly keyboard?: string;
  /** Origin of the cloud. */
  readonly cloud?: string;
  /** Public keys of trusted firmware. Default: none. */
  readonly firmware_keys?: readonly PublicKey[];
  /** Firmware images of a real board. */
  readonly images?: Images;
  /** Whether all peers of the device are on this machine. */
  readonly loopback_only?: boolean;
  /** Name in the log until the device has read its own; set for one of several devices. */
  readonly called?: string;
  readonly recorder?: Recorder | null;
  /** Clock of the device, as in the recording. Default: the machine's. */
  readonly clock?: Clock;
  readonly wifi?: Wifi;
  /** Default: the network of this machine. */
  readonly network?: Link;
  /** Whether a touch screen can be connected. */
  readonly touchscreen?: boolean;
  /** Why the owner's board file is not used; '' if it is. Default: ''. */
  readonly board_problem?: string;
  /** Subscribes to address changes of this machine. Default: the addresses are polled. */
  readonly onAddressNews?: (changed: () => void) => () => void;
}

/** True if the cloud runs on this machine and needs no network. */
export const isOnLoopback = (cloud: string | undefined): boolean =>
  cloud !== undefined && URL.canParse(cloud) && isLoopback(new URL(cloud).hostname);

export function startLocalDevice(resources: ProcessResources, options: LocalDeviceOptions): AssembledDevice {
  const { flash, random, sensor, keyboard, cloud, loopback_only = false, called, recorder = null } = options;
  const { clock, log, http, tcp, web_page } = resources;
  const gadget = keyboard === undefined ? null : createHidKeyboard({ path: keyboard, clock });
  // The device writes while it is still being assembled.
  const proxy = recorder?.device(called ?? ONLY_DEVICE);
  let started: AssembledDevice | null = null;
  const device = startDevice({
    clock: options.clock ?? clock,
    random,
    flash,
    log: called === undefined ? log : createNamedLog(log, () => started?.device.name() || called),
    isolates: createWorkerIsolates(clock, EXTENSION_HOST),
    network:
      options.network ??
      createSystemLink({
        clock,
        ownAddress: () => (options.wifi ? OWN_ADDRESS : null),
        loopback_is_enough: loopback_only || isOnLoopback(cloud),
        ...(options.onAddressNews ? { onNews: options.onAddressNews } : {}),
      }),
    http,
    tcp,
    web_page,
    ...(proxy ? { proxy } : {}),
    ...(gadget ? { keyboard: gadget } : {}),
    ...(options.firmware_keys ? { firmware_keys: options.firmware_keys } : {}),
    ...(options.images ? { images: options.images } : {}),
    ...(options.wifi ? { wifi: options.wifi } : {}),
    ...(options.touchscreen ? { touchscreen: true } : {}),
    ...(options.board_problem ? { board_problem: options.board_problem } : {}),
    // One origin serves the relay and the store.
    ...(cloud === undefined ? {} : { cloud, store: cloud }),
    ...(sensor === 'virtual'
      ? { createBoard: createBoardOf(options.sensorBoard ?? 'model') }
      : { sensor_port: createTtyPort(sensor) }),
  });
  started = device;
  resources.onClose(async () => {
    await device.images?.repeatTrial();
    await proxy?.end();
    await device.stop();
    await gadget?.close();
  });
  return device;
}
