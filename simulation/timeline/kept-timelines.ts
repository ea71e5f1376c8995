// Recording, timelines and past of devices that run now, kept in memory.

import { createKeptRecording } from '../recordings/kept-recording.ts';
import type { Past } from '../recordings/past.ts';
import type { About } from '../recordings/recording.ts';
import type { PanelRecording, PanelTimeline } from '../../sims/panel/panel-device.ts';
import type { RecordedBatch } from '../recordings/recorder-proxy.ts';
import { createLiveTimeline } from './live-timeline.ts';

/** Returns the timeline of a device by its name in the recording. */
export type TimelineOf = (name: string) => PanelTimeline;

export interface KeptTimelines {
  write(turn: RecordedBatch): void;
  readonly recording: PanelRecording;
  readonly timelineOf: TimelineOf;
}

/** `file`: path of a file that receives the same recording. */
export function createKeptTimelines(about: About, file: string | undefined): KeptTimelines {
  const kept = createKeptRecording(about, { file });
  const timeline = createLiveTimeline();
  /** Loaded when the past is first shown, as the files are when one is first saved. */
  let past: Promise<Past> | null = null;
  const loadPast = async (): Promise<Past> => (await import('../recordings/past.ts')).createPast(kept.recording);
  return {
    write(turn) {
      kept.write(turn);
      timeline.take(turn);
    },
    recording: {
      async file(name, until_ms) {
        const { recordedFiles } = await import('./recorded-files.ts');
        return recordedFiles(kept).file(name, until_ms);
      },
    },
    timelineOf: (name) => ({
      ...timeline.of(name),
      momentAt: async (at_ms) => (await (past ??= loadPast())).momentAt(at_ms, name),
      imageAt: async (at_ms, now) => (await (past ??= loadPast())).imageAt(at_ms, name, now),
    }),
  };
}
