// A device in virtual time, recorded as `tapin run` records it, with the timeline that its panel shows.

import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import type { MemoryFlash } from '../../../hal/flash/flash-memory.ts';
import type { PanelTimeline } from '../../../sims/panel/panel-device.ts';
import { createKeptRecording, type KeptRecording } from '../../../simulation/recordings/kept-recording.ts';
import { createPast } from '../../../simulation/recordings/past.ts';
import { createRecorder } from '../../../simulation/recordings/recorder.ts';
import { createLiveTimeline } from '../../../simulation/timeline/live-timeline.ts';
import { deviceFixture, type DeviceFixture } from './device-fixture.ts';

interface RecordedDevice extends DeviceFixture {
  readonly kept: KeptRecording;
  readonly timeline: PanelTimeline;
}

export async function recordedDevice({ flash }: { flash?: MemoryFlash } = {}): Promise<RecordedDevice> {
  const clock = createVirtualClock();
  const kept = createKeptRecording({ version: '1.2.3', began: '' });
  const live = createLiveTimeline();
  const recorder = createRecorder({
    ...clock,
    write(turn) {
      kept.write(turn);
      live.take(turn);
    },
  });
  const device = await deviceFixture({ clock, proxy: recorder.device('device'), ...(flash ? { flash } : {}) });
  const past = createPast(kept.recording);
  const timeline: PanelTimeline = {
    ...live.of('device'),
    momentAt: (at_ms) => past.momentAt(at_ms, 'device'),
    imageAt: (at_ms, now) => past.imageAt(at_ms, 'device', now),
  };
  return { ...device, kept, timeline };
}
