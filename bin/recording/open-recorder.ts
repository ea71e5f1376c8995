// Opens the recording of a process that serves devices.

import { existsSync } from 'node:fs';
import type { About } from '../../simulation/recordings/recording.ts';
import { createRecorder } from '../../simulation/recordings/recorder.ts';
import {
  aboutNow,
  createPacedRecorder,
  keepTimelines,
  type PacedRecorder,
} from '../../simulation/timeline/kept-recorder.ts';
import type { KeptTimelines } from '../../simulation/timeline/kept-timelines.ts';
import { ok, type Result } from '../../wire/errors.ts';
import { imageFromLoader } from '../release/booted-image.ts';
import { printMessage } from '../process/process.ts';
import { openTimelineRecording, type RecordedFiles, type TimelineRecording } from './recorded-timeline.ts';
import type { ProcessResources } from '../process/resources.ts';

interface Recorded {
  readonly record?: string;
  readonly trace?: string;
  readonly vcd?: string;
  readonly seed?: number;
}

type KeptRecorder = PacedRecorder & Pick<KeptTimelines, 'recording' | 'timelineOf'>;

/** Recorder of a device that runs in real time. */
type DeviceRecorder = Pick<KeptRecorder, 'recorder' | 'recording' | 'timelineOf'>;

/**
 * Opens a recorder that also keeps the recording in memory, for the panel. Errors: `bad_value` if a file can't be
 * written.
 */
export function openKeptRecorder(resources: ProcessResources, options: Recorded): Result<KeptRecorder> {
  const opened = openKeptRecording(resources, options);
  if (!opened.ok) return opened;
  const { write, ...kept } = opened.value;
  return ok({ ...createPacedRecorder(resources.clock, write, (name) => OVER_THE_NETWORK.test(name)), ...kept });
}

/** Recorded names of network calls. */
const OVER_THE_NETWORK = /^(http|tcp) /;

/** Opens the recording without a recorder. Errors: `bad_value` if a file can't be written. */
export function openKeptRecording(resources: ProcessResources, options: Recorded): Result<KeptTimelines> {
  const about = aboutNow(options.seed);
  const files = unusedFiles(options);
  const kept = keepTimelines(about, files.record);
  const file = openFiles(resources, files, about);
  if (!file.ok) return file;
  return ok({
    ...kept,
    write(turn) {
      kept.write(turn);
      file.value?.write(turn);
    },
  });
}

/** Opens a recorder if an option names a file; null otherwise. Errors: `bad_value`. */
export function openRecorder(resources: ProcessResources, options: Recorded): Result<DeviceRecorder | null> {
  if (!isRequested(options)) return ok(null);
  const opened = openKeptRecording(resources, options);
  if (!opened.ok) return opened;
  const { write, ...kept } = opened.value;
  return ok({ ...kept, recorder: createRecorder({ now_ms: () => resources.clock.now_ms(), write }) });
}

const isRequested = ({ record, trace, vcd }: RecordedFiles): boolean => (record ?? trace ?? vcd) !== undefined;

/** Opens the files; null without a path. */
function openFiles(resources: ProcessResources, files: RecordedFiles, about: About): Result<TimelineRecording | null> {
  if (!isRequested(files)) return ok(null);
  const file = openTimelineRecording(files, about, printMessage);
  if (!file.ok) return file;
  resources.onClose(async () => {
    const written = await file.value.close();
    if (!written.ok) printMessage(written.error.message);
  });
  return file;
}

/** Returns the files of this part of the run; a boot loader may start several parts. */
function unusedFiles({ record, trace, vcd }: Recorded): RecordedFiles {
  const free = (path?: string): string | undefined =>
    path === undefined || imageFromLoader() === null ? path : unusedName(path);
  return { record: free(record), trace: free(trace), vcd: free(vcd) };
}

/** Returns a free file name. After a firmware update the same call runs again: `play.2.tapin.gz` is the second part. */
function unusedName(path: string): string {
  for (let part = 2, name = path; ; part++) {
    if (!existsSync(name)) return name;
    name = path.replace(/((\.tapin|\.trace)?(\.json)?(\.gz|\.json|\.vcd))?$/, `.${part}$1`);
  }
}
