// One device on this machine with its front panel, and perhaps a cloud somewhere else: what `tapin device` runs.

import { openPanel } from '../sims/panel/panel-server.ts';
import type { AssembledDevice } from './assemble-device.ts';
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

export async function serveDevice(options: ServeOptions): Promise<void> {
  const house = openHouse(options);
  const flash = await openStorage(house, options.data);
  if (!flash.ok) return leave(house, flash.error);
  if (options.identity !== undefined) {
    const identity = readIdentityFile(options.identity);
    const provisioned = identity.ok ? await provision(flash.value, identity.value) : identity;
    if (!provisioned.ok) return leave(house, provisioned.error);
  }
  const told = await tellSimulators(flash.value, options);
  if (!told.ok) return leave(house, told.error);
  const device = switchOn(house, { ...options, flash: flash.value, random: house.random });
  await servePanel(house, options, [device], {});
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
