// The device's clock, and while it stands still what happened last.

import { useEffect, useRef, useState } from 'preact/hooks';
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

/** What entered last, and brought about what is seen. */
const lastCause = (events: readonly TimelineEvent[]): TimelineEvent | null =>
  events.findLast(({ what, cause }) => what === 'moment' && cause === undefined) ?? null;

/** How many times as fast as the machine's the device's time passes. */
export const paceOf = (time: Time | null): number =>
  time === null ? 1 : time.paused || time.speed === 'max' ? 0 : time.speed;

const LOOK_MS = 250;
/** An event is not heard of at once: so far the clock may be ahead of it without going back. */
const AHEAD_MS = 250;
/** A machine that can't keep up is behind its pace; where time flies there is an event a second at least. */
const FLIES_MS_MAX = 2000;

/** The device's clock as it goes on behind its newest event. It does not go back, unless the device's does. */
export function useDeviceTime(newest_ms: number, pace: number): number {
  const [, again] = useState(0);
  const known = useRef({ newest_ms, pace, from_ms: newest_ms, since_ms: performance.now() });
  useEffect(() => {
    const timer = setInterval(() => again((count) => count + 1), LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  const [since_ms, before] = [performance.now(), known.current];
  const passed_ms = (since_ms - before.since_ms) * before.pace;
  const now_ms = before.from_ms + (before.pace > 1 ? Math.min(passed_ms, FLIES_MS_MAX) : passed_ms);
  if (newest_ms === before.newest_ms && pace === before.pace) return now_ms;
  const ahead_ms = AHEAD_MS * Math.max(1, before.pace);
  const from_ms = pace === 0 ? newest_ms : Math.max(newest_ms, Math.min(now_ms, newest_ms + ahead_ms));
  known.current = { newest_ms, pace, from_ms, since_ms };
  return from_ms;
}
