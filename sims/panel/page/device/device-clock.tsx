// Shows the device's clock and, while paused, the last event.

import { useEffect, useRef, useState } from 'preact/hooks';
import { paceOf, readingAfter, shownAt, type ClockReading } from '../timeline/clock-reading.ts';
import { secondsText } from '../timeline/no-timeline.tsx';
import type { Time } from '../connection/protocol.ts';
import { useWholeTimeline, type Timeline } from '../timeline/timeline.ts';
import type { TimelineEvent } from '../timeline/timeline-event.ts';

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
        {time.paused && <span class="time-word">paused at </span>}
        {time.paused ? `${secondsText(newest_ms)} s` : `${(now_ms / 1000).toFixed(1)} s`}
      </span>
      {last && (
        <span class="time-last" data-testid="last-event">
          {last.lane}: {last.name}
        </span>
      )}
    </p>
  );
}

/** Returns the last input, which caused what the device now shows. */
const lastCause = (events: readonly TimelineEvent[]): TimelineEvent | null =>
  events.findLast(({ what, cause }) => what === 'moment' && cause === undefined) ?? null;

const REFRESH_EVERY_MS = 250;
/** Returns the device's time, extrapolated from its newest event. */
export function useDeviceTime(newest_ms: number, pace: number): number {
  const [, again] = useState(0);
  const known = useRef<ClockReading>({ newest_ms, pace, from_ms: newest_ms, since_ms: performance.now() });
  useEffect(() => {
    const timer = setInterval(() => again((count) => count + 1), REFRESH_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  const since_ms = performance.now();
  known.current = readingAfter(known.current, { newest_ms, pace, since_ms });
  return shownAt(known.current, since_ms);
}
