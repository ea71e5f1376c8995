// Recorder of devices that run now, which keeps their recording, their timeline and their past in memory for the panel.

import { createPacedClock } from '../../hal/clock/clock-paced.ts';
import type { Clock } from '../../hal/clock/clock.ts';
import { FIRMWARE_VERSION } from '../../firmware/version.ts';
import type { PacedTime } from '../../sims/panel/paced-time.ts';
import type { PanelTimeline } from '../../sims/panel/panel-device.ts';
import type { KeptTimelines } from './kept-timelines.ts';
import { KEPT } from '../../sims/panel/page/connection/kept-events.ts';
import { createRealPacedTime } from '../../sims/panel/real-paced-time.ts';
import { createRecorder, type Recorder } from '../recordings/recorder.ts';
import type { RecordedBatch } from '../recordings/recorder-proxy.ts';
import type { About } from '../recordings/recording.ts';

/** Describes a recording that starts now. */
export const aboutNow = (seed: number | undefined): About => ({
  version: FIRMWARE_VERSION,
  began: new Date().toISOString(),
  seed,
});

/** `file`: path of a file that receives the same recording. */
export function keepTimelines(about: About, file?: string): KeptTimelines {
  /** Batches until the code that keeps them has loaded, which must not delay the first frame of a browser. */
  let early: RecordedBatch[] | null = [];
  const loading = import('./kept-timelines.ts').then(({ createKeptTimelines }) => {
    const kept = createKeptTimelines(about, file);
    for (const turn of early ?? []) kept.write(turn);
    early = null;
    loaded = kept;
    return kept;
  });
  let loaded: Awaited<typeof loading> | null = null;
  return {
    write(turn) {
      if (early) early.push(turn);
      else loaded?.write(turn);
    },
    recording: { file: async (name, until_ms) => (await loading).recording.file(name, until_ms) },
    timelineOf: (name) => ({
      limits: KEPT,
      momentAt: async (at_ms) => (await loading).timelineOf(name).momentAt(at_ms),
      imageAt: async (at_ms, now) => (await loading).timelineOf(name).imageAt(at_ms, now),
      follow: (listener) => loaded?.timelineOf(name).follow(listener) ?? followLater(loading, name, listener),
    }),
  };
}

/** Follows a timeline once its code has loaded; its kept events then arrive like new ones. */
function followLater(
  loading: Promise<Pick<KeptTimelines, 'timelineOf'>>,
  name: string,
  listener: Parameters<PanelTimeline['follow']>[0],
): ReturnType<PanelTimeline['follow']> {
  let end: (() => void) | null = null;
  let ended = false;
  const start = async (): Promise<void> => {
    const { timelineOf } = await loading;
    if (ended) return;
    const followed = timelineOf(name).follow(listener);
    ({ end } = followed);
    listener(followed.kept);
  };
  void start();
  return {
    kept: [],
    end() {
      ended = true;
      end?.();
    },
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
