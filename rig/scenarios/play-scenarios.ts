// Plays scenarios on machines of the rig, each resumed from the snapshot of a running device.

import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { playOpened } from '../../bin/scenario/play-scenario.ts';
import { timesOver } from '../../bin/scenario/play-scenarios.ts';
import { chosen, findScenarios } from '../../bin/scenario/find-scenarios.ts';
import { NO_HISTORY } from '../../bin/scenario/history.ts';
import { openReport } from '../../bin/scenario/report-scenarios.ts';
import type { Backend } from '../../simulation/scenarios/backend.ts';
import type { PlayedScenario } from '../../simulation/scenarios/reports/report.ts';
import type { RootedScenario } from '../../bin/scenario/scenario-file.ts';
import { fail, ok, type Result } from '../../wire/errors.ts';
import type { Print } from '../build/cache.ts';
import { deviceSnapshot, resumeDevice, type DeviceMachine } from '../device.ts';
import { buildImage, type Image } from '../build/image.ts';
import { QUICK_SCENARIOS } from './quick-scenarios.ts';
import { replayHere } from './replay.ts';
import { openVmBackend } from './scenario-backend.ts';

export interface RigTestOptions {
  readonly filter?: string;
  /** Plays only the quick scenarios. */
  readonly quick?: boolean;
  /** Number of parallel machines. Default: twice the number of processors, since a putt is mostly waiting. */
  readonly jobs?: number;
  readonly junit?: string;
  readonly keep: string;
}

/** Plays scenarios and reports the results. Errors: `rig_failed` if there is no machine to play on. */
export async function playOnMachines(
  paths: readonly string[],
  { jobs = 2 * availableParallelism(), quick = false, junit, keep, ...choice }: RigTestOptions,
  print: Print,
): Promise<Result<readonly PlayedScenario[]>> {
  const scenarios = chosen(findScenarios(paths), choice).filter(({ file }) => !quick || isQuick(file));
  if (scenarios.length === 0) return fail('rig_failed', 'No scenario matches.');
  const image = await buildImage(print);
  if (!image.ok) return image;
  const snapshot = await deviceSnapshot(image.value, print);
  if (!snapshot.ok) return snapshot;
  const report = openReport({ on: { kind: 'vm' }, keep, ...(junit === undefined ? {} : { junit }) }, NO_HISTORY);
  const resume = (): Promise<Result<DeviceMachine>> => resumeDevice(image.value, snapshot.value);
  const left = [...timesOver(scenarios, { repeat: 1 })];
  const played: PlayedScenario[] = [];
  const play = async (): Promise<void> => {
    for (let scenario = left.shift(); scenario; scenario = left.shift()) {
      const one = await playOnMachine(scenario, image.value, resume, join(keep, scenario.results));
      played.push(one);
      report.played(one);
    }
  };
  await Promise.all(Array.from({ length: jobs }, play));
  await report.end(played, []);
  return ok(played);
}

const isQuick = (file: string): boolean =>
  QUICK_SCENARIOS.some((name) => file.endsWith(`fixtures/scenarios/${name}.yaml`));

/**
 * Plays one scenario. `begin`: starts the machine. `folder`: receives the results. Replaying the recording on this host
 * must give the same run.
 */
export async function playOnMachine(
  scenario: RootedScenario,
  image: Image,
  begin: () => Promise<Result<DeviceMachine>>,
  folder: string,
): Promise<PlayedScenario> {
  let recorded: Uint8Array | null = null;
  const open = async (): Promise<Result<Backend>> => {
    const opened = await openVmBackend(image, begin, scenario);
    if (!opened.ok) return opened;
    const { close, recording } = opened.value;
    const recordAndClose = async (): Promise<void> => {
      recorded = await recording().catch(() => null);
      await close();
    };
    return ok({ ...opened.value, close: recordAndClose });
  };
  const played = await playOpened(scenario, open, { folder, backend: 'vm' }, { progress: () => {} });
  if (played.status !== 'passed' || recorded === null) return played;
  const temporary = mkdtempSync(join(tmpdir(), 'tapin-replay-'));
  const replayed = await replayHere(recorded, join(temporary, 'recording.tapin.gz'));
  if (!replayed.ok) return { ...played, status: 'failed', message: replayed.error.message };
  rmSync(temporary, { recursive: true });
  return played;
}
