// `tapin sensor`: the virtual sensor board alone, on a pseudo-terminal or a serial port, with a stroke for each JSON line on
// its stdin.

import { InvalidArgumentError, type Command } from 'commander';
import { jitterOption, logFormatOption, seedOption } from './options.ts';
import type { SensorOptions } from './serve-sensor.ts';

export const addSensor = (program: Command): Command =>
  program
    .command('sensor')
    .summary('the virtual sensor board on a pty or a serial port')
    .description(
      'Runs the virtual sensor board alone. Each line on stdin is a stroke, a JSON object in the names of the strike call.',
    )
    .requiredOption(
      '--link <where>',
      'pty:PATH makes PATH a link to a new pseudo-terminal; anything else is a serial port',
      linkPlace,
    )
    .addOption(jitterOption())
    .addOption(seedOption())
    .addOption(logFormatOption())
    .addHelpText(
      'after',
      `
Examples:
  tapin sensor --link pty:/tmp/board     and in another terminal: tapin run --sensor /tmp/board
  {"club_speed_mps":1.5}                 a line on its stdin, once the device has found it: a stroke
  tapin sensor --link /dev/ttyUSB0       the board at the end of a serial cable`,
    )
    .action(async (options: SensorOptions) => {
      const { serveSensor } = await import('./serve-sensor.ts');
      await serveSensor(options);
    });

function linkPlace(text: string): string {
  if (text !== '' && text !== 'pty:') return text;
  throw new InvalidArgumentError('It is pty:PATH, such as pty:/tmp/board, or a serial port.');
}
