// Recorder of devices that run now, which keeps their recording, their timeline and their past in memory for the panel.

import { createPacedClock } from '../../hal/clock/clock-paced.ts';
import type { Clock } from '../../hal/clock/clock.ts';
import { FIRMWARE_VERSION } from '../../firmware/version.ts';
import type { PacedTime } from '../../sims/panel/paced-time.ts';
import type { PanelRecording, PanelTimeline } from '../../sims/panel/panel-device.ts';
import { createRealPacedTime } from '../../sims/panel/real-paced-time.ts';
import { createKeptRecording } from '../recordings/kept-recording.ts';
import { createPast } from '../recordings/past.ts';
import { createRecorder, type Recorder } from '../recordings/recorder.ts';
import type { RecordedBatch } from '../recordings/recorder-proxy.ts';
import type { About } from '../recordings/recording.ts';
import { createLiveTimeline } from './live-timeline.ts';
import { recordedFiles } from './recorded-files.ts';

/** Returns the timeline of a device by its name in the recording. */
export type TimelineOf = (name: string) => PanelTimeline;

export interface KeptTimelines {
  write(turn: RecordedBatch): void;
  readonly recording: PanelRecording;
  readonly timelineOf: TimelineOf;
}

/** Describes a recording that starts now. */
export const aboutNow = (seed: number | undefined): About => ({
  version: FIRMWARE_VERSION,
  began: new Date().toISOString(),
  seed,
});

/** `file`: path of a file that receives the same recording. */
export function keepTimelines(about: About, file?: string): KeptTimelines {
  const kept = createKeptRecording(about, { file });
  const timeline = createLiveTimeline();
  const past = createPast(kept.recording);
  return {
    write(turn) {
      kept.write(turn);
      timeline.take(turn);
    },
    recording: recordedFiles(kept),
    timelineOf: (name) => ({
      ...timeline.of(name),
      momentAt: (at_ms) => past.momentAt(at_ms, name),
      imageAt: (at_ms, now) => past.imageAt(at_ms, name, now),
    }),
  };
}

export interface PacedRecorder {
  /** Clock of the devices, which can run at another pace. */
  readonly clock: Clock;
  readonly time: PacedTime;
  readonly recorder: Recorder;
}

/**
 * Creates the recorder of devices whose time follows the clock `below`. `isOutside`: whether an input comes from
 * outside the devices' time, and waits while they are paused.
 */
export function createPacedRecorder(
  below: Clock,
  write: (turn: RecordedBatch) => void,
  isOutside: (name: string) => boolean,
): PacedRecorder {
  const clock = createPacedClock(below);
  const time = createRealPacedTime(clock, () => recorder);
  const recorder = createRecorder({
    now_ms: () => clock.now_ms(),
    write,
    waits: (name) => time.stands() && isOutside(name),
  });
  return { clock, time, recorder };
}
