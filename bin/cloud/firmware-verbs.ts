// `tapin cloud firmware`: manages the firmware that a cloud publishes.

import { InvalidArgumentError, Option, type Command } from 'commander';
import { FIRMWARE_NOTES_CHARS_MAX } from '../../wire/choices.ts';
import type { AddFirmwareOptions } from './add-firmware.ts';
import { dataOption, nonEmpty } from '../options.ts';

export function addCloudFirmware(cloud: Command): Command {
  const firmware = cloud
    .command('firmware')
    .summary('Manage firmware releases')
    .description('Firmware that devices of this cloud are offered.');
  addAdd(firmware);
  return firmware;
}

const addAdd = (firmware: Command): Command =>
  firmware
    .command('add')
    .argument('<file>', 'an image, as tapin firmware pack writes it')
    .summary('Sign an image and release it')
    .description(
      'Signs a firmware image and gives it out from now on. Devices trust the key whose public half they were started with: that of ' +
        'the cloud of tapin run, or what tapin device has as --firmware-key.',
    )
    .addOption(
      new Option(
        '--sign <key>',
        "a secret key of minisign without a password; the cloud's own, firmware.key, without it",
      ).argParser(nonEmpty('A key', './firmware.key')),
    )
    .addOption(new Option('--notes <text>', 'what is new, for the people who are asked').default('').argParser(notes))
    .addOption(new Option('--channel <name>', 'who is offered it').choices(['stable', 'beta']).default('stable'))
    .addOption(dataOption("the cloud's releases", 'tapin-cloud'))
    .addHelpText(
      'after',
      `
Examples:
  tapin cloud firmware add tapin.image --data tapin-data/cloud --notes 'Putts roll on.'
  tapin cloud firmware add pi.image --sign release.key        signed with another key`,
    )
    .action(async (file: string, options: AddFirmwareOptions) => {
      const { addFirmware } = await import('./add-firmware.ts');
      await addFirmware(file, options);
    });

function notes(text: string): string {
  if (Array.from(text).length <= FIRMWARE_NOTES_CHARS_MAX) return text;
  throw new InvalidArgumentError(`Notes have at most ${FIRMWARE_NOTES_CHARS_MAX} characters.`);
}
