// Scenarios are played in processes of their own, so that one that hangs or dies costs its own result and nothing else.

import { join } from 'node:path';
import type { Coverage } from '../../simulation/statecharts/coverage.ts';
import type { Progress } from '../../simulation/scenarios/reports/progress.ts';
import { NOT_PLAYED, type Played } from '../../simulation/scenarios/reports/report.ts';
import type { Quarantine } from '../../simulation/scenarios/reports/quarantine.ts';
import type { Scenario } from '../../simulation/scenarios/scenario.ts';
import type { RootedScenario } from './scenario-file.ts';
import type { PlayOptions } from './play-scenario.ts';
import { folderNames } from './result-files.ts';
import { shareWork, type CallEnd } from '../process/workers.ts';

/** What a worker gives back; with coverage where it was asked for. */
export interface PlayedCall {
  readonly played: Played;
  readonly coverage: Coverage | null;
}

/** What a worker is sent. */
export interface ScenarioCall {
  readonly scenario: RootedScenario;
  readonly options: PlayOptions;
  /** Whether it is recorded what is reached of the statecharts. */
  readonly covers: boolean;
}

export interface PlayAllOptions extends Omit<PlayOptions, 'folder'> {
  /** Has a folder for each scenario. */
  readonly keep: string;
  readonly jobs: number;
  readonly seed?: number;
  readonly repeat: number;
  readonly untilFail?: boolean;
  /** Real time that each may take. */
  readonly wallTimeout: number;
  readonly coverage?: string;
  readonly trace?: string;
  readonly vcd?: string;
  /** Whether a scenario is in quarantine. */
  held(scenario: Scenario): Quarantine | null;
}

/** What is under way. */
export interface UnderWay {
  readonly scenario: Scenario;
  /** From 1, and of how many. */
  readonly number: number;
  readonly of: number;
  readonly progress: Progress | null;
  readonly noted_ms: number;
}

export interface PlayListener {
  /** A scenario has ended. With several jobs they end in any order. */
  played(one: Played): void;
  /** What is under way, the longest of it first. */
  underWay(all: readonly UnderWay[]): void;
}

/** One time that a scenario is played. */
interface ScenarioTurn extends RootedScenario {
  /** Name of the folder that gets its results. */
  readonly results: string;
}

/** Each so often as it is played, every time with its seed. */
export function timesOver(
  scenarios: readonly RootedScenario[],
  { repeat, seed }: { readonly repeat: number; readonly seed?: number | undefined },
): readonly ScenarioTurn[] {
  const times = scenarios.flatMap((scenario) =>
    Array.from({ length: repeat }, (_, time) => ({ ...scenario, seed: (seed ?? scenario.seed) + time })),
  );
  const names = folderNames(times);
  return times.map((each, at) => ({ ...each, results: names[at] ?? '' }));
}

const MODULE = new URL('scenario-worker.ts', import.meta.url);

interface PlayedAll {
  /** In the order of the scenarios, however many are played at once. */
  readonly played: readonly Played[];
  readonly coverages: readonly Coverage[];
}

export async function playAll(
  scenarios: readonly RootedScenario[],
  {
    seed,
    repeat,
    untilFail = false,
    jobs,
    wallTimeout,
    on,
    keep,
    coverage,
    updateGolden = false,
    trace,
    vcd,
    held,
  }: PlayAllOptions,
  listener: PlayListener,
): Promise<PlayedAll> {
  const several = scenarios.length * repeat > 1;
  const timeline = (trace ?? vcd) === undefined ? null : { trace, vcd, in_folder: several };
  const calls = timesOver(scenarios, { repeat, seed }).map((scenario): ScenarioCall => ({
    scenario,
    options: { on, folder: join(keep, scenario.results), updateGolden, timeline },
    covers: coverage !== undefined,
  }));
  const results: (PlayedCall | undefined)[] = [];
  const going = new Map<number, UnderWay & { readonly began_ms: number }>();
  const begin = (index: number, progress: Progress | null): void => {
    const call = calls[index];
    if (!call) return;
    const now_ms = performance.now();
    const { began_ms } = going.get(index) ?? { began_ms: now_ms };
    const { scenario } = call;
    going.set(index, { scenario, number: index + 1, of: calls.length, progress, began_ms, noted_ms: now_ms });
    listener.underWay([...going.values()]);
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
      const had = going.get(index);
      going.delete(index);
      if (!call) return false;
      const quarantine = held(call.scenario);
      const became = playedOf(call, end, {
        wallTimeout,
        progress: had?.progress ?? null,
        began_ms: had?.began_ms ?? 0,
      });
      const one: Played = quarantine ? { ...became, quarantine } : became;
      results[index] = { played: one, coverage: end.kind === 'value' ? end.value.coverage : null };
      listener.played(one);
      listener.underWay([...going.values()]);
      const ends = untilFail && !quarantine && ['failed', 'error'].includes(one.status);
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
  readonly began_ms: number;
}

/** What became of a call; of one that was not played to its end, what it was doing then. */
function playedOf(
  { scenario: { file, name, seed }, options }: ScenarioCall,
  end: CallEnd<PlayedCall>,
  { wallTimeout, progress, began_ms }: Had,
): Played {
  if (end.kind === 'value') return end.value.played;
  const doing = progress ? `, in this step: ${progress.doing}` : ', before its first step';
  const message =
    end.kind === 'late'
      ? `it was not over after ${wallTimeout / 1000} s of real time (--wall-timeout)${doing}`
      : `the process that played it has died (${end.message})${doing}`;
  return {
    ...NOT_PLAYED,
    message,
    at: progress?.at ?? null,
    file,
    name,
    seed,
    backend: options.on.kind,
    wall_ms: performance.now() - began_ms,
  };
}
