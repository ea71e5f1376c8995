// Limits of the sensor's serial protocol, versions 1.0 and 1.1 (docs/sensor-protocol.md), for both the driver and the boards.
// Limits that the firmware also shows are in wire/limits.ts.

export const BAUD_DEFAULT = 115_200;
/** Rate of boards whose 16 MHz divide to it exactly. */
export const BAUD_FAST = 250_000;
/** Rates of sensor boards, in the order in which the host tries them. */
export const BAUD_RATES: readonly number[] = [BAUD_DEFAULT, BAUD_FAST];
export const PAYLOAD_BYTES_MAX = 250;
/** Maximum bytes without a 0x00; a receiver drops longer runs. */
export const FRAME_BYTES_MAX = 254;
export const HOST_NAME_BYTES_MAX = 32;
/** Minor version since which a board stores settings. */
export const SETTINGS_MINOR = 1;
export const BEAT_EVERY_MS = 1000;
export const BEATS_MISSED_MAX = 3;
export const GREETING_WAIT_MS = 2000;
export const HELLO_EVERY_MS = 500;
export const HELLO_TRIES = 10;
export const REOPEN_DELAYS_MS: readonly number[] = [1000, 2000, 4000, 8000, 16_000, 30_000];
export const SWING_SENDS_MAX = 5;
export const SWING_RESEND_MS = 100;
export const SWING_COLLECT_MS = 600;
export const REARM_CLEAR_MS = 100;
export const BLOCKED_AFTER_MS = 1000;
