// `tapin cloud backup` and `restore`.

import type { Command } from 'commander';
import type { BackupOptions } from './backup.ts';
import { dataOption, devicesOption, engineOption, jsonOption } from '../options.ts';

const withPlaces = (command: Command): Command =>
  command
    .addOption(dataOption('the cloud', 'tapin-cloud'))
    .addOption(devicesOption())
    .addOption(engineOption())
    .addOption(jsonOption());

export function addCloudBackup(cloud: Command): void {
  addBackup(cloud);
  addRestore(cloud);
}

const addBackup = (cloud: Command): Command =>
  withPlaces(cloud.command('backup'))
    .summary('Back up a cloud while it runs')
    .description(
      'Writes a folder that has all of a cloud as it is now: its databases, what it gives out, its keys, and the devices. With --engine sessions and devices are those of the engine, each session as it is when it is read. It can be served as it is. It holds secrets, and only its owner may read it.',
    )
    .argument('<folder>', 'a new one')
    .addHelpText(
      'after',
      `
Examples:
  tapin cloud backup /backups/cloud-1
  tapin cloud backup /backups/fleet-1 --engine redis://127.0.0.1:6379`,
    )
    .action(async (to: string, options: BackupOptions) => {
      const { backup } = await import('./backup.ts');
      await backup(to, options);
    });

const addRestore = (cloud: Command): Command =>
  withPlaces(cloud.command('restore'))
    .summary('Restore a backup')
    .description(
      'Puts a backup where nothing is: its folder, and the devices in their file; or with --engine sessions and devices in the engine, and the rest in the folder. Hosts keep their codes. What came after the backup is gone.',
    )
    .argument('<folder>', 'a backup')
    .addHelpText(
      'after',
      `
Examples:
  tapin cloud restore /backups/cloud-1
  tapin cloud restore /backups/fleet-1 --engine redis://127.0.0.1:6379?prefix=again:`,
    )
    .action(async (from: string, options: BackupOptions) => {
      const { restore } = await import('./restore.ts');
      await restore(from, options);
    });
