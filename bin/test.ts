// `tapin test`: plays scenarios and reports the results.

import { InvalidArgumentError, Option, type Command } from 'commander';
import { readBackendName, VIRTUAL } from './backend/backend-name.ts';
import {
  integer,
  jobsOption,
  mapOption,
  nonEmpty,
  rigOption,
  rootOption,
  time,
  traceOption,
  vcdOption,
} from './options.ts';
import type { TestOptions } from './scenario/test-scenarios.ts';

const shard = (text: string): { readonly index: number; readonly of: number } => {
  const [, index, of] = /^(\d{1,3})\/(\d{1,3})$/.exec(text) ?? [];
  if (Number(index) >= 1 && Number(index) <= Number(of)) return { index: Number(index), of: Number(of) };
  throw new InvalidArgumentError('A shard is a part of so many, such as 2/4.');
};

/** Generous for virtual time, and enough for a drill in real time. */
const WALL_TIMEOUT_MS = 300_000;

const HELP = `
Exit code 0: all passed, or were skipped with a reason. 1: one failed, or a quarantine has expired. 2: a scenario can't be read, or the call is wrong.
3: what one was played on broke, or it took too long.

Examples:
  tapin test fixtures/scenarios                     all that come with it
  tapin test lag.yaml --repeat 20 --until-fail      with 20 seeds
  tapin test lag.yaml --on process                  real time, HTTP and files
  tapin test scenarios --jobs auto --junit report.xml    for CI (docs/ci.md)
  tapin test scenarios --coverage coverage          what of the statecharts they reach: coverage/index.html
  tapin test lag.yaml --trace lag.trace.json        a timeline: open it at https://ui.perfetto.dev
  tapin test lag.yaml --on ssh=pi@putter.local      on the Raspberry Pi there (docs/rigs.md)
  tapin test lag.yaml --map rig.yaml --rig bench-1  at a real sensor board
  tapin test scenarios --list --filter drill        which there are`;

export const addTest = (program: Command): Command =>
  program
    .command('test')
    .summary('Play scenarios and report each result')
    .description(
      'Plays scenarios (docs/scenarios.md): keys, putts, cables, power and the cloud, and what must be seen then; on virtual devices in virtual time where nothing else is said.',
    )
    .argument('<file...>', 'scenarios in YAML, and folders with such')
    .addOption(
      new Option(
        '--on <virtual|process|ssh=HOST|panel=URL>',
        'this process, processes of its own in real time, the device of another machine, or one that runs somewhere',
      )
        .default(VIRTUAL, 'virtual')
        .argParser(readBackendName),
    )
    .addOption(mapOption().conflicts(['on']))
    .addOption(rigOption())
    .addOption(
      new Option('--filter <text>', 'only those with this in their name or file').argParser(
        nonEmpty('A filter', 'lag', 'a text'),
      ),
    )
    .addOption(new Option('--list', 'says which there are, and plays none'))
    .addOption(
      new Option('--seed <number>', 'in the place of the seed of each').argParser(integer('A seed', 0, 2 ** 31 - 1)),
    )
    .addOption(
      new Option('--repeat <number>', 'plays each so often, every time with the next seed')
        .default(1)
        .argParser(integer('A number of times', 1, 10_000)),
    )
    .addOption(new Option('--until-fail', 'ends with the first that fails'))
    .addOption(new Option('--shard <i/n>', 'every n-th of them, from the i-th on').argParser(shard))
    .addOption(jobsOption('scenarios are played'))
    .addOption(
      new Option(
        '--wall-timeout <time>',
        'real time that each may take; what takes longer is ended, and counts as broken',
      )
        .default(WALL_TIMEOUT_MS, '5 min')
        .argParser(time('The real time of a scenario')),
    )
    .addOption(
      new Option(
        '--quarantine <file>',
        'a list of scenarios by which the run does not turn red before a day',
      ).argParser(nonEmpty('A quarantine', 'quarantine.yaml')),
    )
    .addOption(new Option('--quarantine-verify', 'plays only those in quarantine, as if they were not'))
    .addOption(new Option('--junit <file>', 'writes a JUnit report').argParser(nonEmpty('A report', 'report.xml')))
    .addOption(
      new Option('--coverage <folder>', 'writes which states, transitions and guards were reached').argParser(
        nonEmpty('A folder', 'coverage'),
      ),
    )
    .addOption(new Option('--tap', 'prints TAP in the place of lines').conflicts('json'))
    .addOption(new Option('--json', 'prints JSON in the place of lines'))
    .addOption(
      new Option('--keep <folder>', 'where screenshots and what failures leave is kept')
        .default('tapin-results')
        .argParser(nonEmpty('A folder', 'tapin-results')),
    )
    .addOption(rootOption())
    .addOption(new Option('--update-golden', 'writes the golden pictures that look otherwise; look at them'))
    .addOption(traceOption('; of several one each, in the folder of --keep'))
    .addOption(vcdOption())
    .addHelpText('after', HELP)
    .action(run);

async function run(files: readonly string[], options: TestOptions, command: Command): Promise<void> {
  if (options.rig !== undefined && options.map === undefined)
    command.error('error: --rig is one of a hardware map: --map says which map.', { exitCode: 2 });
  if (options.map !== undefined && options.jobs > 1)
    command.error('error: Rigs play beside each other as they are; leave --jobs out.', { exitCode: 2 });
  if ((options.on.kind === 'panel' || options.on.kind === 'ssh') && options.jobs > 1)
    command.error('error: A device that runs somewhere plays one scenario at a time; leave --jobs out.', {
      exitCode: 2,
    });
  if (options.quarantineVerify && options.quarantine === undefined)
    command.error('error: --quarantine-verify goes with --quarantine, the file of which they are.', {
      exitCode: 2,
    });
  const { testScenarios } = await import('./scenario/test-scenarios.ts');
  await testScenarios(files, options);
}
