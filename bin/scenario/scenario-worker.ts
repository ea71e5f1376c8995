// Worker of `tapin test`: plays the scenarios it receives, one after the other.

import { FIRMWARE_MACHINES } from '../../simulation/statecharts/machines.ts';
import { createCoverageRecorder } from '../../simulation/statecharts/recorder.ts';
import type { Progress } from '../../simulation/scenarios/reports/progress.ts';
import { playScenario } from './play-scenario.ts';
import type { PlayedCall, ScenarioCall } from './play-scenarios.ts';
import { serveCalls } from '../process/worker-calls.ts';

/** Interval between progress notes of a step. Its start is always reported. */
const PROGRESS_MS = 100;

serveCalls(async (call: ScenarioCall, note: (progress: Progress) => void): Promise<PlayedCall> => {
  let noted_ms = 0;
  const recorder = call.covers ? createCoverageRecorder(FIRMWARE_MACHINES) : null;
  const played = await playScenario(call.scenario, call.options, {
    inspect: recorder?.inspect,
    progress(progress) {
      const now_ms = performance.now();
      if (progress.for_ms > 0 && now_ms - noted_ms < PROGRESS_MS) return;
      noted_ms = now_ms;
      note(progress);
    },
  });
  return { played, coverage: recorder?.coverage() ?? null };
});
