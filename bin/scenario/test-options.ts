// Options of `tapin test` that select scenarios, play them several times, and report.

import { InvalidArgumentError, Option, type Command } from 'commander';
import { RETRIES_MAX } from '../../simulation/scenarios/reading/limits.ts';
import { integer, nonEmpty, portOption, rootOption } from '../options.ts';

const shard = (text: string): { readonly index: number; readonly of: number } => {
  const [, index, of] = /^(\d{1,3})\/(\d{1,3})$/.exec(text) ?? [];
  if (Number(index) >= 1 && Number(index) <= Number(of)) return { index: Number(index), of: Number(of) };
  throw new InvalidArgumentError('A shard must be i/n, such as 2/4.');
};

/** Parses an option that may be repeated. */
const several =
  (parse: (text: string) => string) =>
  (text: string, before: readonly string[] = []): readonly string[] => [...before, parse(text)];

/** Adds the options that select scenarios. */
export const addSelection = (command: Command): Command =>
  command
    .addOption(
      new Option('--filter <text>', 'only scenarios with this text in their name or file').argParser(
        nonEmpty('The filter', 'lag', 'a text'),
      ),
    )
    .addOption(
      new Option('--tag <tag>', 'only scenarios with this tag; repeat it for any of several').argParser(
        several(nonEmpty('The tag', 'smoke', 'a word')),
      ),
    )
    .addOption(
      new Option('--skip-tag <tag>', 'no scenarios with this tag').argParser(
        several(nonEmpty('The tag', 'slow', 'a word')),
      ),
    )
    .addOption(new Option('--last-failed', 'only scenarios that failed when they were last played'))
    .addOption(
      new Option('--ui', 'watch, step and write the scenarios in your browser').conflicts([
        'on',
        'map',
        'tap',
        'json',
        'list',
        'junit',
        'watch',
      ]),
    )
    .addOption(portOption('the page of --ui', 8322))
    .addOption(new Option('--shard <i/n>', 'every n-th scenario, starting at the i-th').argParser(shard))
    .addOption(new Option('--list', 'list the scenarios without playing them'));

/** Adds the options that play scenarios several times. */
export const addRepetition = (command: Command): Command =>
  command
    .addOption(
      new Option('--seed <number>', 'seed that replaces the seed of each scenario').argParser(
        integer('A seed', 0, 2 ** 31 - 1),
      ),
    )
    .addOption(
      new Option('--repeat <number>', 'number of times each is played, with the next seed each time')
        .default(1)
        .argParser(integer('The number of times', 1, 10_000)),
    )
    .addOption(
      new Option(
        '--retries <number>',
        'further attempts after a failure; replaces the retries of each scenario. One that passes only then is flaky',
      ).argParser(integer('The number of retries', 0, RETRIES_MAX)),
    )
    .addOption(new Option('--fail-on-flaky', 'exit with code 1 if a scenario is flaky'))
    .addOption(
      new Option('--watch', 'play again whenever a scenario or a source changes').conflicts(['tap', 'json', 'list']),
    )
    .addOption(new Option('--until-fail', 'stop at the first failure'));

/** Adds the options of the reports. */
export const addReports = (command: Command): Command =>
  command
    .addOption(new Option('--junit <file>', 'JUnit report').argParser(nonEmpty('The report', 'report.xml')))
    .addOption(
      new Option(
        '--coverage <folder>',
        'folder for statechart coverage: states, transitions and guards reached',
      ).argParser(nonEmpty('The folder', 'coverage')),
    )
    .addOption(
      new Option('--slowest <number>', 'list this many of the slowest scenarios, beside earlier runs').argParser(
        integer('The number of scenarios', 1, 1000),
      ),
    )
    .addOption(
      new Option('--report', 'write the report page even if everything passes: index.html in the --keep folder'),
    )
    .addOption(
      new Option('--record-passes', 'keep recordings of scenarios that pass, and compare with them after a failure'),
    )
    .addOption(new Option('--tap', 'print TAP instead of lines').conflicts('json'))
    .addOption(new Option('--json', 'print JSON instead of lines'))
    .addOption(
      new Option('--keep <folder>', 'folder for screenshots and failure evidence')
        .default('tapin-results')
        .argParser(nonEmpty('The folder', 'tapin-results')),
    )
    .addOption(rootOption())
    .addOption(new Option('--update-golden', 'rewrite golden pictures that differ; review them afterwards'));
