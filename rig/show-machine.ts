// Starts a machine for manual use, with its front panel in a browser on this computer.

import type { Result } from '../wire/errors.ts';
import type { Print } from './build/cache.ts';
import { deviceSnapshot, resumeDevice } from './device.ts';
import { openGuestPanel } from './probes/panel.ts';
import { plugSensor } from './probes/usb-sensor.ts';
import { buildImage } from './build/image.ts';

/** Runs until the process ends. Errors: `rig_failed`. */
export async function showMachine(print: Print): Promise<Result<unknown>> {
  const image = await buildImage(print);
  if (!image.ok) return image;
  const snapshot = await deviceSnapshot(image.value, print);
  if (!snapshot.ok) return snapshot;
  const device = await resumeDevice(image.value, snapshot.value);
  if (!device.ok) return device;
  const { machine, token } = device.value;
  const plugged = await plugSensor(machine);
  const panel = plugged.ok ? await openGuestPanel(machine, token) : plugged;
  if (!panel.ok) {
    await machine.close();
    return panel;
  }
  print(`Open ${panel.value.url} in a browser. Press Ctrl-C to stop.`);
  return new Promise(() => {});
}
