// `tapin doctor`: reports which device hardware this machine has, what is missing, and how to fix it.

import { Option, type Command } from 'commander';
import { nonEmpty, time } from './options.ts';

interface DoctorOptions {
  readonly board?: string;
  readonly json?: boolean;
  readonly report?: string;
  readonly test?: boolean;
  readonly show: number;
  readonly quiet: number;
}

export const addDoctor = (program: Command): Command =>
  program
    .command('doctor')
    .summary('Check the hardware of this machine')
    .description(
      'Looks for the hardware that a device can use on this machine, and reports what is missing and how to fix it.',
    )
    .addOption(
      new Option('--board <file>', 'expected hardware (docs/raspberry-pi.md)').argParser(
        nonEmpty('The board file', 'board.yaml'),
      ),
    )
    .option('--json', 'print JSON')
    .addOption(
      new Option(
        '--report <file>',
        'also write a report to send with a question: no secrets, networks or addresses',
      ).argParser(nonEmpty('The report', 'report.json')),
    )
    .option('--test', 'test the hardware in the board file: show a picture, play a tone, light each LED, wait for keys')
    .addOption(
      new Option('--show <time>', 'time for which --test shows the picture without a terminal')
        .default(5000, '5 s')
        .argParser(time('The picture time')),
    )
    .addOption(
      new Option('--quiet <time>', 'idle time after which --test stops waiting for keys')
        .default(30_000, '30 s')
        .argParser(time('The idle time')),
    )
    .addHelpText(
      'after',
      `
The last line is the verdict, such as: Can play; missing: display. A device needs a sensor; a front panel replaces display and keys.
Exit code 0: a device can play, and all hardware in the board file is present and works. 1: otherwise. 2: the call is invalid.
If stdin is a terminal, --test asks you to confirm each part. A running device uses the hardware: run systemctl stop tapin first.

Examples:
  tapin doctor                                  list the hardware
  tapin doctor --board /etc/tapin/board.yaml    compare it with the board file
  tapin doctor --board board.yaml --test        and test it
  tapin doctor --report report.json             write a report to send with a question
  tapin doctor --json                           for scripts`,
    )
    .action(async (options: DoctorOptions, command: Command) => {
      const { readBoardFile } = await import('./board/board-file.ts');
      const board = options.board === undefined ? null : readBoardFile(options.board);
      if (board && !board.ok) command.error(`error: ${board.error.message}`, { exitCode: 2 });
      if (options.test && process.platform !== 'linux') command.error('error: --test requires Linux.', { exitCode: 2 });
      if (options.test && !board) command.error('error: --test requires --board.', { exitCode: 2 });
      const setup = board?.ok ? board.value : {};
      const { diagnose } = await import('./doctor/report.ts');
      const trials = options.test ? await import('./doctor/trial-run.ts') : null;
      process.exitCode = await diagnose({
        board: setup,
        as_json: options.json ?? false,
        report: options.report ?? null,
        tryAll: trials && ((print) => trials.runTrials(setup, options, print)),
      });
    });
