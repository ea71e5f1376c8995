// `tapin simulate`: a whole session under faults, with the rules checked at every event.

import { closeSync, openSync, writeSync } from 'node:fs';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { messageOf } from '../wire/errors.ts';
import { nonEmpty, traceOption, vcdOption } from './options.ts';
import { exitWith } from './process.ts';
import type { TimelineRecording } from './recorded-timeline.ts';
import type { SimulationFailure, SimulationReport } from '../simulation/simulate.ts';

interface SimulateCall {
  readonly seed: number;
  readonly hours: number;
  readonly devices: number;
  readonly runs: number;
  readonly events?: string;
  readonly trace?: string;
  readonly vcd?: string;
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
    .addOption(
      new Option('--events <file>', 'writes every event as a line').argParser(nonEmpty('Events', 'events.txt')),
    )
    .addOption(traceOption('; of several runs one each, with its seed in the name'))
    .addOption(vcdOption())
    .addHelpText(
      'after',
      `
Examples:
  tapin simulate --seed 7 --hours 5               one session; the last line has the hash of all that happened
  tapin simulate --runs 200 --hours 5             seeds 1 to 200
  tapin simulate --seed 7 --hours 5 --events e.txt             every event of it, a line each
  tapin simulate --seed 7 --trace session.trace.json      a timeline of it: open it at https://ui.perfetto.dev`,
    )
    .action(run);

async function run(call: SimulateCall): Promise<void> {
  const { seed: first, hours, devices, runs, events } = call;
  const { simulate } = await import('../simulation/simulate.ts');
  const file = events === undefined ? null : openEvents(events);
  for (let seed = first; seed < first + runs; seed++) {
    const timeline = await openTimeline(call, seed);
    const began_ms = performance.now();
    const report = await simulate({
      seed,
      hours,
      devices,
      ...(file === null ? {} : { writeTrace: (line) => void writeSync(file, line) }),
      ...(timeline === null ? {} : { record: timeline.write }),
    });
    const rate = report.virtual_s / ((performance.now() - began_ms) / 1000);
    const written = await timeline?.close();
    if (written?.ok === false) exitWith(written.error);
    if (report.failure) return explain(report.failure, report.plan, { seed, hours, devices });
    process.stdout.write(
      `seed ${seed}: ${report.virtual_s.toFixed(0)} s, ${report.events} events, ${report.digest.slice(0, 16)}, ${rate.toFixed(0)} s a second\n`,
    );
  }
  if (file !== null) closeSync(file);
}

/** Null where nobody wants one. */
async function openTimeline({ trace, vcd, runs }: SimulateCall, seed: number): Promise<TimelineRecording | null> {
  if ((trace ?? vcd) === undefined) return null;
  const { openTimelineRecording } = await import('./recorded-timeline.ts');
  const { FIRMWARE_VERSION } = await import('../firmware/version.ts');
  // In front of what the name ends in.
  const named = (path?: string): string | undefined =>
    runs === 1 ? path : path?.replace(/(\.[\w.]*)?$/, `-${seed}$1`);
  const opened = openTimelineRecording(
    { trace: named(trace), vcd: named(vcd) },
    { version: FIRMWARE_VERSION, began: '', seed },
  );
  return opened.ok ? opened.value : exitWith(opened.error);
}

function openEvents(path: string): number {
  try {
    return openSync(path, 'w');
  } catch (thrown) {
    return exitWith({ code: 'bad_value', message: `${path} can't be written: ${messageOf(thrown)}.` });
  }
}

/** All that somebody needs to see the failure again. */
function explain(
  { rule, what, newest }: SimulationFailure,
  plan: SimulationReport['plan'],
  { seed, hours, devices }: { seed: number; hours: number; devices: number },
): void {
  const again = `tapin simulate --seed ${seed} --hours ${hours} --devices ${devices} --events events.txt --trace session.trace.json`;
  process.stdout.write(
    `${[`seed ${seed}: ${rule} does not hold: ${what}`, `drawn: ${JSON.stringify(plan)}`, 'the last events:', ...newest, `again: ${again}`].join('\n')}\n`,
  );
  process.exitCode = 1;
}
