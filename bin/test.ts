// `tapin test`: plays scenarios and reports the results.

import { Option, type Command } from 'commander';
import { BOARD_KINDS } from '../sims/sensor-board/board-events.ts';
import { readBackendName, VIRTUAL } from './backend/backend-name.ts';
import { jobsOption, mapOption, nonEmpty, rigOption, time, traceOption, vcdOption } from './options.ts';
import { addRepetition, addReports, addSelection } from './scenario/test-options.ts';
import type { TestOptions } from './scenario/test-scenarios.ts';

/** Generous for virtual time, and enough for a drill in real time. */
const WALL_TIMEOUT_MS = 300_000;

const HELP = `
Exit code 0: all passed, passed on a retry or were skipped. 1: a scenario failed, or a quarantine has expired.
2: a scenario can't be read, or the call is invalid. 3: a backend broke, or a scenario timed out.

Examples:
  tapin test fixtures/scenarios                     all scenarios of tapin
  tapin test lag.yaml --repeat 20 --until-fail      with 20 seeds
  tapin test scenarios --tag smoke --retries 1      scenarios with this tag, once more after a failure
  tapin test scenarios --last-failed                those that failed before
  tapin test lag.yaml --on process                  in real time, with HTTP and files
  tapin test scenarios --jobs auto --junit report.xml    for CI (docs/ci.md)
  tapin test scenarios --coverage coverage          statechart coverage: coverage/index.html
  tapin test fixtures/scenarios --board avr         on the firmware of the sensor board
  tapin test lag.yaml --trace lag.trace.json        a timeline for https://ui.perfetto.dev
  tapin test lag.yaml --on ssh=pi@putter.local      on that Raspberry Pi (docs/rigs.md)
  tapin test lag.yaml --map rig.yaml --rig bench-1  on a real sensor board
  tapin test scenarios --list --filter drill        list matching scenarios

A failure writes tapin-results/index.html: a page with the screens, events and recordings of each failure.`;

export const addTest = (program: Command): Command => {
  const test = program
    .command('test')
    .summary('Play scenarios and report each result')
    .description(
      'Plays scenarios (docs/scenarios.md) with keys, putts, cables, power and the cloud, and checks what the device shows; by default on virtual devices in virtual time.',
    )
    .argument('<file...>', 'YAML scenarios, and folders that contain them')
    .addOption(
      new Option(
        '--on <virtual|process|ssh=HOST|panel=URL>',
        'backend: virtual time, own processes in real time, the device of another machine, or any running device',
      )
        .default(VIRTUAL, 'virtual')
        .argParser(readBackendName),
    )
    .addOption(mapOption().conflicts(['on']))
    .addOption(rigOption())
    .addOption(new Option('--board <kind>', 'sensor board that replaces the one of each scenario').choices(BOARD_KINDS))
    .addOption(jobsOption('scenarios played'))
    .addOption(
      new Option('--wall-timeout <time>', 'real-time limit per scenario; exceeding it counts as broken')
        .default(WALL_TIMEOUT_MS, '5 min')
        .argParser(time('The real-time limit')),
    )
    .addOption(
      new Option('--quarantine <file>', 'list of scenarios whose failures are ignored until a given date').argParser(
        nonEmpty('The quarantine file', 'quarantine.yaml'),
      ),
    )
    .addOption(new Option('--quarantine-verify', 'play only quarantined scenarios, and count their failures'))
    .addOption(traceOption('; several scenarios write one each, in the --keep folder'))
    .addOption(vcdOption())
    .addHelpText('after', HELP)
    .action(run);
  addSelection(test);
  addRepetition(test);
  return addReports(test);
};

async function run(files: readonly string[], options: TestOptions, command: Command): Promise<void> {
  if (options.rig !== undefined && options.map === undefined)
    command.error('error: --rig requires --map.', { exitCode: 2 });
  if (options.map !== undefined && options.jobs > 1)
    command.error('error: rigs always play in parallel; remove --jobs.', { exitCode: 2 });
  if ((options.on.kind === 'panel' || options.on.kind === 'ssh') && options.jobs > 1)
    command.error('error: a running device plays one scenario at a time; remove --jobs.', {
      exitCode: 2,
    });
  if (options.quarantineVerify && options.quarantine === undefined)
    command.error('error: --quarantine-verify requires --quarantine.', {
      exitCode: 2,
    });
  if (options.watch) {
    const { watchTests } = await import('./scenario/watch-tests.ts');
    const others = typedOptions(command, process.argv.slice(process.argv.indexOf('test') + 1));
    return watchTests(
      files,
      others.filter((each) => each !== '--watch'),
      options.keep,
    );
  }
  const { testScenarios } = await import('./scenario/test-scenarios.ts');
  await testScenarios(files, options);
}

/** Returns the options of a call with their values, without the call's files. */
function typedOptions({ args, options }: Command, typed: readonly string[]): readonly string[] {
  const takesValue = (flag = ''): boolean => options.some((option) => option.required && option.long === flag);
  return typed.filter((each, at) => !args.includes(each) || takesValue(typed[at - 1]));
}
