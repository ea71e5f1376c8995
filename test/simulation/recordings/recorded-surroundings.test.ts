// Tests that a recording contains the events around a device: each fault with its duration, and each stroke of the
// putter.

import test from 'ava';
import type { TimelineEvent } from '../../../sims/panel/page/timeline/timeline-event.ts';
import { createRecorder } from '../../../simulation/recordings/recorder.ts';
import { createLiveTimeline } from '../../../simulation/timeline/live-timeline.ts';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { deviceFixture } from '../../support/device/device-fixture.ts';

const short = ({ lane, what, name, at_ms }: TimelineEvent): string => `${at_ms} ${lane}: ${what} ${name}`;

test('[timeline] shows a fault on its lane from when it is set until it is cleared', async (t) => {
  const clock = createVirtualClock();
  const timeline = createLiveTimeline();
  const recorder = createRecorder({
    now_ms: () => clock.now_ms(),
    write: (turn) => timeline.take(turn),
    hold: () => clock.hold(),
  });
  const { rig, network, time_of_day } = await deviceFixture({ clock, proxy: recorder.device('device') });
  if (!rig || !network || !time_of_day) return void t.fail('not a virtual board');
  const start_ms = clock.now_ms();
  const ofFaults = (events: readonly TimelineEvent[]) => events.filter(({ lane }) => lane.startsWith('fault of'));
  const received: TimelineEvent[] = [];
  const { kept } = timeline.of('device').follow((events) => received.push(...ofFaults(events)));
  t.deepEqual(ofFaults(kept), [], 'no fault yet');
  const after = async (ms: number, change: () => unknown): Promise<void> => {
    await clock.advance(ms);
    change();
    await recorder.settled();
  };
  await after(1000, () => rig.setFault('flip-bit'));
  await after(1000, () => rig.setFault('flip-bit'));
  await after(1000, () => rig.setPlugged(false));
  await after(1000, () => rig.setPlugged(true));
  await after(1000, () => rig.setFault('ok'));
  await after(1000, () => network.setConditions({ delay_ms: 300, loss: 0.05 }));
  await after(1000, () => network.setCloud(false));
  await after(1000, () => network.setJoined(false));
  await after(1000, () => (network.setJoined(true), network.setCloud(true), network.setConditions({ delay_ms: 0, loss: 0 }))); // oxfmt-ignore
  await after(1000, () => time_of_day.setWrongBy(-600));
  await after(1000, () => time_of_day.setWrongBy(0));
  t.deepEqual(
    received.map((event) => short({ ...event, at_ms: Math.round(event.at_ms - start_ms) })),
    [
      '1000 fault of the cable: show flip-bit',
      '3000 fault of the cable: show unplugged',
      '4000 fault of the cable: show flip-bit',
      '5000 fault of the cable: show null',
      '6000 fault of the network: show 300 ms late, 5 % lost',
      '7000 fault of the network: show cloud cut',
      '8000 fault of the network: show network left',
      '9000 fault of the network: show cloud cut',
      '9000 fault of the network: show 300 ms late, 5 % lost',
      '9000 fault of the network: show null',
      '10000 fault of the clock: show clock 600 s slow',
      '11000 fault of the clock: show null',
    ],
  );
});
