// `tapin operate`: presses the keys and moves the putter of the device on this machine, for a remote tester.

import type { Command } from 'commander';
import { logFormatOption, nonEmpty, seedOption } from './options.ts';
import type { OperateOptions } from './serve/operate.ts';

export const addOperate = (program: Command): Command =>
  program
    .command('operate')
    .summary('Control the device on this machine from stdin')
    .description(
      'Creates a kernel keyboard (uinput) and a virtual sensor board on a pseudo-terminal, and controls them by JSON objects on stdin, one per line. Answers each line with {} or {"message": reason}. Ends when stdin closes. Used by tapin test --on ssh=HOST. Requires root.',
    )
    .option(
      '--board <path>',
      'path of a link to a new pseudo-terminal with a virtual sensor board, for the device to open',
      nonEmpty('The link', '/run/tapin-scenario/board'),
    )
    .addOption(seedOption())
    .addOption(logFormatOption())
    .addHelpText(
      'after',
      `
Examples:
  tapin operate --board /run/board       with sensor: /run/board in the device's board file
  {"key":"down","action":"tap"}          a line on stdin: a key; the actions are tap, press and release
  {"club_speed_mps":1.5}                 a stroke, with the fields of the strike call
  {"plugged":false}                      unplug the board; {"plugged":true} plugs it in again
  {"fault":"garbage"}                    a cable that corrupts the data of the board; ok repairs it`,
    )
    .action(async (options: OperateOptions) => {
      const { serveOperate } = await import('./serve/operate.ts');
      await serveOperate(options);
    });
