// History of `tapin test` in the results folder: how each scenario ended, and how long it took, in the last runs.

import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import type { ScenarioStatus, PlayedScenario } from '../../simulation/scenarios/reports/report.ts';
import { fail, messageOf, ok, type Result } from '../../wire/errors.ts';
import { oneLine } from '../../wire/visible.ts';
import { textOf } from '../process/text-file.ts';
import { writeWhole } from '../process/whole-file.ts';
import { changedFiles, digestOf, fileChecksum, pathOf, type Sources } from './sources.ts';
import type { RootedScenario } from './scenario-file.ts';

const RUNS_MAX = 20;
const STATUSES = ['passed', 'flaky', 'failed', 'error', 'skipped'] as const satisfies readonly ScenarioStatus[];
/** From best to worst: a run with several seeds counts by its worst one. */
const GRADES: readonly ScenarioStatus[] = ['skipped', 'passed', 'flaky', 'error', 'failed'];

const runShape = v.object({
  status: v.picklist(STATUSES),
  /** Seed that the status is from, and real time of one playing. */
  seed: v.number(),
  wall_ms: v.number(),
  backend: v.string(),
  /** Digest of the sources, and checksum of the scenario's file. */
  sources: v.string(),
  file: v.string(),
});
type PlayedRun = v.InferOutput<typeof runShape>;
const historyShape = v.object({
  tapin_history: v.literal(1),
  scenarios: v.record(v.string(), v.array(runShape)),
  /** Sources by their digest. */
  sources: v.record(v.string(), v.record(v.string(), v.string())),
});
/** Versions of the sources that are kept. */
const SOURCES_MAX = 8;

export interface History {
  /** Runs of each scenario by its file, oldest first. */
  readonly runs: ReadonlyMap<string, readonly PlayedRun[]>;
  /** Sources of runs by their digest, oldest first. */
  readonly sources: ReadonlyMap<string, Sources>;
}

export const NO_HISTORY: History = { runs: new Map(), sources: new Map() };

const pathIn = (folder: string): string => join(folder, 'history.json');

/** Reads the history of a results folder; null if there is none. Errors: `bad_value` if it is damaged. */
export function readHistory(folder: string): Result<History | null> {
  if (!existsSync(pathIn(folder))) return ok(null);
  const text = textOf(pathIn(folder));
  if (!text.ok) return text;
  try {
    const read = v.safeParse(historyShape, JSON.parse(text.value));
    if (read.success) {
      const { scenarios, sources } = read.output;
      return ok({ runs: new Map(Object.entries(scenarios)), sources: new Map(Object.entries(sources)) });
    }
  } catch {
    // Not JSON.
  }
  return fail('bad_value', oneLine(`${pathIn(folder)} is not a history of tapin test; delete it.`));
}

/** Adds a run and writes the file. Errors: `bad_value` if it can't be written. */
export function addToHistory(
  folder: string,
  history: History,
  all: readonly PlayedScenario[],
  sources: Sources,
): Result<void> {
  const digest = digestOf(sources);
  const runs = new Map(history.runs);
  for (const [key, played] of Map.groupBy(all, ({ file }) => pathOf(file))) {
    const run = worstOf(played);
    if (run) runs.set(key, [...(runs.get(key) ?? []), { ...run, sources: digest, file: fileChecksum(key) }].slice(-RUNS_MAX)); // oxfmt-ignore
  }
  const others = [...history.sources].filter(([known]) => known !== digest).slice(1 - SOURCES_MAX);
  const kept = { tapin_history: 1, scenarios: Object.fromEntries(runs), sources: Object.fromEntries([...others, [digest, sources]]) }; // oxfmt-ignore
  try {
    mkdirSync(dirname(pathIn(folder)), { recursive: true });
    writeWhole(pathIn(folder), `${JSON.stringify(kept)}\n`);
    return ok(undefined);
  } catch (thrown) {
    return fail('bad_value', oneLine(`${pathIn(folder)} can't be written: ${messageOf(thrown)}.`));
  }
}

function worstOf(played: readonly PlayedScenario[]): Omit<PlayedRun, 'sources' | 'file'> | undefined {
  const [worst] = played.toSorted((a, b) => GRADES.indexOf(b.status) - GRADES.indexOf(a.status));
  return (
    worst && { status: worst.status, seed: worst.seed, wall_ms: Math.round(worst.wall_ms), backend: worst.backend }
  );
}

/** Returns the files that have changed since a scenario last passed on this backend; empty if that is not known. */
export function changedSincePass(
  { runs, sources }: History,
  { file, backend }: Pick<PlayedScenario, 'file' | 'backend'>,
  now: Sources,
): readonly string[] {
  const passed = runs.get(pathOf(file))?.findLast((run) => run.status === 'passed' && run.backend === backend);
  const then = passed && sources.get(passed.sources);
  if (!then) return [];
  return [...(passed.file === fileChecksum(file) ? [] : [file]), ...changedFiles(then, now)];
}

/** Returns the scenarios that failed when they were last played, with the seed that failed. */
export function lastFailed(history: History, scenarios: readonly RootedScenario[]): readonly RootedScenario[] {
  return scenarios.flatMap((scenario) => {
    const last = history.runs.get(pathOf(scenario.file))?.at(-1);
    const failed = last !== undefined && ['failed', 'error', 'flaky'].includes(last.status);
    return failed ? [{ ...scenario, seed: last.seed }] : [];
  });
}

/** Lists the slowest scenarios of a run with the median of their earlier runs on the same backend. */
export function slowestLines(history: History, all: readonly PlayedScenario[], count: number): readonly string[] {
  const slowest = all.toSorted((a, b) => b.wall_ms - a.wall_ms).slice(0, count);
  const lines = slowest.map(({ file, name, backend, wall_ms }) => {
    const before = (history.runs.get(pathOf(file)) ?? [])
      .filter((run) => run.backend === backend)
      .map((run) => run.wall_ms);
    const usual = before.length === 0 ? 'first run' : `median of ${before.length} earlier: ${secondsText(medianOf(before))}`; // oxfmt-ignore
    return oneLine(`  ${secondsText(wall_ms).padStart(8)}  ${file === name ? file : `${file}: ${name}`} (${usual})`);
  });
  return [`The ${lines.length} slowest:`, ...lines];
}

const secondsText = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;

function medianOf(all: readonly number[]): number {
  const sorted = all.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}
