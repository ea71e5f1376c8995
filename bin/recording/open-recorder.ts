// Opens the recording of a process that serves devices.

import { existsSync } from 'node:fs';
import { createPacedClock } from '../../hal/clock/clock-paced.ts';
import type { Clock } from '../../hal/clock/clock.ts';
import { FIRMWARE_VERSION } from '../../firmware/version.ts';
import { createKeptRecording } from '../../simulation/recordings/kept-recording.ts';
import { createPast } from '../../simulation/recordings/past.ts';
import type { About } from '../../simulation/recordings/recording.ts';
import type { RecordedBatch } from '../../simulation/recordings/recorder-proxy.ts';
import type { PacedTime } from '../../sims/panel/paced-time.ts';
import { createRealPacedTime } from '../../sims/panel/real-paced-time.ts';
import type { PanelRecording, PanelTimeline } from '../../sims/panel/panel-device.ts';
import { createLiveTimeline } from '../../simulation/timeline/live-timeline.ts';
import { recordedFiles } from '../../simulation/timeline/recorded-files.ts';
import { createRecorder, type Recorder } from '../../simulation/recordings/recorder.ts';
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

interface KeptRecorder {
  /** Clock of the devices, which can run at another pace. */
  readonly clock: Clock;
  readonly time: PacedTime;
  readonly recorder: Recorder;
  readonly recording: PanelRecording;
  readonly timelineOf: TimelineOf;
}

/** Recorder of a device that runs in real time. */
type DeviceRecorder = Pick<KeptRecorder, 'recorder' | 'recording' | 'timelineOf'>;

/** Returns the timeline of a device by its name in the recording. */
export type TimelineOf = (name: string) => PanelTimeline;

/**
 * Opens a recorder that also keeps the recording in memory, for the panel. Errors: `bad_value` if a file can't be
 * written.
 */
export function openKeptRecorder(resources: ProcessResources, options: Recorded): Result<KeptRecorder> {
  const opened = openKeptRecording(resources, options);
  if (!opened.ok) return opened;
  const { write, recording, timelineOf } = opened.value;
  const clock = createPacedClock(resources.clock);
  const time = createRealPacedTime(clock, () => recorder);
  const recorder = createRecorder({
    now_ms: () => clock.now_ms(),
    write,
    waits: (name) => time.stands() && OVER_THE_NETWORK.test(name),
  });
  return ok({ clock, time, recorder, recording, timelineOf });
}

/** Recorded names of network calls. */
const OVER_THE_NETWORK = /^(http|tcp) /;

interface OpenRecording {
  write(turn: RecordedBatch): void;
  readonly recording: PanelRecording;
  readonly timelineOf: TimelineOf;
}

/** Opens the recording without a recorder. Errors: `bad_value` if a file can't be written. */
export function openKeptRecording(resources: ProcessResources, options: Recorded): Result<OpenRecording> {
  const about = aboutNow(options);
  const files = unusedFiles(options);
  const kept = createKeptRecording(about, { file: files.record });
  const file = openFiles(resources, files, about);
  if (!file.ok) return file;
  const timeline = createLiveTimeline();
  const write = (turn: RecordedBatch): void => {
    kept.write(turn);
    timeline.take(turn);
    file.value?.write(turn);
  };
  const past = createPast(kept.recording);
  const timelineOf: TimelineOf = (name) => ({
    ...timeline.of(name),
    momentAt: (at_ms) => past.momentAt(at_ms, name),
    imageAt: (at_ms, now) => past.imageAt(at_ms, name, now),
  });
  return ok({ write, recording: recordedFiles(kept), timelineOf });
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

const aboutNow = ({ seed }: Recorded): About => ({
  version: FIRMWARE_VERSION,
  began: new Date().toISOString(),
  seed,
});

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
