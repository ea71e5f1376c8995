// `tapin doctor`: what this machine has of a device, what is missing, and what to do about it.

import { Option, type Command } from 'commander';
import { nonEmpty } from './options.ts';

export const addDoctor = (program: Command): Command =>
  program
    .command('doctor')
    .summary('looks at what is wired to this machine')
    .description(
      'Looks for everything that a device can use on this machine, and says what is missing and what to do about it.',
    )
    .addOption(
      new Option('--board <file>', 'what should be there (docs/raspberry-pi.md)').argParser(
        nonEmpty('A board file', 'board.yaml'),
      ),
    )
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      `
Exit code 0: everything that the board file names is there. 1: something of it is not. 2: the call is wrong.

Examples:
  tapin doctor                                  what there is
  tapin doctor --board /etc/tapin/board.yaml    whether what should be there is there
  tapin doctor --json                           for programs`,
    )
    .action(async (options: { readonly board?: string; readonly json?: boolean }, command: Command) => {
      const { readBoardFile } = await import('./board-file.ts');
      const board = options.board === undefined ? null : readBoardFile(options.board);
      if (board && !board.ok) command.error(`error: ${board.error.message}`, { exitCode: 2 });
      const { diagnose } = await import('./doctor-report.ts');
      process.exitCode = await diagnose(board?.ok ? board.value : {}, options.json ?? false);
    });
