// `tapin operate`: presses the keys and moves the putter of the device on this machine, for a remote tester.

import type { Command } from 'commander';
import { logFormatOption, nonEmpty, seedOption } from './options.ts';
import type { OperateOptions } from './serve/operate.ts';

export const addOperate = (program: Command): Command =>
  program
    .command('operate')
    .summary("Press keys of this machine's device from stdin")
    .description(
      'Plugs a keyboard of the kernel (uinput) into this machine, and a virtual sensor board behind a pseudo-terminal, and does with them what each line on stdin says, a JSON object. Each is answered by a line: {}, or {"message": what was wrong}. Ends with stdin. tapin test --on ssh=HOST uses it. Wants root.',
    )
    .option(
      '--board <path>',
      'makes it a link to a new pseudo-terminal with a sensor board, for the device to open',
      nonEmpty('A link', '/run/tapin-scenario/board'),
    )
    .addOption(seedOption())
    .addOption(logFormatOption())
    .addHelpText(
      'after',
      `
Examples:
  tapin operate --board /run/board       and sensor: /run/board in the device's board file
  {"key":"down","action":"tap"}          a line on its stdin: a key; press and release are the halves of a tap
  {"club_speed_mps":1.5}                 a stroke, in the names of the strike call
  {"plugged":false}                      the board's cable is pulled out; {"plugged":true} puts it in again
  {"fault":"garbage"}                    a cable that spoils what the board sends; ok mends it`,
    )
    .action(async (options: OperateOptions) => {
      const { serveOperate } = await import('./serve/operate.ts');
      await serveOperate(options);
    });
