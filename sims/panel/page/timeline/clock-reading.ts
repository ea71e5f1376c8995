// Estimates a device's clock between two of its events.

import type { Time } from '../connection/protocol.ts';

export interface ClockReading {
  /** Time of the newest known event. */
  readonly newest_ms: number;
  /** Speed as a multiple of real time. */
  readonly pace: number;
  /** Device time at `since_ms` of the machine's clock. */
  readonly from_ms: number;
  readonly since_ms: number;
}

/** Events arrive with a delay: the shown clock may be this far ahead of the newest one. */
const AHEAD_MS = 250;
/**
 * Limit on extrapolation at a fast pace: a machine may not keep up, and at such a pace there is at least one event per
 * second.
 */
const FLIES_MS_MAX = 2000;

/** Returns the pace; 0 while paused, or at maximum speed. */
export const paceOf = (time: Time | null): number =>
  time === null ? 1 : time.paused || time.speed === 'max' ? 0 : time.speed;

export function shownAt({ from_ms, since_ms, pace }: ClockReading, at_ms: number): number {
  const passed_ms = (at_ms - since_ms) * pace;
  return from_ms + (pace > 1 ? Math.min(passed_ms, FLIES_MS_MAX) : passed_ms);
}

/**
 * Returns the reading after a new event or pace: it continues from the shown time, and jumps back only if that was far
 * ahead.
 */
export function readingAfter(
  before: ClockReading,
  { newest_ms, pace, since_ms }: Omit<ClockReading, 'from_ms'>,
): ClockReading {
  if (newest_ms === before.newest_ms && pace === before.pace) return before;
  const now_ms = shownAt(before, since_ms);
  const ahead_ms = AHEAD_MS * Math.max(1, before.pace);
  // A paused time is known to the thousandth.
  const from_ms = pace === 0 ? newest_ms : Math.max(newest_ms, Math.min(now_ms, newest_ms + ahead_ms));
  return { newest_ms, pace, from_ms, since_ms };
}
