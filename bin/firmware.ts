// `tapin firmware`: builds firmware images. `tapin cloud firmware` publishes them.

import { InvalidArgumentError, Option, type Command } from 'commander';
import { FIRMWARE_SEQ_MAX } from '../wire/choices.ts';
import { HARDWARE, VERSION } from '../wire/firmware/image.ts';
import { integer, nonEmpty } from './options.ts';
import type { PackOptions } from './release/pack-firmware.ts';
import { PLATFORMS } from './release/platforms.ts';

export function addFirmware(program: Command): Command {
  const firmware = program
    .command('firmware')
    .summary('Make firmware images')
    .description('Makes firmware images, for a virtual board or a real one.');
  addPack(firmware);
  return firmware;
}

const addPack = (firmware: Command): Command =>
  firmware
    .command('pack')
    .summary('Write an image')
    .description(
      'Writes a firmware image. For the virtual board it only says what it is; for a real one it holds this program, bundled for a ' +
        'platform, or a release folder of yours that has ./tapin in it.',
    )
    .addOption(
      new Option('--platform [name]', "this program, bundled for a platform; this machine's where none is named")
        .choices(PLATFORMS)
        .preset(`${process.platform}-${process.arch}`),
    )
    .addOption(
      new Option('--modules <folder>', 'folder node_modules with the packages of that platform').argParser(
        nonEmpty('A folder of packages', 'linux-arm64/node_modules'),
      ),
    )
    .addOption(
      new Option('--hw <name>', 'kind of board; that of the platform, or virtual without one').argParser(hardware),
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
      new Option('--release <folder>', 'a release folder, instead of a platform').argParser(
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
  tapin firmware pack --platform linux-arm64 --firmware 0.9.1 --seq 2 --out pi.image
  tapin firmware pack --platform linux-arm64 --modules linux-arm64/node_modules --firmware 0.9.1 --seq 2
  tapin firmware pack --hw linux-arm64 --firmware 0.9.1 --seq 2 --release ./tapin --out pi.image`,
    )
    .action(async (options: Omit<PackOptions, 'hw'> & { readonly hw?: string }, command: Command) => {
      const { platform, release, modules, hw = platform ?? 'virtual' } = options;
      const refuse = (sentence: string): never => command.error(`error: ${sentence}`, { exitCode: 2 });
      if (hw !== 'virtual' && platform === undefined && release === undefined)
        refuse('An image for a real board needs --platform, what it runs on, or --release, the folder of a release.');
      if (platform !== undefined && release !== undefined) refuse('An image is of a --platform or of a --release.');
      if (modules !== undefined && platform === undefined) refuse('--modules goes with --platform.');
      const { pack } = await import('./release/pack-firmware.ts');
      await pack({ ...options, hw });
    });

function hardware(text: string): string {
  if (HARDWARE.test(text)) return text;
  throw new InvalidArgumentError('A kind of board is a name of a-z, 0-9 and "-", such as linux-arm64.');
}

function version(text: string): string {
  if (VERSION.test(text)) return text;
  throw new InvalidArgumentError('A version is three numbers, such as 0.9.1.');
}
