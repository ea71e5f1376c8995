// `tapin sensor`: runs only the virtual sensor board, on a pseudo-terminal or serial port, with one stroke for each
// JSON line on stdin.

import { InvalidArgumentError, Option, type Command } from 'commander';
import { boardOption, gateValues, jitterOption, logFormatOption, seedOption } from './options.ts';
import type { SensorOptions } from './serve/sensor.ts';

export const addSensor = (program: Command): Command =>
  program
    .command('sensor')
    .summary('Run the virtual sensor board on a pty or a serial port')
    .description(
      'Runs only the virtual sensor board. Each line on stdin is a JSON object: a stroke with the fields of the strike call, {"fault": name of a cable fault}, or {"event": what happens to the board, with --board avr}.',
    )
    .requiredOption('--link <where>', 'pty:PATH for a new pseudo-terminal linked at PATH, or a serial port', linkPlace)
    .addOption(boardOption())
    .addOption(jitterOption())
    .addOption(
      new Option('--clock-ppm <number>', 'hidden clock error in parts per million; positive is fast')
        .default(0)
        .argParser(clockError),
    )
    .addOption(
      new Option('--shift-um <gates>', 'hidden position errors of gates toward the ball, in micrometres')
        .default({}, 'none')
        .argParser(gateValues('Shifts', SHIFT_UM_MAX)),
    )
    .addOption(seedOption())
    .addOption(logFormatOption())
    .addHelpText(
      'after',
      `
Examples:
  tapin sensor --link pty:/tmp/board     then, in another terminal: tapin run --sensor /tmp/board
  {"club_speed_mps":1.5}                 a line on stdin, once the device has connected: a stroke
  tapin sensor --link pty:/tmp/board --board avr      the firmware of the real board
  {"fault":"garbage"}                    a cable that corrupts the data of the board; ok repairs it
  tapin sensor --link /dev/ttyUSB0       the board on a serial cable
  tapin sensor --link pty:/tmp/board --shift-um LB=1000,RB=1000      the second row is 1 mm too near the ball`,
    )
    .action(async (options: SensorOptions) => {
      const { serveSensor } = await import('./serve/sensor.ts');
      await serveSensor(options);
    });

function linkPlace(text: string): string {
  if (text !== '' && text !== 'pty:') return text;
  throw new InvalidArgumentError('The link must be pty:PATH, such as pty:/tmp/board, or a serial port.');
}

const SHIFT_UM_MAX = 5000;
const CLOCK_PPM_MAX = 100_000;

function clockError(text: string): number {
  const ppm = /^-?\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  if (Math.abs(ppm) <= CLOCK_PPM_MAX) return ppm;
  throw new InvalidArgumentError(
    `The clock error must be a whole number from -${CLOCK_PPM_MAX} to ${CLOCK_PPM_MAX} ppm.`,
  );
}
