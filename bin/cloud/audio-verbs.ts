// `tapin cloud audio`: manages the sounds of a cloud's devices.

import { InvalidArgumentError, Option, type Command } from 'commander';
import type { AddAudioOptions } from './add-audio.ts';
import { dataOption } from '../options.ts';

export function addCloudAudio(cloud: Command): Command {
  const audio = cloud
    .command('audio')
    .summary('Manage audio packs')
    .description("Manages the sounds that this cloud's devices play.");
  audio
    .command('add')
    .argument(
      '<folder>',
      'folder with WAV files named after the sounds: click.wav, strike.wav, holed.wav, close.wav, miss.wav, done.wav',
    )
    .summary('Add an audio pack')
    .description(
      'Builds an audio pack from the WAV files in a folder and publishes it. Sounds without a file do not change.',
    )
    .addOption(
      new Option('--pack <version>', 'version of the pack, such as 2026-11').argParser(version).makeOptionMandatory(),
    )
    .addOption(dataOption("the cloud's releases", 'tapin-cloud'))
    .addHelpText(
      'after',
      `
Examples:
  tapin cloud audio add ./sounds --pack 2026-11
  tapin cloud audio add ./sounds --pack quiet --data tapin-data/cloud`,
    )
    .action(async (folder: string, options: AddAudioOptions) => {
      const { addAudio } = await import('./add-audio.ts');
      await addAudio(folder, options);
    });
  return audio;
}

function version(text: string): string {
  if (/^[\x21-\x7e]{1,32}$/.test(text)) return text;
  throw new InvalidArgumentError('--pack takes 1 to 32 characters without spaces, such as 2026-11.');
}
