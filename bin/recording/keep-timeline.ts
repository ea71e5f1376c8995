// Writes the timelines of played scenarios.

import { mkdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { recordingOf } from '../../simulation/recordings/recording.ts';
import type { Backend } from '../../simulation/scenarios/backend.ts';
import { writeTimeline, type TimelineFiles } from '../../simulation/timeline/write-timeline.ts';
import { fail, messageOf, ok, type Result } from '../../wire/errors.ts';

/** Moves the paths into the scenario's own folder, for runs with several scenarios. */
export const filesInFolder = ({ trace, vcd }: TimelineFiles, folder: string): TimelineFiles => ({
  trace: trace && join(folder, basename(trace)),
  vcd: vcd && join(folder, basename(vcd)),
});

/** Writes the timeline. Errors: `bad_value` if a file can't be written. */
export async function keepTimeline(backend: Backend, files: TimelineFiles): Promise<Result<void>> {
  const bytes = await backend.recording();
  if (!bytes) return ok(undefined);
  for (const path of [files.trace, files.vcd])
    try {
      if (path !== undefined) mkdirSync(dirname(path), { recursive: true });
    } catch (thrown) {
      return fail('bad_value', `${path} can't be written: ${messageOf(thrown)}.`);
    }
  const recording = recordingOf(gunzipSync(bytes).toString(), 'the recording');
  return recording.ok ? writeTimeline(recording.value, files) : recording;
}
