// `tapin roll`: the ideal putt on a slope.

import { InvalidArgumentError, Option, type Command } from 'commander';
import { nonEmpty } from './options.ts';
import type { RollCall } from './roll/computed-putt.ts';

const amount =
  (name: string, min: number, max: number, unit: string) =>
  (text: string): number => {
    const value = /^[-−]?\d{1,4}(?:\.\d{1,6})?$/.test(text) ? Number(text.replace('−', '-')) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new InvalidArgumentError(`${name} must be a number from ${min} to ${max} ${unit}.`);
  };

export const addRoll = (program: Command): Command =>
  program
    .command('roll')
    .summary('Compute where to aim on a slope, and how fast')
    .description(
      'Computes the putt that crosses the middle of the hole on a slope, for a ball that rolls from the start, and prints where to aim and how fast the ball starts. docs/physics.md derives the model.',
    )
    .addOption(
      new Option('--stimp <feet>', 'green speed').default(10).argParser(amount('The green speed', 4, 20, 'ft')),
    )
    .addOption(
      new Option('--side <percent>', 'fall to the right; negative: to the left')
        .default(0)
        .argParser(amount('A side slope', -20, 20, '%')),
    )
    .addOption(
      new Option('--up <percent>', 'rise towards the hole; negative: downhill')
        .default(0)
        .argParser(amount('A slope', -20, 20, '%')),
    )
    .addOption(
      new Option('--contours <file>', 'JSON file with heights around the hole, instead of a slope').argParser(
        nonEmpty('The contours', 'green.json'),
      ),
    )
    .addOption(
      new Option('--distance <feet>', 'distance of the hole; a table without it').argParser(
        amount('A distance', 1, 100, 'ft'),
      ),
    )
    .addOption(
      new Option('--past <inches>', 'how far the ball would roll past a hole on a flat green')
        .default(12)
        .argParser(amount('The way past the hole', 0, 120, 'in')),
    )
    .option('--json', 'print one JSON object, with the path')
    .option('--svg <file>', 'write a picture from above')
    .addHelpText(
      'after',
      `
The aim is beside the middle of the hole, square to the line to it: positive above its low side. The ball starts rolling, as
from a Stimpmeter; a struck ball slides first and needs 1.2 to 1.3 times the speed.

--contours reads {"grid_m", "left_m", "top_m", "rows_mm"}: rows of heights in millimetres along the line to the hole, from the left
of it to the right; the first height lies at left_m, top_m, metres from the hole. The aim is then positive to the left.

Exit code 0: printed. 1: no putt crosses the hole, or a file can't be read or written.

Examples:
  tapin roll --side 2                                    aim from 3 to 30 ft on a side slope of 2 %
  tapin roll --stimp 10 --side 2 --distance 10 --past 12
  tapin roll --contours green.json --distance 15 --svg putt.svg
  tapin roll --side -1.5 --up -2 --distance 20 --json --svg putt.svg`,
    )
    .action(async (call: RollCall) => {
      const { printRoll } = await import('./roll/print-roll.ts');
      printRoll(call);
    });
