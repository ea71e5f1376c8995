// Plays scenarios in worker processes, so that one that hangs or dies affects only its own result.

import type { BoardKind } from '../../sims/sensor-board/board-events.ts';
import { join } from 'node:path';
import type { Coverage } from '../../simulation/statecharts/coverage.ts';
import type { Progress } from '../../simulation/scenarios/reports/progress.ts';
import { NOT_PLAYED, type PlayedScenario } from '../../simulation/scenarios/reports/report.ts';
import type { Quarantine } from '../../simulation/scenarios/reports/quarantine.ts';
import type { Scenario } from '../../simulation/scenarios/scenario.ts';
import type { RootedScenario } from './scenario-file.ts';
import { isBad, type PlayOptions } from './play-scenario.ts';
import { folderNames } from './result-files.ts';
import { shareWork, type CallEnd } from '../process/workers.ts';

/** Result from a worker; coverage only if requested. */
export interface PlayedCall {
  readonly played: PlayedScenario;
  readonly coverage: Coverage | null;
}

/** Request to a worker. */
export interface ScenarioCall {
  readonly scenario: RootedScenario;
  readonly options: PlayOptions;
  /** Whether to record statechart coverage. */
  readonly covers: boolean;
}

export interface PlayAllOptions extends Omit<PlayOptions, 'folder'> {
  /** Folder of the results, with one folder per scenario. */
  readonly keep: string;
  readonly jobs: number;
  readonly seed?: number;
  /** Sensor board that replaces the one of each scenario. */
  readonly board?: BoardKind;
  readonly repeat: number;
  /** Further attempts after a failure, instead of those of each scenario. */
  readonly retries?: number;
  readonly untilFail?: boolean;
  /** Real-time limit of each scenario, in ms. */
  readonly wallTimeout: number;
  readonly coverage?: string;
  readonly trace?: string;
  readonly vcd?: string;
  /** Returns the quarantine of a scenario; null if it has none. */
  held(scenario: Scenario): Quarantine | null;
}

/** Scenario in progress. */
export interface RunningScenario {
  readonly scenario: Scenario;
  /** Position, from 1, of `of`. */
  readonly number: number;
  readonly of: number;
  readonly progress: Progress | null;
  readonly noted_ms: number;
}

export interface PlayListener {
  /** Called when a scenario has finished. With several jobs, in any order. */
  played(one: PlayedScenario): void;
  /** Called with the scenarios in progress, the longest-running first. */
  running(all: readonly RunningScenario[]): void;
}

/** One run of a scenario. */
interface ScenarioTurn extends RootedScenario {
  /** Name of the folder for its results. */
  readonly results: string;
}

/** Repeats each scenario `repeat` times, each time with its own seed. */
export function timesOver(
  scenarios: readonly RootedScenario[],
  { repeat, seed, board, retries }: Pick<PlayAllOptions, 'repeat' | 'seed' | 'board' | 'retries'>,
): readonly ScenarioTurn[] {
  const times = scenarios.flatMap((scenario) =>
    Array.from({ length: repeat }, (_, time) => ({
      ...scenario,
      seed: (seed ?? scenario.seed) + time,
      board: board ?? scenario.board,
      retries: retries ?? scenario.retries,
    })),
  );
  const names = folderNames(times);
  return times.map((each, at) => ({ ...each, results: names[at] ?? '' }));
}

const MODULE = new URL('scenario-worker.ts', import.meta.url);

interface PlayedAll {
  /** Results in the order of the scenarios, even with parallel jobs. */
  readonly played: readonly PlayedScenario[];
  readonly coverages: readonly Coverage[];
}

export async function playAll(
  scenarios: readonly RootedScenario[],
  options: PlayAllOptions,
  listener: PlayListener,
): Promise<PlayedAll> {
  const { repeat, untilFail = false, jobs, wallTimeout, on, keep, coverage, updateGolden = false, held } = options;
  const { trace, vcd, recordPasses = false } = options;
  const several = scenarios.length * repeat > 1;
  const timeline = (trace ?? vcd) === undefined ? null : { trace, vcd, in_folder: several };
  const calls = timesOver(scenarios, options).map((scenario): ScenarioCall => ({
    scenario,
    options: { on, folder: join(keep, scenario.results), updateGolden, recordPasses, timeline },
    covers: coverage !== undefined,
  }));
  const results: (PlayedCall | undefined)[] = [];
  const running = new Map<number, RunningScenario & { readonly started_ms: number }>();
  const begin = (index: number, progress: Progress | null): void => {
    const call = calls[index];
    if (!call) return;
    const now_ms = performance.now();
    const { started_ms } = running.get(index) ?? { started_ms: now_ms };
    const { scenario } = call;
    running.set(index, { scenario, number: index + 1, of: calls.length, progress, started_ms, noted_ms: now_ms });
    listener.running([...running.values()]);
  };
  let last = calls.length - 1;
  await shareWork<ScenarioCall, Progress, PlayedCall>({
    module: MODULE,
    calls,
    jobs,
    limit_ms: wallTimeout,
    onBegin: (index) => begin(index, null),
    onNote: begin,
    onEnd(index, end) {
      const call = calls[index];
      const had = running.get(index);
      running.delete(index);
      if (!call) return false;
      const quarantine = held(call.scenario);
      const became = playedOf(call, end, {
        wallTimeout,
        progress: had?.progress ?? null,
        started_ms: had?.started_ms ?? 0,
      });
      const one: PlayedScenario = quarantine ? { ...became, quarantine } : became;
      results[index] = { played: one, coverage: end.kind === 'value' ? end.value.coverage : null };
      listener.played(one);
      listener.running([...running.values()]);
      const ends = untilFail && !quarantine && isBad(one);
      if (ends) last = Math.min(last, index);
      return ends;
    },
  });
  const wanted = results.slice(0, last + 1).flatMap((one) => one ?? []);
  return {
    played: wanted.map(({ played }) => played),
    coverages: wanted.flatMap(({ coverage }) => (coverage ? [coverage] : [])),
  };
}

interface Had {
  readonly wallTimeout: number;
  readonly progress: Progress | null;
  readonly started_ms: number;
}

/** Returns the result of a call; if it was cut short, with the step it was in. */
function playedOf(
  { scenario: { file, name, seed }, options }: ScenarioCall,
  end: CallEnd<PlayedCall>,
  { wallTimeout, progress, started_ms }: Had,
): PlayedScenario {
  if (end.kind === 'value') return end.value.played;
  const where = progress ? `, in this step: ${progress.action}` : ', before its first step';
  const message =
    end.kind === 'late'
      ? `timed out after ${wallTimeout / 1000} s of real time (--wall-timeout)${where}`
      : `its process died (${end.message})${where}`;
  return {
    ...NOT_PLAYED,
    message,
    at: progress?.at ?? null,
    file,
    name,
    seed,
    backend: options.on.kind,
    wall_ms: performance.now() - started_ms,
  };
}
