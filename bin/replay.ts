// `tapin replay`: replays a recording in virtual time and compares.

import { InvalidArgumentError, Option, type Command } from 'commander';
import { logFormatOption, nonEmpty, panelHostOption, portOption } from './options.ts';
import { PANEL_PORT } from '../wire/listening.ts';
import type { ReplayOptions } from './recording/replay-file.ts';

/** Parses seconds, minutes and seconds, or hours, minutes and seconds to milliseconds. */
function moment(text: string): number {
  const parts = /^(?:(?:(\d{1,4}):)?(\d{1,2}):)?(\d{1,7}(?:\.\d{1,3})?)$/.exec(text);
  if (parts) return Math.round(((Number(parts[1] ?? 0) * 60 + Number(parts[2] ?? 0)) * 60 + Number(parts[3])) * 1000);
  throw new InvalidArgumentError('The time must be an offset from the start, such as 12:03.5 or 1:02:03.');
}

export const addReplay = (program: Command): Command =>
  program
    .command('replay')
    .summary('Replay a recording and compare')
    .description(
      'Replays the inputs of a recording (tapin run --record) in virtual time, and compares all outputs of the devices.',
    )
    .argument('<file>', 'recording')
    .addOption(
      new Option('--at <time>', 'time at which to stop and show the screens, without comparing').argParser(moment),
    )
    .addOption(
      new Option('--screenshot <file>', 'picture of the first device at that time').argParser(
        nonEmpty('The screenshot', 'then.png'),
      ),
    )
    .addOption(
      new Option('--scenario <file>', 'scenario made from the recorded inputs; nothing is replayed').argParser(
        nonEmpty('The scenario', 'play.yaml'),
      ),
    )
    .addOption(
      new Option(
        '--serve',
        'serve the front panel at that time, or at the end, with a timeline of everything before it',
      ),
    )
    .addOption(portOption('the page', PANEL_PORT))
    .addOption(panelHostOption())
    .addOption(logFormatOption())
    .addHelpText(
      'after',
      `
Exit code 0: no divergence. 1: the replay diverges. 2: the recording can't be read, or the call is invalid.

Examples:
  tapin run --record play.tapin.gz              make a recording
  tapin replay play.tapin.gz                    compare: the same firmware behaves the same
  tapin replay play.tapin.gz --at 12:03.5       show the screens at that time
  tapin replay play.tapin.gz --at 12:03.5 --serve      serve the page at that time
  tapin replay play.tapin.gz --scenario play.yaml      write a scenario for tapin test`,
    )
    .action(async (file: string, options: ReplayOptions) => {
      const { replayFile } = await import('./recording/replay-file.ts');
      await replayFile(file, options);
    });
