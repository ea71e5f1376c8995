// Implements `tapin simulate`: plays seeds one by one or in parallel until a rule breaks, and reports in the order of
// the seeds.

import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { junitText } from '../../simulation/reports/junit.ts';
import { messageOf } from '../../wire/errors.ts';
import { readFields } from '../../wire/json-fields.ts';
import { openLiveLine, type LiveLine } from '../process/live-line.ts';
import { exitUsage, exitWith } from '../process/process.ts';
import { shrinkSeed } from '../../simulation/sessions/shrink-seed.ts';
import { caseOf, commandOf, linesOf, type SimulatedSeed, type SimulationCall } from './report-simulations.ts';
import { writeResult } from '../scenario/scenario-file.ts';
import { textOf } from '../process/text-file.ts';
import { shareWork, type CallEnd } from '../process/workers.ts';

export interface SimulateOptions extends SimulationCall {
  readonly runs: number;
  readonly jobs: number;
  readonly events?: string;
  readonly trace?: string;
  readonly vcd?: string;
  readonly junit?: string;
  /** Folder for the coverage. */
  readonly coverage?: string;
  /** File with one seed per line, instead of `seed` and `runs`. */
  readonly seeds?: string;
  /** Whether to shrink a seed that breaks a rule. */
  readonly shrink?: boolean;
}

/** Runs the simulations. Exit code 1 if a rule broke. */
export async function runSimulations(options: SimulateOptions): Promise<void> {
  const { jobs } = options;
  const calls = seedsOf(options).map((seed, _, all) => callOf(options, seed, all.length > 1));
  const line = openLiveLine();
  const ended: SimulatedSeed[] = [];
  const report = (one: SimulatedSeed): void => {
    line.clear();
    ended.push(one);
    for (const text of linesOf(one, options)) process.stdout.write(`${text}\n`);
    if (one.failure) process.exitCode = 1;
  };
  if (jobs === 1) await oneAfterTheOther(calls, options, line, report);
  else await severalAtOnce(calls, jobs, line, report);
  if (options.shrink) await shrinkFailed(ended, options, line);
  line.clear();
  if (options.junit !== undefined) writeJunit(options.junit, ended, options);
  if (options.coverage === undefined) return;
  const { coverSeeds } = await import('./simulated-coverage.ts');
  for (const text of await coverSeeds(options.coverage, ended)) process.stdout.write(`${text}\n`);
}

/** Prints the smallest run that breaks the same rule. */
async function shrinkFailed(
  ended: readonly SimulatedSeed[],
  { hours, devices, relays, slope = 'flat', board = 'model', without }: SimulateOptions,
  line: LiveLine,
): Promise<void> {
  const failed = ended.find(({ failure }) => failure !== null);
  if (!failed) return;
  const { playSeed } = await import('./play-seed.ts');
  let tried = 0;
  const { call, end, trials } = await shrinkSeed(
    { call: { seed: failed.seed, hours, devices, without }, end: failed },
    (smaller) => {
      line.show(`shrinking: trial ${++tried}, ${smaller.devices} devices, seed ${smaller.seed}`);
      return playSeed({ ...smaller, relays, slope, board }, () => {});
    },
  );
  line.clear();
  const size = `after ${end.virtual_s.toFixed(0)} s and ${end.events} events`;
  const text =
    end === failed
      ? `no smaller failure found in ${trials} trials`
      : `smallest failure, ${size}: ${commandOf({ ...call, relays, slope, board })}`;
  process.stdout.write(`${text}\n`);
}

/** Returns the seeds; exits if the file can't be read or holds anything but seeds. */
function seedsOf({ seed, runs, seeds }: SimulateOptions): readonly number[] {
  if (seeds === undefined) return Array.from({ length: runs }, (_, at) => seed + at);
  const text = readText(seeds);
  const lines = text.split('\n').map((line) => line.trim()).filter((line) => line !== ''); // oxfmt-ignore
  const wrong = lines.find((line) => !/^\d{1,15}$/.test(line));
  if (wrong !== undefined || lines.length === 0) {
    const what = wrong === undefined ? 'it is empty' : `${JSON.stringify(wrong.slice(0, 40))} is not a seed`;
    exitUsage(`${seeds} must have one seed per line: ${what}.`);
  }
  return lines.map(Number);
}

function readText(path: string): string {
  const text = textOf(path);
  return text.ok ? text.value : exitUsage(text.error.message);
}

