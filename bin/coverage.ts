// `tapin coverage`: sums up the statechart coverage of scenario runs.

import { InvalidArgumentError, Option, type Command } from 'commander';
import { nonEmpty } from './options.ts';
import type { CoverageOptions } from './scenario/merge-coverage.ts';

function percent(text: string): number {
  const value = Number(text);
  if (/^\d{1,3}(\.\d+)?$/.test(text) && value <= 100) return value;
  throw new InvalidArgumentError('The floor must be a percentage from 0 to 100.');
}

export const addCoverage = (program: Command): Command =>
  program
    .command('coverage')
    .summary('Merge statechart coverage')
    .description(
      'Merges the coverage of tapin test --coverage runs (docs/coverage.md): states entered, transitions taken, guards evaluated both ways.',
    )
    .argument('<file...>', 'coverage.json files, and folders that contain them')
    .addOption(
      new Option('--html <file>', 'HTML page with a drawing of every chart').argParser(
        nonEmpty('The page', 'coverage.html'),
      ),
    )
    .addOption(new Option('--json <file>', 'merged coverage').argParser(nonEmpty('The file', 'all.json')))
    .addOption(new Option('--gaps', 'list everything that was not reached'))
    .addOption(new Option('--floor <percent>', 'minimum coverage; fails below it').argParser(percent))
    .addHelpText(
      'after',
      `
Exit code 0: success. 1: coverage is below the floor, or an exception is wrong. 2: a file can't be read, or the call is invalid.

Examples:
  tapin test fixtures/scenarios --coverage out      one run; the page is out/index.html
  tapin test fixtures/scenarios --shard 1/2 --coverage out/1
  tapin test fixtures/scenarios --shard 2/2 --coverage out/2
  tapin coverage out --html coverage.html           both, on one page
  tapin coverage out --floor 25                     for CI
  tapin coverage out --gaps                         what more scenarios could reach`,
    )
    .action(async (paths: readonly string[], options: CoverageOptions) => {
      const { mergeRuns } = await import('./scenario/merge-coverage.ts');
      await mergeRuns(paths, options);
    });
