// The clock port: the only source of time in the firmware.
//
// Contract
// - `now_ms` never decreases; it counts from the start of the board, in milliseconds, with fractions.
// - An alarm fires once, at or after its time, never before `setTimeout` has returned, and never after `clearTimeout`.
// - Alarms that are due at the same time fire in the order in which they were set.
// - A delay below zero, or one that is not a number, counts as zero.
// - `unix_s` is whole Unix seconds; it means something only while `synced` is true.

export type Alarm = unknown;

export interface Clock {
  /** Returns milliseconds since the start of the board, with fractions; never decreases. */
  now_ms(): number;
  /** Returns whole Unix seconds; meaningful only while `synced` is true. */
  unix_s(): number;
  /** Whether the wall clock is known to be right. */
  synced(): boolean;
  /**
   * Calls `fire` once, never before `setTimeout` has returned.
   * @param delay_ms Milliseconds; below zero, or not a number, counts as zero.
   * @returns Handle for `clearTimeout`.
   */
  setTimeout(fire: () => void, delay_ms: number): Alarm;
  /** Ignores an alarm that has fired, was already cleared, or is null or undefined. */
  clearTimeout(alarm: Alarm): void;
}
