// Pane of the sensor: the gates of each swing, the cable and its faults, and the frames on it.

import { cableFault } from './frames.ts';
import { FramesCard } from './frames-card.tsx';
import { LinkCard } from './link-card.tsx';
import { isPast } from '../connection/panel.ts';
import type { PaneProps } from '../pane-props.ts';
import { SwingCard } from './swing-card.tsx';
import { useTimeline } from '../timeline/timeline.ts';

export function SensorPane({ device, panel }: PaneProps) {
  const { hello, link } = panel;
  const events = useTimeline(device.timeline);
  return (
    <>
      <SwingCard hello={hello} events={events} />
      <LinkCard {...{ hello, link }} actions={device.actions} past={isPast(panel)} fault_then={cableFault(events)} />
      <FramesCard hello={hello} events={events} />
    </>
  );
}
