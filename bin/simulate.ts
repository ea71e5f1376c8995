// `tapin simulate`: plays a whole session under faults and checks the rules at every event.

import { InvalidArgumentError, Option, type Command } from 'commander';
import { SLOPE_FIELD } from '../firmware/greens/greens.ts';
import { boardOption, jobsOption, nonEmpty, traceOption, vcdOption } from './options.ts';
import { PLAN_PARTS, type PlanPart } from '../simulation/sessions/plan.ts';
import type { SimulateOptions } from './simulation/run-simulations.ts';

const number =
  (name: string, min: number, max: number, whole: boolean) =>
  (text: string): number => {
    const value = Number(text);
    if (text.trim() !== '' && value >= min && value <= max && (!whole || Number.isInteger(value))) return value;
    throw new InvalidArgumentError(`${name} must be a ${whole ? 'whole ' : ''}number from ${min} to ${max}.`);
  };

function planParts(text: string): readonly PlanPart[] {
  return text.split(',').map((each) => {
    const part = PLAN_PARTS.find((known) => known === each.trim());
    if (part !== undefined) return part;
    throw new InvalidArgumentError(`Faults must be one or more of ${PLAN_PARTS.join(', ')}.`);
  });
}

const slopeOption = (): Option =>
  new Option('--slope <greens>', 'greens of the rounds').choices(SLOPE_FIELD.words).default(SLOPE_FIELD.words[0]);

const EXAMPLES = `
Exit code 0: every rule held. 1: a rule broke, and the run stopped there. 2: the call is invalid.

Examples:
  tapin simulate --seed 7 --hours 5               one session; its line has a hash of all events
  tapin simulate --runs 200 --hours 5             seeds 1 to 200
  tapin simulate --runs 200 --hours 5 --jobs auto --junit report.xml
                                                  the same on all cores, for CI
  tapin simulate --runs 200 --jobs auto --coverage out
                                                  coverage, and the seeds that reached something first
  tapin simulate --runs 200 --shrink              shrink the first seed that fails
  tapin simulate --seed 7 --without partitions,reboots         a seed with fewer faults
  tapin simulate --seeds out/seeds.txt            replay those seeds
  tapin simulate --relays 3 --runs 50             three relays on one engine, which sometimes fails
  tapin simulate --slope championship --runs 40 --hours 5      rounds on contours
  tapin simulate --board avr --hours 1            with the firmware of the sensor board
  tapin simulate --seed 7 --hours 5 --events e.txt             write each event as a line
  tapin simulate --seed 7 --trace session.trace.json           write a timeline for https://ui.perfetto.dev`;

export const addSimulate = (program: Command): Command =>
  program
    .command('simulate')
    .summary('Simulate a whole session under faults')
    .description(
      'Plays a session of host, guests and relay in virtual time, with faults drawn from the seed, and checks the rules at every event.',
    )
    .addOption(
      new Option('--seed <number>', 'seed of all random numbers and faults')
        .default(1)
        .argParser(number('A seed', 0, 2 ** 53 - 1, true)),
    )
    .addOption(
      new Option('--hours <number>', 'virtual hours per run')
        .default(1)
        .argParser(number('The hours', 0.01, 10_000, false)),
    )
    .addOption(
      new Option('--devices <number>', 'number of devices, including the host')
        .default(4)
        .argParser(number('The number of devices', 2, 4, true)),
    )
    .addOption(
      new Option('--relays <number>', 'number of relays that share an engine; 1 uses its own database')
        .default(1)
        .argParser(number('The number of relays', 1, 8, true)),
    )
    .addOption(slopeOption())
    .addOption(boardOption())
    .addOption(
      new Option('--runs <number>', 'number of consecutive seeds, starting at --seed')
        .default(1)
        .argParser(number('The number of runs', 1, 100_000, true)),
    )
    .addOption(
      new Option('--events <file>', 'file for all events, one per line').argParser(
        nonEmpty('The event file', 'events.txt'),
      ),
    )
    .addOption(traceOption('; several runs write one each, with the seed in the name'))
    .addOption(vcdOption())
    .addOption(jobsOption('seeds played'))
    .addOption(
      new Option('--junit <file>', 'JUnit report with one case per seed').argParser(
        nonEmpty('The report', 'report.xml'),
      ),
    )
    .addOption(
      new Option('--without <faults>', `faults to remove from each seed: ${PLAN_PARTS.join(', ')}`)
        .default([], 'nothing')
        .argParser(planParts),
    )
    .addOption(new Option('--shrink', 'shrink a seed that breaks a rule to fewer devices, faults and events'))
    .addOption(
      new Option('--seeds <file>', 'file of seeds to play, one per line, instead of --seed and --runs').argParser(
        nonEmpty('The seed file', 'seeds.txt'),
      ),
    )
    .addOption(
      new Option(
        '--coverage <folder>',
        'folder for statechart coverage, and seeds.txt with the seeds that reached something first',
      ).argParser(nonEmpty('The folder', 'out')),
    )
    .addHelpText('after', EXAMPLES)
    .action(run);

async function run(options: SimulateOptions, command: Command): Promise<void> {
  if (options.events !== undefined && options.jobs > 1)
    command.error('error: --events requires sequential seeds; remove --jobs.', { exitCode: 2 });
  const { runSimulations } = await import('./simulation/run-simulations.ts');
  await runSimulations(options);
}
