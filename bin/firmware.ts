// `tapin firmware`: makes firmware images. How a cloud gives them out is in `tapin cloud firmware`.

import { InvalidArgumentError, Option, type Command } from 'commander';
import { FIRMWARE_SEQ_MAX } from '../wire/choices.ts';
import { HARDWARE, VERSION } from '../wire/firmware/image.ts';
import { integer, nonEmpty } from './options.ts';
import type { PackOptions } from './pack-firmware.ts';

export function addFirmware(program: Command): Command {
  const firmware = program
    .command('firmware')
    .summary('make firmware images')
    .description('Makes firmware images, for a virtual board or a real one.');
  addPack(firmware);
  return firmware;
}

const addPack = (firmware: Command): Command =>
  firmware
    .command('pack')
    .summary('write an image')
    .description(
      'Writes a firmware image. For the virtual board it only says what it is; for a real one it holds a release folder, such as a ' +
        'checkout after npm ci --omit=dev, which has ./tapin in it.',
    )
    .addOption(
      new Option('--hw <name>', 'kind of board, such as virtual or linux-arm64').default('virtual').argParser(hardware),
    )
    .addOption(
      new Option('--firmware <version>', 'its version, such as 0.9.1').argParser(version).makeOptionMandatory(),
    )
    .addOption(
      new Option('--seq <number>', 'rises with every release; a lower one is never installed')
        .argParser(integer('A number of a release', 1, FIRMWARE_SEQ_MAX))
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--release <folder>', 'the release folder, for a real board').argParser(
        nonEmpty('A release', './tapin'),
      ),
    )
    .addOption(
      new Option('--out <file>', 'where the image goes')
        .default('tapin.image')
        .argParser(nonEmpty('An image', './tapin.image')),
    )
    .addHelpText(
      'after',
      `
Examples:
  tapin firmware pack --firmware 0.9.1 --seq 2
  tapin firmware pack --hw linux-arm64 --firmware 0.9.1 --seq 2 --release ./tapin --out pi.image`,
    )
    .action(async (options: PackOptions, command: Command) => {
      if (options.hw !== 'virtual' && options.release === undefined)
        command.error('error: An image for a real board needs --release, the folder of the release.', { exitCode: 2 });
      const { pack } = await import('./pack-firmware.ts');
      await pack(options);
    });

function hardware(text: string): string {
  if (HARDWARE.test(text)) return text;
  throw new InvalidArgumentError('A kind of board is a name of a-z, 0-9 and "-", such as linux-arm64.');
}

function version(text: string): string {
  if (VERSION.test(text)) return text;
  throw new InvalidArgumentError('A version is three numbers, such as 0.9.1.');
}
