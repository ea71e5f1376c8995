// `tapin putts`: prints every putt that a device has kept.

import { Option, type Command } from 'commander';
import type { PuttsOptions } from './putts/print-putts.ts';

export const addPutts = (program: Command): Command =>
  program
    .command('putts')
    .summary('Print every putt that a device has kept')
    .description(
      'Reads the putts in the data folder of a device, oldest first, and prints them as a table for spreadsheets. The device may be running. docs/my-putting.md explains the columns.',
    )
    .option('--data <folder>', 'data folder of the device', 'tapin-data')
    .option('--player <name>', 'putts of this player only')
    .addOption(new Option('--json', 'print JSON'))
    .addHelpText(
      'after',
      `
Exit code 0: printed. 2: the folder can't be read or holds no device.

Examples:
  tapin putts > putts.csv
  tapin putts --player Ana --json
  tapin putts --data /var/lib/tapin > putts.csv          putts of the device on this machine`,
    )
    .action(async (options: PuttsOptions) => {
      const { printPutts } = await import('./putts/print-putts.ts');
      await printPutts(options);
    });
