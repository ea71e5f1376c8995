// Plays one seed of `tapin simulate` and measures its time.

import { FIRMWARE_MACHINES } from '../../simulation/statecharts/machines.ts';
import { createCoverageRecorder } from '../../simulation/statecharts/recorder.ts';
import { simulate } from '../../simulation/sessions/simulate.ts';
import { FIRMWARE_VERSION } from '../../firmware/version.ts';
import { exitWith, printMessage } from '../process/process.ts';
import { openTimelineRecording, type TimelineRecording } from '../recording/recorded-timeline.ts';
import type { SimulatedSeed, SimulationCall } from './report-simulations.ts';

export async function playSeed(
  call: SimulationCall,
  onProgress: (virtual_s: number) => void,
  writeTrace?: (line: string) => void,
): Promise<SimulatedSeed> {
  const timeline = openTimeline(call);
  const recorder = call.covers ? createCoverageRecorder(FIRMWARE_MACHINES) : null;
  const started_ms = performance.now();
  const report = await simulate({
    ...call,
    onProgress,
    ...(writeTrace ? { writeTrace } : {}),
    ...(timeline ? { record: timeline.write } : {}),
    ...(recorder ? { inspect: recorder.inspect } : {}),
  });
  const written = await timeline?.close();
  if (written?.ok === false) exitWith(written.error);
  const took_ms = performance.now() - started_ms;
  return { ...report, seed: call.seed, took_ms, coverage: recorder?.coverage() ?? null };
}

/** Opens the timeline; null if none is requested. */
function openTimeline({ seed, timeline }: SimulationCall): TimelineRecording | null {
  if (!timeline) return null;
  const opened = openTimelineRecording(timeline, { version: FIRMWARE_VERSION, began: '', seed }, printMessage);
  return opened.ok ? opened.value : exitWith(opened.error);
}
