// `tapin replay`: replays a recording in virtual time and compares.

import { InvalidArgumentError, Option, type Command } from 'commander';
import { logFormatOption, nonEmpty, panelHostOption, portOption } from './options.ts';
import type { ReplayOptions } from './recording/replay-file.ts';

/** Parses seconds, minutes and seconds, or hours, minutes and seconds to milliseconds. */
function moment(text: string): number {
  const parts = /^(?:(?:(\d{1,4}):)?(\d{1,2}):)?(\d{1,7}(?:\.\d{1,3})?)$/.exec(text);
  if (parts) return Math.round(((Number(parts[1] ?? 0) * 60 + Number(parts[2] ?? 0)) * 60 + Number(parts[3])) * 1000);
  throw new InvalidArgumentError('A moment is a time from the beginning, such as 12:03.5 or 1:02:03.');
}

export const addReplay = (program: Command): Command =>
  program
    .command('replay')
    .summary('Play a recording again and compare')
    .description(
      'Plays in virtual time what reached the devices of a recording (tapin run --record), and compares everything that leaves them.',
    )
    .argument('<file>', 'a recording')
    .addOption(
      new Option('--at <time>', 'stops there and shows the screens; nothing is compared, as fast as it goes').argParser(
        moment,
      ),
    )
    .addOption(
      new Option('--screenshot <file>', 'the screen of the first device then').argParser(
        nonEmpty('A screenshot', 'then.png'),
      ),
    )
    .addOption(
      new Option('--scenario <file>', 'writes what was done as a scenario, and plays nothing').argParser(
        nonEmpty('A scenario', 'play.yaml'),
      ),
    )
    .addOption(
      new Option(
        '--serve',
        'opens the page at that moment, or at the end; what was before it is on the timeline of the page',
      ),
    )
    .addOption(portOption('the page', 8321))
    .addOption(panelHostOption())
    .addOption(logFormatOption())
    .addHelpText(
      'after',
      `
Exit code 0: everything was as recorded. 1: something was not. 2: the recording can't be read, or the call is wrong.

Examples:
  tapin run --record play.tapin.gz              makes one
  tapin replay play.tapin.gz                    compares: the same firmware does the same
  tapin replay play.tapin.gz --at 12:03.5       the screens at that moment
  tapin replay play.tapin.gz --at 12:03.5 --serve      the page at that moment
  tapin replay play.tapin.gz --scenario play.yaml      what was done, for tapin test`,
    )
    .action(async (file: string, options: ReplayOptions) => {
      const { replayFile } = await import('./recording/replay-file.ts');
      await replayFile(file, options);
    });
