// `tapin doctor`: reports which device hardware this machine has, what is missing, and how to fix it.

import { Option, type Command } from 'commander';
import { nonEmpty, time } from './options.ts';

interface DoctorOptions {
  readonly board?: string;
  readonly json?: boolean;
  readonly test?: boolean;
  readonly show: number;
  readonly quiet: number;
}

export const addDoctor = (program: Command): Command =>
  program
    .command('doctor')
    .summary('Check what is wired to this machine')
    .description(
      'Looks for everything that a device can use on this machine, and says what is missing and what to do about it.',
    )
    .addOption(
      new Option('--board <file>', 'what should be there (docs/raspberry-pi.md)').argParser(
        nonEmpty('A board file', 'board.yaml'),
      ),
    )
    .option('--json', 'as JSON')
    .option('--test', 'tries what the board file names: a picture, a tone, each LED, and what is pressed')
    .addOption(
      new Option('--show <time>', 'how long --test shows the picture where nobody is asked')
        .default(5000, '5 s')
        .argParser(time('The time of the picture')),
    )
    .addOption(
      new Option('--quiet <time>', '--test ends when nothing was pressed for so long')
        .default(30_000, '30 s')
        .argParser(time('The quiet time')),
    )
    .addHelpText(
      'after',
      `
The last line is the verdict, such as: Can play; missing: display. A device needs a sensor; a front panel stands for a display and keys.
Exit code 0: a device can play, and everything that the board file names is there and works. 1: not so. 2: the call is wrong.
Where stdin is a terminal, --test asks after each part. A device that runs has its parts for itself: systemctl stop tapin before.

Examples:
  tapin doctor                                  what there is
  tapin doctor --board /etc/tapin/board.yaml    whether what should be there is there
  tapin doctor --board board.yaml --test        and whether it works
  tapin doctor --json                           for programs`,
    )
    .action(async (options: DoctorOptions, command: Command) => {
      const { readBoardFile } = await import('./board/board-file.ts');
      const board = options.board === undefined ? null : readBoardFile(options.board);
      if (board && !board.ok) command.error(`error: ${board.error.message}`, { exitCode: 2 });
      if (options.test && process.platform !== 'linux')
        command.error('error: --test tries the hardware of Linux.', { exitCode: 2 });
      if (options.test && !board)
        command.error('error: --test tries what a board file names: --board.', { exitCode: 2 });
      const setup = board?.ok ? board.value : {};
      const { diagnose } = await import('./doctor/report.ts');
      const trials = options.test ? await import('./doctor/trial-run.ts') : null;
      process.exitCode = await diagnose({
        board: setup,
        as_json: options.json ?? false,
        tryAll: trials && ((say) => trials.runTrials(setup, options, say)),
      });
    });
