// Timeouts and retry delays for relay requests.

/** R96: timeout of a control POST (host, join, input). */
export const CONTROL_TIMEOUT_MS = 8000;
/** R97: timeout of a held request. */
export const HELD_TIMEOUT_MS = 28_000;

/** R96: pause before a retry. */
export const RETRY_DELAY_MS = 3000;
/** R96: consecutive failures after which the longer delay applies. */
export const RETRY_FAILURES = 3;
export const RETRY_LONG_DELAY_MS = 30_000;

/** C78: time during which a guest's input is retried; the relay remembers a `rid` for longer. */
export const INPUT_RETRY_MS_MAX = 100_000;

/**
 * C79: consecutive held requests that end immediately with nothing new before the device suspects that another device
 * uses its identity.
 */
export const IDLE_ANSWERS_MAX = 5;

/** C106: time after which a guest missing from the list has left, if the cloud does not report `away`. */
export const GUEST_MISSING_MS = 120_000;
