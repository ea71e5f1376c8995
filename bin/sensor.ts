// `tapin sensor`: runs only the virtual sensor board, on a pseudo-terminal or serial port, with one stroke for each
// JSON line on stdin.

import { InvalidArgumentError, Option, type Command } from 'commander';
import { CHANNELS } from '../hal/sensor/messages.ts';
import { jitterOption, logFormatOption, seedOption } from './options.ts';
import type { SensorOptions } from './serve/sensor.ts';

export const addSensor = (program: Command): Command =>
  program
    .command('sensor')
    .summary('Run the virtual sensor board on a pty or a serial port')
    .description(
      'Runs the virtual sensor board alone. Each line on stdin is a stroke, a JSON object in the names of the strike call, or {"fault": what is wrong with the cable}.',
    )
    .requiredOption(
      '--link <where>',
      'pty:PATH makes PATH a link to a new pseudo-terminal; anything else is a serial port',
      linkPlace,
    )
    .addOption(jitterOption())
    .addOption(
      new Option('--clock-ppm <number>', 'a clock that is fast, and does not know it, by so many millionths')
        .default(0)
        .argParser(clockError),
    )
    .addOption(
      new Option(
        '--shift-um <gates>',
        'gates that are beside where the board says, along the way to the ball, in micrometres',
      )
        .default({}, 'none')
        .argParser(shifts),
    )
    .addOption(seedOption())
    .addOption(logFormatOption())
    .addHelpText(
      'after',
      `
Examples:
  tapin sensor --link pty:/tmp/board     and in another terminal: tapin run --sensor /tmp/board
  {"club_speed_mps":1.5}                 a line on its stdin, once the device has found it: a stroke
  {"fault":"garbage"}                    another: a cable that spoils what the board sends; ok mends it
  tapin sensor --link /dev/ttyUSB0       the board at the end of a serial cable
  tapin sensor --link pty:/tmp/board --shift-um LB=1000,RB=1000      one whose second row is 1 mm too near the ball`,
    )
    .action(async (options: SensorOptions) => {
      const { serveSensor } = await import('./serve/sensor.ts');
      await serveSensor(options);
    });

function linkPlace(text: string): string {
  if (text !== '' && text !== 'pty:') return text;
  throw new InvalidArgumentError('It is pty:PATH, such as pty:/tmp/board, or a serial port.');
}

const SHIFT_UM_MAX = 5000;
const CLOCK_PPM_MAX = 100_000;

function clockError(text: string): number {
  const ppm = /^-?\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  if (Math.abs(ppm) <= CLOCK_PPM_MAX) return ppm;
  throw new InvalidArgumentError(
    `A clock is wrong by a whole number from -${CLOCK_PPM_MAX} to ${CLOCK_PPM_MAX} millionths.`,
  );
}

function shifts(text: string): Readonly<Record<string, number>> {
  const pairs = text.split(',').map((each) => /^([A-Z]{2})=(-?\d{1,4})$/.exec(each));
  const shifted = pairs.map((pair): [string, number] => [pair?.[1] ?? '', Number(pair?.[2])]);
  const names: readonly string[] = CHANNELS;
  if (shifted.every(([name, um]) => names.includes(name) && Math.abs(um) <= SHIFT_UM_MAX))
    return Object.fromEntries(shifted);
  throw new InvalidArgumentError(
    `Gates are some of ${CHANNELS.join(', ')} with micrometres of at most ${SHIFT_UM_MAX}, such as LB=1000,RB=1000.`,
  );
}
