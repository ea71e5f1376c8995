// One device on this machine with its front panel, and perhaps a cloud somewhere else: what `tapin device` runs.

import { openPanel } from '../sims/panel/panel-server.ts';
import type { Images } from '../hal/images/images.ts';
import { createReleaseImages } from '../hal/images/images-release.ts';
import { ok, type Result } from '../wire/errors.ts';
import type { PublicKey } from '../wire/firmware/minisign.ts';
import { releaseBoard, START_AGAIN, startedImage } from './boot-releases.ts';
import { readPublicKeyFile } from './firmware-key.ts';
import type { AssembledDevice } from '../simulation/device/assemble-device.ts';
import { leave, openHouse, openStorage, switchOn, type House } from './house.ts';
import { provision, readIdentityFile } from './identity.ts';
import { onEnd, sayListening } from './process.ts';
import { tellSimulators } from './simulator-addresses.ts';

export interface ServeOptions {
  readonly port: number;
  readonly host: string;
  readonly data: string;
  /** Path of a real sensor's port, or `virtual`. */
  readonly sensor: string;
  /** Origin of the cloud. */
  readonly cloud?: string;
  /** File with the identity that the device has there. */
  readonly identity?: string;
  /** Address of a golf simulator. */
  readonly simulator?: string;
  /** Address of a launch monitor's connector. */
  readonly connector?: string;
  /** Path of a keyboard gadget. */
  readonly keyboard?: string;
  readonly seed?: number;
  readonly verbose?: boolean;
}

/** Of a device that updates its own firmware. */
export interface DeviceOptions extends ServeOptions {
  readonly releases?: string;
  readonly firmwareKey?: string;
}

export async function serveDevice(options: DeviceOptions): Promise<void> {
  const house = openHouse(options);
  const trusted = options.firmwareKey === undefined ? ok([]) : await trust(options.firmwareKey);
  if (!trusted.ok) return leave(house, trusted.error);
  const flash = await openStorage(house, options.data);
  if (!flash.ok) return leave(house, flash.error);
  if (options.identity !== undefined) {
    const identity = readIdentityFile(options.identity);
    const provisioned = identity.ok ? await provision(flash.value, identity.value) : identity;
    if (!provisioned.ok) return leave(house, provisioned.error);
  }
  const told = await tellSimulators(flash.value, options);
  if (!told.ok) return leave(house, told.error);
  const device = switchOn(house, {
    ...options,
    flash: flash.value,
    random: house.random,
    firmware_keys: trusted.value,
    ...releaseImages(house, options.releases),
  });
  await servePanel(house, options, [device], {});
}

const trust = async (path: string): Promise<Result<readonly PublicKey[]>> => {
  const key = await readPublicKeyFile(path);
  return key.ok ? ok([key.value]) : key;
};

/** Of a device below a boot loader. */
function releaseImages(house: House, folder: string | undefined): { readonly images?: Images } {
  const booted = startedImage();
  if (folder === undefined || booted === null) return {};
  return {
    images: createReleaseImages({ board: releaseBoard(folder), booted, restart: () => void startAgain(house) }),
  };
}

/** The boot loader starts what is to start. */
async function startAgain(house: House): Promise<void> {
  await house.close();
  process.exit(START_AGAIN);
}

/** Serves the panel until the process is to end. `urls`: what else listens. */
export async function servePanel(
  house: House,
  { host, port }: Pick<ServeOptions, 'host' | 'port'>,
  devices: readonly AssembledDevice[],
  urls: Readonly<Record<string, string>>,
): Promise<void> {
  const panel = await openPanel({ devices, host, port, log: devices[0]?.log ?? house.log });
  if (!panel.ok) return leave(house, panel.error);
  house.keep(() => panel.value.close());
  onEnd(() => house.close());
  sayListening({ panel: panel.value.url, ...urls });
  process.stderr.write(`Open ${panel.value.url} in a browser. Ctrl-C ends.\n`);
}
