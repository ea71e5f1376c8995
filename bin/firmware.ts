// `tapin firmware`: builds firmware images. `tapin cloud firmware` publishes them.

import { InvalidArgumentError, Option, type Command } from 'commander';
import { FIRMWARE_SEQ_MAX } from '../wire/choices.ts';
import { HARDWARE, VERSION } from '../wire/firmware/image.ts';
import { integer, nonEmpty } from './options.ts';
import type { PackOptions } from './release/pack-firmware.ts';
import { PLATFORMS } from './release/platforms.ts';

/** The release then has 42 MB instead of 57 MB with gzip, and takes half a minute. */
const COMPRESSION_MAX = 19;

export function addFirmware(program: Command): Command {
  const firmware = program
    .command('firmware')
    .summary('Build firmware images')
    .description('Builds firmware images for a virtual or a real board.');
  addPack(firmware);
  return firmware;
}

const addPack = (firmware: Command): Command =>
  firmware
    .command('pack')
    .summary('Write a firmware image')
    .description(
      'Writes a firmware image. For the virtual board it has only a manifest; for a real one it contains this program, bundled for ' +
        'a platform, or your own release folder with ./tapin in it.',
    )
    .addOption(
      new Option('--platform [name]', "platform to bundle this program for (without a name: this machine's)")
        .choices(PLATFORMS)
        .preset(`${process.platform}-${process.arch}`),
    )
    .addOption(
      new Option('--modules <folder>', 'node_modules folder with the packages of that platform').argParser(
        nonEmpty('A folder of packages', 'linux-arm64/node_modules'),
      ),
    )
    .addOption(
      new Option('--hw <name>', 'kind of board (default: that of the platform, otherwise virtual)').argParser(hardware),
    )
    .addOption(
      new Option('--firmware <version>', 'version of the firmware, such as 0.9.1')
        .argParser(version)
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--compression <level>', 'Zstandard level; a lower one is faster and gives a larger image')
        .default(COMPRESSION_MAX)
        .argParser(integer('A compression level', 1, COMPRESSION_MAX)),
    )
    .addOption(
      new Option(
        '--seq <number>',
        'release number; increases with every release, and devices never install a lower one',
      )
        .argParser(integer('A release number', 1, FIRMWARE_SEQ_MAX))
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--release <folder>', 'release folder to use instead of a platform').argParser(
        nonEmpty('A release', './tapin'),
      ),
    )
    .addOption(
      new Option('--out <file>', 'file for the image')
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
        refuse('An image for a real board needs --platform or --release.');
      if (platform !== undefined && release !== undefined) refuse('Use either --platform or --release.');
      if (modules !== undefined && platform === undefined) refuse('--modules needs --platform.');
      const { pack } = await import('./release/pack-firmware.ts');
      await pack({ ...options, hw });
    });

function hardware(text: string): string {
  if (HARDWARE.test(text)) return text;
  throw new InvalidArgumentError('--hw takes a name of a-z, 0-9 and "-", such as linux-arm64.');
}

function version(text: string): string {
  if (VERSION.test(text)) return text;
  throw new InvalidArgumentError('--firmware takes three numbers, such as 0.9.1.');
}
