// One device on this machine with its front panel: what `tapin run` and `tapin device` have in common.

import { createSystemClock } from '../hal/clock/clock-system.ts';
import { openDataFolder } from '../hal/flash/data-folder.ts';
import { createFileFlash } from '../hal/flash/flash-files.ts';
import { createSeededRandom } from '../hal/random/random-seeded.ts';
import { createSystemRandom } from '../hal/random/random-system.ts';
import { createTtyPort } from '../hal/serial/serial-tty.ts';
import { openPanel } from '../sims/panel/panel-server.ts';
import { startDevice } from './assemble-device.ts';
import { die, onEnd, sayListening, stderrLog } from './process.ts';

export interface ServeOptions {
  readonly port: number;
  readonly host: string;
  readonly data: string;
  /** Path of a real sensor's port, or `virtual`. */
  readonly sensor: string;
  readonly seed?: number;
  readonly verbose?: boolean;
}

export async function serveDevice(options: ServeOptions): Promise<void> {
  const clock = createSystemClock();
  const log = stderrLog(clock, options.verbose ?? false);
  const folder = await openDataFolder(options.data);
  if (!folder.ok) die(folder.error);
  if (folder.value.note) log.write('warn', 'storage', folder.value.note);
  const device = startDevice({
    clock,
    random: options.seed === undefined ? createSystemRandom() : createSeededRandom(options.seed),
    flash: createFileFlash(options.data),
    log,
    ...(options.sensor === 'virtual' ? {} : { sensor_port: createTtyPort(options.sensor) }),
  });
  const panel = await openPanel({ devices: [device], host: options.host, port: options.port, log: device.log });
  const stop = async (): Promise<void> => {
    if (panel.ok) await panel.value.close();
    await device.stop();
    await folder.value.close();
  };
  if (!panel.ok) {
    await stop();
    die(panel.error);
  }
  onEnd(stop);
  sayListening({ panel: panel.value.url });
  process.stderr.write(`Open ${panel.value.url} in a browser. Ctrl-C ends.\n`);
}
