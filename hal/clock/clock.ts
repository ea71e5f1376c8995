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
  /** @returns Milliseconds since the start of the board, with fractions; never less than before. */
  now_ms(): number;
  /** @returns Whole Unix seconds; they mean something only while `synced` is true. */
  unix_s(): number;
  /** Whether the wall clock is known to be right. */
  synced(): boolean;
  /**
   * Calls `fire` once, never before this has returned.
   * @param delay_ms Milliseconds; below zero, or no number, counts as zero.
   * @returns What `clearTimeout` takes.
   */
  setTimeout(fire: () => void, delay_ms: number): Alarm;
  /** An alarm that has fired, that was cleared before, or that is null or undefined, is fine. */
  clearTimeout(alarm: Alarm): void;
}
