// What a process that serves devices holds open, and closes in the opposite order when it ends.

import { createSystemClock } from '../hal/clock/clock-system.ts';
import type { Clock } from '../hal/clock/clock.ts';
import { createFileFlash } from '../hal/flash/flash-files.ts';
import { openDataFolder } from '../hal/flash/data-folder.ts';
import type { Flash } from '../hal/flash/flash.ts';
import { createUndiciHttp } from '../hal/http/http-undici.ts';
import type { Http } from '../hal/http/http.ts';
import { createWorkerIsolates } from '../hal/isolate/isolate-worker.ts';
import type { Images } from '../hal/images/images.ts';
import type { PublicKey } from '../wire/firmware/minisign.ts';
import { createSystemLink } from '../hal/link/link-system.ts';
import { createHidKeyboard } from '../hal/keyboard/keyboard-hid.ts';
import type { Log } from '../hal/log/log.ts';
import { createSeededRandom } from '../hal/random/random-seeded.ts';
import { createSystemRandom } from '../hal/random/random-system.ts';
import type { Random } from '../hal/random/random.ts';
import { createTtyPort } from '../hal/serial/serial-tty.ts';
import { createSystemTcp } from '../hal/tcp/tcp-system.ts';
import type { Tcp } from '../hal/tcp/tcp.ts';
import { ok, type OperatingError, type Result } from '../wire/errors.ts';
import { startDevice, type AssembledDevice } from '../simulation/device/assemble-device.ts';
import { die, stderrLog } from './process.ts';

export interface House {
  readonly clock: Clock;
  readonly log: Log;
  readonly random: Random;
  readonly http: Http;
  readonly tcp: Tcp;
  /** Takes what is to be closed at the end. */
  keep(close: () => Promise<void>): void;
  close(): Promise<void>;
}

export function openHouse({ seed, verbose = false }: { seed?: number; verbose?: boolean }): House {
  const clock = createSystemClock();
  const http = createUndiciHttp();
  const closers: (() => Promise<void>)[] = [() => http.close()];
  return {
    clock,
    log: stderrLog(clock, verbose),
    random: seed === undefined ? createSystemRandom() : createSeededRandom(seed),
    http,
    tcp: createSystemTcp(),
    keep: (close) => void closers.push(close),
    async close() {
      for (const close of closers.toReversed()) await close();
    },
  };
}

/** Closes everything, and ends with the error's sentence. */
export async function leave(house: House, error: OperatingError): Promise<never> {
  await house.close();
  die(error);
}

/** Opens a data folder. Errors: those of the folder. */
export async function openStorage(house: House, data: string): Promise<Result<Flash>> {
  const folder = await openDataFolder(data);
  if (!folder.ok) return folder;
  house.keep(() => folder.value.close());
  if (folder.value.note) house.log.write('warn', 'storage', folder.value.note);
  return ok(createFileFlash(data));
}

/** What an isolate of an extension runs. */
const EXTENSION_HOST = new URL('../firmware/extension-runtime/host.ts', import.meta.url);

export interface SwitchOnOptions {
  readonly flash: Flash;
  readonly random: Random;
  /** Path of a real sensor's port, or `virtual`. */
  readonly sensor: string;
  /** Path of a keyboard gadget; a virtual keyboard where it is left out. */
  readonly keyboard?: string;
  /** Origin of the cloud. */
  readonly cloud?: string;
  /** Whose firmware is trusted; nobody's where it is left out. */
  readonly firmware_keys?: readonly PublicKey[];
  /** The firmware images of a real board. */
  readonly images?: Images;
  /** Everybody whom the device is to reach is on this machine. */
  readonly at_home?: boolean;
}

export function switchOn(house: House, options: SwitchOnOptions): AssembledDevice {
  const { flash, random, sensor, keyboard, cloud, at_home = false } = options;
  const { clock, log, http, tcp } = house;
  const gadget = keyboard === undefined ? null : createHidKeyboard({ path: keyboard, clock });
  const device = startDevice({
    clock,
    random,
    flash,
    log,
    isolates: createWorkerIsolates(clock, EXTENSION_HOST),
    network: createSystemLink({ clock, loopback_is_enough: at_home }),
    http,
    tcp,
    ...(gadget ? { keyboard: gadget } : {}),
    ...(options.firmware_keys ? { firmware_keys: options.firmware_keys } : {}),
    ...(options.images ? { images: options.images } : {}),
    // The cloud has both under one roof.
    ...(cloud === undefined ? {} : { cloud, store: cloud }),
    ...(sensor === 'virtual' ? {} : { sensor_port: createTtyPort(sensor) }),
  });
  house.keep(async () => {
    await device.stop();
    await gadget?.close();
  });
  return device;
}
