// What `tapin simulate` does: plays seed after seed, or several at once, until a rule is broken, and says so in the order of the seeds.

import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { junitText } from '../simulation/junit.ts';
import { messageOf } from '../wire/errors.ts';
import { readFields } from '../wire/json-fields.ts';
import { openLiveLine, type LiveLine } from './live-line.ts';
import { exitWith } from './process.ts';
import { caseOf, linesOf, type SimulatedSeed, type SimulationCall } from './report-simulations.ts';
import { writeResult } from './scenario-file.ts';
import { shareWork, type CallEnd } from './workers.ts';

export interface SimulateOptions extends SimulationCall {
  readonly runs: number;
  readonly jobs: number;
  readonly events?: string;
  readonly trace?: string;
  readonly vcd?: string;
  readonly junit?: string;
}

/** Exit code 1 where a rule was broken. */
export async function runSimulations(options: SimulateOptions): Promise<void> {
  const { runs, jobs } = options;
  const calls = Array.from({ length: runs }, (_, at) => callOf(options, at));
  const line = openLiveLine();
  const ended: SimulatedSeed[] = [];
  const tell = (one: SimulatedSeed): void => {
    line.clear();
    ended.push(one);
    for (const text of linesOf(one, options)) process.stdout.write(`${text}\n`);
    if (one.failure) process.exitCode = 1;
  };
  if (jobs === 1) await oneAfterTheOther(calls, options, line, tell);
  else await severalAtOnce(calls, jobs, line, tell);
  line.clear();
  if (options.junit !== undefined) writeJunit(options.junit, ended, options);
}

function callOf(
  { seed: first, hours, devices, relays, runs, trace, vcd }: SimulateOptions,
  at: number,
): SimulationCall {
  const seed = first + at;
  if ((trace ?? vcd) === undefined) return { seed, hours, devices, relays };
  // In front of what the name ends in.
  const named = (path?: string): string | undefined =>
    runs === 1 ? path : path?.replace(/(\.[\w.]*)?$/, `-${seed}$1`);
  return { seed, hours, devices, relays, timeline: { trace: named(trace), vcd: named(vcd) } };
}

async function oneAfterTheOther(
  calls: readonly SimulationCall[],
  { events }: SimulateOptions,
  line: LiveLine,
  tell: (one: SimulatedSeed) => void,
): Promise<void> {
  const { playSeed } = await import('./play-seed.ts');
  const file = events === undefined ? null : openEvents(events);
  const write = file === null ? undefined : (event: string) => void writeSync(file, event);
  for (const [index, call] of calls.entries()) {
    const began_ms = performance.now();
    const show = (virtual_s: number): void =>
      line.show(liveText(call, { index, of: calls.length, virtual_s, began_ms }));
    const one = await playSeed(call, show, write);
    tell(one);
    if (one.failure) break;
  }
  if (file !== null) closeSync(file);
}

/** Seeds end in any order, and are told in theirs. */
async function severalAtOnce(
  calls: readonly SimulationCall[],
  jobs: number,
  line: LiveLine,
  tell: (one: SimulatedSeed) => void,
): Promise<void> {
  const waiting = new Map<number, SimulatedSeed>();
  const begun = new Map<number, number>();
  let next = 0;
  await shareWork<SimulationCall, number, SimulatedSeed>({
    module: new URL('simulation-worker.ts', import.meta.url),
    calls,
    jobs,
    onBegin: (index) => void begun.set(index, performance.now()),
    onNote(index, virtual_s) {
      const call = calls[index];
      if (!call) return;
      const others = begun.size - waiting.size - next - 1;
      line.show(liveText(call, { index, of: calls.length, virtual_s, began_ms: begun.get(index) ?? 0, others }));
    },
    onEnd(index, end) {
      const call = calls[index];
      if (!call) return false;
      const one = seedOf(call, end);
      waiting.set(index, one);
      for (let due = waiting.get(next); due; due = waiting.get(next)) {
        waiting.delete(next++);
        tell(due);
        if (due.failure) break;
      }
      return one.failure !== null;
    },
  });
}

/** A process that has died is a broken run: there is nothing that a seed may do to it. */
function seedOf({ seed }: SimulationCall, end: CallEnd<SimulatedSeed>): SimulatedSeed {
  if (end.kind === 'value') return end.value;
  const how = end.kind === 'died' ? end.message : 'it took too long';
  const failure = { rule: 'crash', what: `the process that played it has died (${how})`, newest: [] };
  return { seed, plan: null, events: 0, digest: '', virtual_s: 0, took_ms: 0, failure };
}

interface Underway {
  readonly index: number;
  readonly of: number;
  readonly virtual_s: number;
  readonly began_ms: number;
  readonly others?: number;
}

/** `[3/200] seed 3: 1240 s of 3600 s, 812 s a second`. */
function liveText({ seed, hours }: SimulationCall, { index, of, virtual_s, began_ms, others = 0 }: Underway): string {
  const rate = virtual_s / ((performance.now() - began_ms) / 1000);
  const more = others > 0 ? `, and ${others} more` : '';
  return `[${index + 1}/${of}${more}] seed ${seed}: ${virtual_s.toFixed(0)} s of ${hours * 3600} s, ${rate.toFixed(0)} s a second`;
}

function writeJunit(path: string, ended: readonly SimulatedSeed[], options: SimulateOptions): void {
  const { version } = readFields(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) ?? {};
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
