// `tapin cloud backup` and `restore`.

import type { Command } from 'commander';
import type { BackupOptions } from './backup.ts';
import { dataOption, devicesOption, engineOption, jsonOption } from '../options.ts';

const withLocationOptions = (command: Command): Command =>
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
  withLocationOptions(cloud.command('backup'))
    .summary('Back up a cloud while it runs')
    .description(
      'Writes a snapshot of a cloud to a folder: its databases, releases, keys and devices. With --engine, sessions and devices come from the engine, and each session is copied when it is read. tapin cloud serve can run on the folder. It contains secrets and is readable only by its owner.',
    )
    .argument('<folder>', 'a new folder')
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
  withLocationOptions(cloud.command('restore'))
    .summary('Restore a backup')
    .description(
      'Restores a backup to an unused data folder and device registry. With --engine, sessions and devices go to the engine and the rest to the folder. Hosts keep their codes. Changes made after the backup are lost.',
    )
    .argument('<folder>', 'folder of the backup')
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
