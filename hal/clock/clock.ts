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
  now_ms(): number;
  unix_s(): number;
  /** Whether the wall clock is known to be right. */
  synced(): boolean;
  setTimeout(fire: () => void, delay_ms: number): Alarm;
  clearTimeout(alarm: Alarm): void;
}
