// `tapin test`: plays scenarios, and says what became of each.

import { InvalidArgumentError, Option, type Command } from 'commander';
import { integer, nonEmpty, mapOption, rigOption } from './options.ts';
import type { BackendName, TestOptions } from './test-scenarios.ts';

const shard = (text: string): { readonly index: number; readonly of: number } => {
  const [, index, of] = /^(\d{1,3})\/(\d{1,3})$/.exec(text) ?? [];
  if (Number(index) >= 1 && Number(index) <= Number(of)) return { index: Number(index), of: Number(of) };
  throw new InvalidArgumentError('A shard is a part of so many, such as 2/4.');
};

const VIRTUAL: BackendName = { kind: 'virtual' };

function backendName(text: string): BackendName {
  if (text === 'virtual' || text === 'process') return { kind: text };
  const url = text.startsWith('panel=') && URL.canParse(text.slice(6)) ? new URL(text.slice(6)) : null;
  const token = url?.searchParams.get('token') ?? '';
  if (url && /^https?:$/.test(url.protocol) && token !== '') return { kind: 'panel', origin: url.origin, token };
  throw new InvalidArgumentError(
    'A backend is virtual, process, or panel= and the address that tapin printed, such as panel=http://127.0.0.1:8321/?token=TOKEN.',
  );
}

export const addTest = (program: Command): Command =>
  program
    .command('test')
    .summary('plays scenarios, and says what became of each')
    .description(
      'Plays scenarios (docs/scenarios.md): keys, putts, cables, power and the cloud, and what must be seen then; on virtual devices in virtual time where nothing else is said.',
    )
    .argument('<file...>', 'scenarios in YAML, and folders with such')
    .addOption(
      new Option('--on <backend>', 'virtual, process (processes of its own, in real time), or panel=URL')
        .default(VIRTUAL, 'virtual')
        .argParser(backendName),
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
    .addOption(new Option('--update-golden', 'writes the golden pictures that look otherwise; look at them'))
    .addHelpText(
      'after',
      `
Exit code 0: all passed, or were skipped with a reason. 1: one failed. 2: a scenario can't be read, or the call is wrong.
3: what one was played on broke.

Examples:
  tapin test fixtures/scenarios                     all that come with it
  tapin test lag.yaml --repeat 20 --until-fail      with 20 seeds
  tapin test lag.yaml --on process                  real time, HTTP and files
  tapin test lag.yaml --map rig.yaml --rig bench-1  at a real sensor board
  tapin test scenarios --junit report.xml           for CI
  tapin test scenarios --coverage coverage          what of the statecharts they reach: coverage/index.html
  tapin test scenarios --list --filter drill        which there are`,
    )
    .action(async (files: readonly string[], options: TestOptions, command: Command) => {
      if (options.rig !== undefined && options.map === undefined)
        command.error('error: --rig is one of a hardware map: --map says which map.', { exitCode: 2 });
      const { testScenarios } = await import('./test-scenarios.ts');
      await testScenarios(files, options);
    });
