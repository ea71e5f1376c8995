// `tapin coverage`: sums up the statechart coverage of scenario runs.

import { InvalidArgumentError, Option, type Command } from 'commander';
import { nonEmpty } from './options.ts';
import type { CoverageOptions } from './scenario/merge-coverage.ts';

function percent(text: string): number {
  const value = Number(text);
  if (/^\d{1,3}(\.\d+)?$/.test(text) && value <= 100) return value;
  throw new InvalidArgumentError('A floor is a percentage from 0 to 100.');
}

export const addCoverage = (program: Command): Command =>
  program
    .command('coverage')
    .summary('Add up the coverage of the statecharts')
    .description(
      'Adds up what runs of tapin test --coverage have reached (docs/coverage.md): states entered, transitions taken, guards both ways.',
    )
    .argument('<file...>', 'coverage.json of runs, and folders in which such are')
    .addOption(
      new Option('--html <file>', 'writes a page with every chart drawn').argParser(
        nonEmpty('A page', 'coverage.html'),
      ),
    )
    .addOption(new Option('--json <file>', 'writes the sum').argParser(nonEmpty('A file', 'all.json')))
    .addOption(new Option('--gaps', 'says what was not reached, line by line'))
    .addOption(new Option('--floor <percent>', 'fails below this').argParser(percent))
    .addHelpText(
      'after',
      `
Exit code 0: all is well. 1: it is below the floor, or an exception is wrong. 2: a file can't be read, or the call is wrong.

Examples:
  tapin test fixtures/scenarios --coverage out      one run; the page is out/index.html
  tapin test fixtures/scenarios --shard 1/2 --coverage out/1
  tapin test fixtures/scenarios --shard 2/2 --coverage out/2
  tapin coverage out --html coverage.html           both, in one page
  tapin coverage out --floor 25                     for CI
  tapin coverage out --gaps                         what more scenarios could reach`,
    )
    .action(async (paths: readonly string[], options: CoverageOptions) => {
      const { mergeRuns } = await import('./scenario/merge-coverage.ts');
      await mergeRuns(paths, options);
    });
