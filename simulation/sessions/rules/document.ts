// The limits from the spec, repeated for the checks: a check that imports them from the code under test would miss a
// change.

export const DOCUMENT = {
  hold_ms: 20_000,
  host_online_ms: 45_000,
  input_lifetime_ms: 120_000,
  items: 25,
  players: 4,
  round_chars: 1600,
  control_timeout_ms: 8000,
  held_timeout_ms: 28_000,
  retry_ms: 3000,
  retry_long_ms: 30_000,
  retry_failures: 3,
  /** R47: longest time from a change to the end of a poll or heartbeat. */
  wake_ms: 1000,
} as const;