function callOf(
  { hours, devices, relays, slope = 'flat', board = 'model', without, trace, vcd, coverage }: SimulateOptions,
  seed: number,
  is_one_of_many: boolean,
): SimulationCall {
  const call = { seed, hours, devices, relays, slope, board, without, covers: coverage !== undefined };
  if ((trace ?? vcd) === undefined) return call;
  // Inserts the seed before the file extension.
  const named = (path?: string): string | undefined =>
    is_one_of_many ? path?.replace(/(\.[\w.]*)?$/, `-${seed}$1`) : path;
  return { ...call, timeline: { trace: named(trace), vcd: named(vcd) } };
}

async function oneAfterTheOther(
  calls: readonly SimulationCall[],
  { events }: SimulateOptions,
  line: LiveLine,
  report: (one: SimulatedSeed) => void,
): Promise<void> {
  const { playSeed } = await import('./play-seed.ts');
  const file = events === undefined ? null : openEvents(events);
  const write = file === null ? undefined : (event: string) => void writeSync(file, event);
  for (const [index, call] of calls.entries()) {
    const started_ms = performance.now();
    const show = (virtual_s: number): void =>
      line.show(liveText(call, { index, of: calls.length, virtual_s, started_ms }));
    const one = await playSeed(call, show, write);
    report(one);
    if (one.failure) break;
  }
  if (file !== null) closeSync(file);
}

/** Plays seeds in parallel; they finish in any order but are reported in seed order. */
async function severalAtOnce(
  calls: readonly SimulationCall[],
  jobs: number,
  line: LiveLine,
  report: (one: SimulatedSeed) => void,
): Promise<void> {
  const waiting = new Map<number, SimulatedSeed>();
  const started = new Map<number, number>();
  let next = 0;
  await shareWork<SimulationCall, number, SimulatedSeed>({
    module: new URL('simulation-worker.ts', import.meta.url),
    calls,
    jobs,
    onBegin: (index) => void started.set(index, performance.now()),
    onNote(index, virtual_s) {
      const call = calls[index];
      if (!call) return;
      const others = started.size - waiting.size - next - 1;
      line.show(liveText(call, { index, of: calls.length, virtual_s, started_ms: started.get(index) ?? 0, others }));
    },
    onEnd(index, end) {
      const call = calls[index];
      if (!call) return false;
      const one = seedOf(call, end);
      waiting.set(index, one);
      for (let due = waiting.get(next); due; due = waiting.get(next)) {
        waiting.delete(next++);
        report(due);
        if (due.failure) break;
      }
      return one.failure !== null;
    },
  });
}

/** Returns the result of a seed. A dead process counts as a failure, since no seed may crash it. */
function seedOf({ seed }: SimulationCall, end: CallEnd<SimulatedSeed>): SimulatedSeed {
  if (end.kind === 'value') return end.value;
  const how = end.kind === 'died' ? end.message : 'timed out';
  const failure = { rule: 'crash', what: `its process died (${how})`, newest: [] };
  return { seed, plan: null, events: 0, digest: '', virtual_s: 0, took_ms: 0, rules: {}, coverage: null, failure };
}

interface Underway {
  readonly index: number;
  readonly of: number;
  readonly virtual_s: number;
  readonly started_ms: number;
  readonly others?: number;
}

/** Formats as `[3/200] seed 3: 1240 s of 3600 s, 812x real time`. */
function liveText({ seed, hours }: SimulationCall, { index, of, virtual_s, started_ms, others = 0 }: Underway): string {
  const rate = virtual_s / ((performance.now() - started_ms) / 1000);
  const more = others > 0 ? `, and ${others} more` : '';
  return `[${index + 1}/${of}${more}] seed ${seed}: ${virtual_s.toFixed(0)} s of ${hours * 3600} s, ${rate.toFixed(0)}x real time`;
}

function writeJunit(path: string, ended: readonly SimulatedSeed[], options: SimulateOptions): void {
  const { version } = readFields(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) ?? {};
  const text = junitText(String(version), ended.map((one) => caseOf(one, options))); // oxfmt-ignore
  const written = writeResult(path, Buffer.from(text));
  if (!written.ok) exitWith(written.error);
}

function openEvents(path: string): number {
  try {
    return openSync(path, 'w');
  } catch (thrown) {
    return exitWith({ code: 'bad_value', message: `${path} can't be written: ${messageOf(thrown)}.` });
  }
}
