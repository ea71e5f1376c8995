// A device on this machine: worker threads for its extensions, the machine's network, and a real sensor and keyboard where they are named.

import type { Clock } from '../../hal/clock/clock.ts';
import type { Flash } from '../../hal/flash/flash.ts';
import type { Images } from '../../hal/images/images.ts';
import { createWorkerIsolates } from '../../hal/isolate/isolate-worker.ts';
import { createHidKeyboard } from '../../hal/keyboard/keyboard-hid.ts';
import { createSystemLink } from '../../hal/link/link-system.ts';
import { createNamedLog } from '../../hal/log/log-named.ts';
import type { Random } from '../../hal/random/random.ts';
import type { Wifi } from '../../hal/wifi/wifi.ts';
import { createTtyPort } from '../../hal/serial/serial-tty.ts';
import { startDevice, type AssembledDevice } from '../../simulation/device/assemble-device.ts';
import type { Recorder } from '../../simulation/recordings/recorder.ts';
import type { PublicKey } from '../../wire/firmware/minisign.ts';
import { isLoopback } from '../../wire/listening.ts';
import type { ProcessResources } from '../process/resources.ts';

/** What an isolate of an extension runs. */
const EXTENSION_HOST = new URL('../../firmware/extension-runtime/host.ts', import.meta.url);

/** In a recording, where it is not one of several. */
export const ONLY_DEVICE = 'device';

interface LocalDeviceOptions {
  readonly flash: Flash;
  readonly random: Random;
  /** Path of a real sensor's port, or `virtual`. */
  readonly sensor: string;
  /** Path of a keyboard gadget. Default: a virtual keyboard. */
  readonly keyboard?: string;
  /** Origin of the cloud. */
  readonly cloud?: string;
  /** Public keys of trusted firmware. Default: none. */
  readonly firmware_keys?: readonly PublicKey[];
  /** The firmware images of a real board. */
  readonly images?: Images;
  /** Everybody whom the device is to reach is on this machine. */
  readonly loopback_only?: boolean;
  /** One of several: what its log lines call it until it knows its name. */
  readonly called?: string;
  readonly recorder?: Recorder | null;
  /** Its clock, as the recorder has it. Default: the machine's. */
  readonly clock?: Clock;
  readonly wifi?: Wifi;
  /** Whether a touch screen can be connected. */
  readonly touchscreen?: boolean;
  /** Calls when the addresses of this machine have changed. Default: the addresses are polled. */
  readonly onAddressNews?: (changed: () => void) => () => void;
}

/** A cloud on this machine is reached without any network. */
export const isOnLoopback = (cloud: string | undefined): boolean =>
  cloud !== undefined && URL.canParse(cloud) && isLoopback(new URL(cloud).hostname);

export function startLocalDevice(resources: ProcessResources, options: LocalDeviceOptions): AssembledDevice {
  const { flash, random, sensor, keyboard, cloud, loopback_only = false, called, recorder = null } = options;
  const { clock, log, http, tcp } = resources;
  const gadget = keyboard === undefined ? null : createHidKeyboard({ path: keyboard, clock });
  // It writes before it is there as a whole.
  const proxy = recorder?.device(called ?? ONLY_DEVICE);
  let started: AssembledDevice | null = null;
  const device = startDevice({
    clock: options.clock ?? clock,
    random,
    flash,
    log: called === undefined ? log : createNamedLog(log, () => started?.device.name() || called),
    isolates: createWorkerIsolates(clock, EXTENSION_HOST),
    network: createSystemLink({
      clock,
      loopback_is_enough: loopback_only || isOnLoopback(cloud),
      ...(options.onAddressNews ? { onNews: options.onAddressNews } : {}),
    }),
    http,
    tcp,
    ...(proxy ? { proxy } : {}),
    ...(gadget ? { keyboard: gadget } : {}),
    ...(options.firmware_keys ? { firmware_keys: options.firmware_keys } : {}),
    ...(options.images ? { images: options.images } : {}),
    ...(options.wifi ? { wifi: options.wifi } : {}),
    ...(options.touchscreen ? { touchscreen: true } : {}),
    // One origin serves the relay and the store.
    ...(cloud === undefined ? {} : { cloud, store: cloud }),
    ...(sensor === 'virtual' ? {} : { sensor_port: createTtyPort(sensor) }),
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
