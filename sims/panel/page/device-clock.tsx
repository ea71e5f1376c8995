// The device's clock, and while it stands still what happened last.

import { useEffect, useState } from 'preact/hooks';
import { secondsText } from './no-timeline.tsx';
import type { Time } from './protocol.ts';
import { useWholeTimeline, type Timeline } from './timeline.ts';
import type { TimelineEvent } from './timeline-event.ts';

interface DeviceClockProps {
  readonly time: Time;
  readonly timeline: Timeline;
}

export function DeviceClock({ time, timeline }: DeviceClockProps) {
  const events = useWholeTimeline(timeline);
  const newest_ms = Math.max(events.at(-1)?.at_ms ?? 0, time.paused_at_ms ?? 0);
  const now_ms = useDeviceTime(newest_ms, paceOf(time));
  const last = time.paused ? lastCause(events) : null;
  return (
    <p class="time-now">
      <span data-testid="device-time">
        {time.paused ? `paused at ${secondsText(newest_ms)} s` : `${(now_ms / 1000).toFixed(1)} s`}
      </span>
      {last && (
        <span class="time-last" data-testid="last-event">
          {last.lane}: {last.name}
        </span>
      )}
    </p>
  );
}

/** What entered last, and brought about what is seen. */
const lastCause = (events: readonly TimelineEvent[]): TimelineEvent | null =>
  events.findLast(({ what, cause }) => what === 'moment' && cause === undefined) ?? null;

/** How many times as fast as the machine's the device's time passes. */
export const paceOf = (time: Time | null): number =>
  time === null ? 1 : time.paused || time.speed === 'max' ? 0 : time.speed;

const LOOK_MS = 250;

/** The device's clock as it goes on behind its newest event. */
export function useDeviceTime(newest_ms: number, pace: number): number {
  const [[from_ms, since_ms], setFrom] = useState([newest_ms, performance.now()]);
  const [, again] = useState(0);
  useEffect(() => setFrom([newest_ms, performance.now()]), [newest_ms, pace]);
  useEffect(() => {
    const timer = setInterval(() => again((count) => count + 1), LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  return from_ms + (performance.now() - since_ms) * pace;
}
