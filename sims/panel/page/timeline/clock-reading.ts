// What the page takes a device's clock for, between two of its events.

import type { Time } from '../connection/protocol.ts';

export interface Reading {
  /** Of the newest event that is known. */
  readonly newest_ms: number;
  /** How many times as fast as the machine's it passes. */
  readonly pace: number;
  /** What it showed at `since_ms` of the machine's clock. */
  readonly from_ms: number;
  readonly since_ms: number;
}

/** An event is not heard of at once: so far the clock may be ahead of it. */
const AHEAD_MS = 250;
/** A machine that can't keep up is behind its pace; where time flies there is an event a second at least. */
const FLIES_MS_MAX = 2000;

/** 0 where it stands, or passes as fast as it goes. */
export const paceOf = (time: Time | null): number =>
  time === null ? 1 : time.paused || time.speed === 'max' ? 0 : time.speed;

export function shownAt({ from_ms, since_ms, pace }: Reading, at_ms: number): number {
  const passed_ms = (at_ms - since_ms) * pace;
  return from_ms + (pace > 1 ? Math.min(passed_ms, FLIES_MS_MAX) : passed_ms);
}

/** With another event, or at another pace: it goes on from where it is, and back where it was far ahead alone. */
export function readingAfter(before: Reading, { newest_ms, pace, since_ms }: Omit<Reading, 'from_ms'>): Reading {
  if (newest_ms === before.newest_ms && pace === before.pace) return before;
  const now_ms = shownAt(before, since_ms);
  const ahead_ms = AHEAD_MS * Math.max(1, before.pace);
  // What stands still is known to the thousandth.
  const from_ms = pace === 0 ? newest_ms : Math.max(newest_ms, Math.min(now_ms, newest_ms + ahead_ms));
  return { newest_ms, pace, from_ms, since_ms };
}
