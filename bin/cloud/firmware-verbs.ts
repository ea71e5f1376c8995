// `tapin cloud firmware`: manages the firmware that a cloud publishes.

import { InvalidArgumentError, Option, type Command } from 'commander';
import { FIRMWARE_NOTES_CHARS_MAX } from '../../wire/choices.ts';
import type { AddFirmwareOptions } from './add-firmware.ts';
import { dataOption, nonEmpty } from '../options.ts';

export function addCloudFirmware(cloud: Command): Command {
  const firmware = cloud
    .command('firmware')
    .summary('Manage firmware releases')
    .description('Manages the firmware that this cloud offers to its devices.');
  addAdd(firmware);
  return firmware;
}

const addAdd = (firmware: Command): Command =>
  firmware
    .command('add')
    .argument('<file>', 'image from tapin firmware pack')
    .summary('Sign an image and release it')
    .description(
      'Signs a firmware image and publishes it. A device installs it only if it trusts the key: tapin run trusts the key of ' +
        'its own cloud, tapin device the one given with --firmware-key.',
    )
    .addOption(
      new Option(
        '--sign <key>',
        "minisign secret key without a password (default: the cloud's firmware.key)",
      ).argParser(nonEmpty('A key', './firmware.key')),
    )
    .addOption(
      new Option('--notes <text>', 'release notes that the device shows before the update')
        .default('')
        .argParser(notes),
    )
    .addOption(new Option('--channel <name>', 'channel of the release').choices(['stable', 'beta']).default('stable'))
    .addOption(dataOption("the cloud's releases", 'tapin-cloud'))
    .addHelpText(
      'after',
      `
Examples:
  tapin cloud firmware add tapin.image --data tapin-data/cloud --notes 'Putts roll on.'
  tapin cloud firmware add pi.image --sign release.key        sign with another key`,
    )
    .action(async (file: string, options: AddFirmwareOptions) => {
      const { addFirmware } = await import('./add-firmware.ts');
      await addFirmware(file, options);
    });

function notes(text: string): string {
  if (Array.from(text).length <= FIRMWARE_NOTES_CHARS_MAX) return text;
  throw new InvalidArgumentError(`--notes takes at most ${FIRMWARE_NOTES_CHARS_MAX} characters.`);
}
