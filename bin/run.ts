// `tapin run`: a virtual device and its front panel on this machine.

import type { Command } from 'commander';
import { deviceDataOption, panelHostOption, panelPortOption, seedOption, verboseOption } from './options.ts';
import type { ServeOptions } from './serve-device.ts';

export const addRun = (program: Command): Command =>
  program
    .command('run')
    .summary('a virtual device in the browser')
    .description('Runs a putting device on this machine and serves its front panel to a browser.')
    .addOption(panelPortOption())
    .addOption(panelHostOption())
    .addOption(deviceDataOption())
    .option('--sensor <path>', 'serial port of a sensor board, or virtual', 'virtual')
    .addOption(seedOption())
    .addOption(verboseOption())
    .addHelpText(
      'after',
      `
Examples:
  tapin run                                     a device with a virtual sensor, kept in ./tapin-data
  tapin run --port 0 --data /tmp/a --seed 7     a fresh one that behaves the same every time
  tapin run --sensor /dev/serial/by-id/usb-…    the same device with a real sensor`,
    )
    .action(async (options: ServeOptions) => {
      const { serveDevice } = await import('./serve-device.ts');
      await serveDevice(options);
    });
