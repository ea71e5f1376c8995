// Scenarios on machines of the rig: each goes on from the snapshot of a running device.

import { playOpened } from '../bin/play-scenario.ts';
import { chosen, findScenarios } from '../bin/find-scenarios.ts';
import { openReport } from '../bin/report-scenarios.ts';
import type { Played } from '../simulation/scenario/report.ts';
import type { Scenario } from '../simulation/scenario/scenario.ts';
import { ok, type Result } from '../wire/errors.ts';
import type { Say } from './cache.ts';
import { deviceSnapshot } from './device.ts';
import { buildImage } from './image.ts';
import { openVmBackend } from './scenario-backend.ts';

export interface RigTestOptions {
  readonly filter?: string;
  readonly jobs: number;
  readonly junit?: string;
  readonly keep: string;
}

/** Sets the exit code. Errors: `rig_failed`, where there is no machine to play on. */
export async function playOnMachines(
  paths: readonly string[],
  { jobs, junit, keep, ...choice }: RigTestOptions,
  say: Say,
): Promise<Result<readonly Played[]>> {
  const scenarios = chosen(findScenarios(paths), choice);
  const image = await buildImage(say);
  if (!image.ok) return image;
  const snapshot = await deviceSnapshot(image.value, say);
  if (!snapshot.ok) return snapshot;
  const report = openReport({ on: { kind: 'vm' }, ...(junit === undefined ? {} : { junit }) });
  const left = [...scenarios];
  const played: Played[] = [];
  const play = async (): Promise<void> => {
    for (let scenario = left.shift(); scenario; scenario = left.shift()) {
      const one = await playOnMachine(scenario);
      played.push(one);
      report.played(one);
    }
  };
  const playOnMachine = (scenario: Scenario): Promise<Played> =>
    playOpened(
      scenario,
      () => openVmBackend(image.value, snapshot.value, scenario),
      { keep, backend: 'vm' },
      { progress: () => {} },
    );
  await Promise.all(Array.from({ length: jobs }, play));
  await report.end(played, []);
  return ok(played);
}
