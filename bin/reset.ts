// `tapin reset`: resets a device to its factory settings at its next start.

import type { Command } from 'commander';
import type { ResetOptions } from './reset/request-reset.ts';

export const addReset = (program: Command): Command =>
  program
    .command('reset')
    .summary('Reset a device to its factory settings')
    .description(
      'Removes the settings, players, putts, sets and extensions of a device, the Wi-Fi networks that it has joined, and the links of its phones, at its next start. Its identity and firmware stay.',
    )
    .option('--data <folder>', 'data folder of the device', 'tapin-data')
    .option('--keep-putts', 'keep the players and their putts')
    .addHelpText(
      'after',
      `
Exit code 0: requested. 1: the request can't be stored. 2: the folder holds no device.

Examples:
  tapin reset --keep-putts
  sudo -u tapin tapin reset --data /var/lib/tapin && sudo systemctl restart tapin`,
    )
    .action(async (options: ResetOptions) => {
      const { storeReset } = await import('./reset/request-reset.ts');
      await storeReset(options);
    });
