// `tapin simulate`: plays a whole session under faults and checks the rules at every event.

import { InvalidArgumentError, Option, type Command } from 'commander';
import { jobsOption, nonEmpty, traceOption, vcdOption } from './options.ts';
import { PLAN_PARTS, type PlanPart } from '../simulation/sessions/plan.ts';
import type { SimulateOptions } from './simulation/run-simulations.ts';

const number =
  (name: string, min: number, max: number, whole: boolean) =>
  (text: string): number => {
    const value = Number(text);
    if (text.trim() !== '' && value >= min && value <= max && (!whole || Number.isInteger(value))) return value;
    throw new InvalidArgumentError(`${name} is a ${whole ? 'whole ' : ''}number from ${min} to ${max}.`);
  };

function planParts(text: string): readonly PlanPart[] {
  return text.split(',').map((each) => {
    const part = PLAN_PARTS.find((known) => known === each.trim());
    if (part !== undefined) return part;
    throw new InvalidArgumentError(`What is left out is one or more of ${PLAN_PARTS.join(', ')}.`);
  });
}

const EXAMPLES = `
Exit code 0: every rule held. 1: one was broken, and the run has ended with it. 2: the call is wrong.

Examples:
  tapin simulate --seed 7 --hours 5               one session; the last line has the hash of all that happened
  tapin simulate --runs 200 --hours 5             seeds 1 to 200
  tapin simulate --runs 200 --hours 5 --jobs auto --junit report.xml
                                                  the same on every core, for CI
  tapin simulate --runs 200 --jobs auto --coverage out
                                                  what was reached, and which seeds reached it first
  tapin simulate --runs 200 --shrink              a seed that fails, and the smallest that is found in its place
  tapin simulate --seed 7 --without partitions,reboots         a seed with fewer faults
  tapin simulate --seeds out/seeds.txt            those again
  tapin simulate --relays 3 --runs 50             three relays on one engine, which fails now and then
  tapin simulate --seed 7 --hours 5 --events e.txt             every event of it, a line each
  tapin simulate --seed 7 --trace session.trace.json           a timeline of it: open it at https://ui.perfetto.dev`;

export const addSimulate = (program: Command): Command =>
  program
    .command('simulate')
    .summary('Simulate a whole session under faults')
    .description(
      'Plays a session of host, guests and relay in virtual time, with faults that the seed decides, and checks the rules at every event.',
    )
    .addOption(
      new Option('--seed <number>', 'decides everything').default(1).argParser(number('A seed', 0, 2 ** 53 - 1, true)),
    )
    .addOption(
      new Option('--hours <number>', 'virtual hours of each run')
        .default(1)
        .argParser(number('Hours', 0.01, 10_000, false)),
    )
    .addOption(
      new Option('--devices <number>', 'the host and its guests').default(4).argParser(number('Devices', 2, 4, true)),
    )
    .addOption(
      new Option('--relays <number>', 'how many relays share an engine; 1 has a database of its own')
        .default(1)
        .argParser(number('Relays', 1, 8, true)),
    )
    .addOption(
      new Option('--runs <number>', 'seeds one after the other, from --seed on')
        .default(1)
        .argParser(number('Runs', 1, 100_000, true)),
    )
    .addOption(
      new Option('--events <file>', 'writes every event as a line').argParser(nonEmpty('Events', 'events.txt')),
    )
    .addOption(traceOption('; of several runs one each, with its seed in the name'))
    .addOption(vcdOption())
    .addOption(jobsOption('seeds are played'))
    .addOption(
      new Option('--junit <file>', 'writes a JUnit report, a case for each seed').argParser(
        nonEmpty('A report', 'report.xml'),
      ),
    )
    .addOption(
      new Option('--without <faults>', `leaves out of each seed: ${PLAN_PARTS.join(', ')}`)
        .default([], 'nothing')
        .argParser(planParts),
    )
    .addOption(new Option('--shrink', 'makes a seed that breaks a rule smaller: fewer devices, faults and events'))
    .addOption(
      new Option(
        '--seeds <file>',
        'plays the seeds of a file, one on each line, in place of --seed and --runs',
      ).argParser(nonEmpty('Seeds', 'seeds.txt')),
    )
    .addOption(
      new Option(
        '--coverage <folder>',
        'gets a page and a file with what of the machines was reached, and seeds.txt: who reached something first',
      ).argParser(nonEmpty('A folder', 'out')),
    )
    .addHelpText('after', EXAMPLES)
    .action(async (options: SimulateOptions, command: Command) => {
      if (options.events !== undefined && options.jobs > 1)
        command.error('error: --events is of one seed after the other; leave --jobs out.', { exitCode: 2 });
      const { runSimulations } = await import('./simulation/run-simulations.ts');
      await runSimulations(options);
    });
