// `tapin simulate`: a whole session under faults, with the rules checked at every event.

import { closeSync, openSync, writeSync } from 'node:fs';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { messageOf } from '../wire/errors.ts';
import { nonEmpty } from './options.ts';
import { exitWith } from './process.ts';
import type { SimulationFailure, SimulationReport } from '../simulation/simulate.ts';

interface SimulateCall {
  readonly seed: number;
  readonly hours: number;
  readonly devices: number;
  readonly runs: number;
  readonly trace?: string;
}

const number =
  (name: string, min: number, max: number, whole: boolean) =>
  (text: string): number => {
    const value = Number(text);
    if (text.trim() !== '' && value >= min && value <= max && (!whole || Number.isInteger(value))) return value;
    throw new InvalidArgumentError(`${name} is a ${whole ? 'whole ' : ''}number from ${min} to ${max}.`);
  };

export const addSimulate = (program: Command): Command =>
  program
    .command('simulate')
    .summary('a whole session under faults, on a virtual clock')
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
      new Option('--runs <number>', 'seeds one after the other, from --seed on')
        .default(1)
        .argParser(number('Runs', 1, 100_000, true)),
    )
    .addOption(new Option('--trace <file>', 'writes every event as a line').argParser(nonEmpty('A trace', 'trace.txt')))
    .addHelpText(
      'after',
      `
Examples:
  tapin simulate --seed 7 --hours 5               one session; the last line has the hash of all that happened
  tapin simulate --runs 200 --hours 5             seeds 1 to 200
  tapin simulate --seed 7 --hours 5 --trace t.txt every event of it`,
    )
    .action(run);

async function run({ seed: first, hours, devices, runs, trace }: SimulateCall): Promise<void> {
  const { simulate } = await import('../simulation/simulate.ts');
  const file = trace === undefined ? null : openTrace(trace);
  for (let seed = first; seed < first + runs; seed++) {
    const began_ms = performance.now();
    const report = await simulate({
      seed,
      hours,
      devices,
      ...(file === null ? {} : { writeTrace: (line) => void writeSync(file, line) }),
    });
    const rate = report.virtual_s / ((performance.now() - began_ms) / 1000);
    if (report.failure) return explain(report.failure, report.plan, { seed, hours, devices });
    process.stdout.write(
      `seed ${seed}: ${report.virtual_s.toFixed(0)} s, ${report.events} events, ${report.digest.slice(0, 16)}, ${rate.toFixed(0)} s a second\n`,
    );
  }
  if (file !== null) closeSync(file);
}

function openTrace(path: string): number {
  try {
    return openSync(path, 'w');
  } catch (thrown) {
    return exitWith({ code: 'bad_value', message: `The trace ${path} can't be written: ${messageOf(thrown)}.` });
  }
}

/** All that somebody needs to see the failure again. */
function explain(
  { rule, what, newest }: SimulationFailure,
  plan: SimulationReport['plan'],
  { seed, hours, devices }: { seed: number; hours: number; devices: number },
): void {
  const again = `tapin simulate --seed ${seed} --hours ${hours} --devices ${devices} --trace trace.txt`;
  process.stdout.write(
    `${[`seed ${seed}: ${rule} does not hold: ${what}`, `drawn: ${JSON.stringify(plan)}`, 'the last events:', ...newest, `again: ${again}`].join('\n')}\n`,
  );
  process.exitCode = 1;
}
