// How long a device that plays online waits for the relay, and how often it asks again.

/** R96: a control POST (host, join, input) is given up after this. */
export const CONTROL_TIMEOUT_MS = 8000;
/** R97: a held request is given up after this. */
export const HELD_TIMEOUT_MS = 28_000;

/** R96: the pause before a request is sent again. */
export const RETRY_DELAY_MS = 3000;
/** R96: after this many failures in a row the longer delay counts. */
export const RETRY_FAILURES = 3;
export const RETRY_LONG_DELAY_MS = 30_000;

/** C78: how long a guest's input is sent again; the relay remembers a `rid` for longer. */
export const INPUT_RETRY_MS_MAX = 100_000;

/** C79: held requests in a row that end at once and say nothing new, before a second device with this identity is suspected. */
export const IDLE_ANSWERS_MAX = 5;

/** C106: a guest who is missing from the list for so long has left, where the cloud does not say who is away. */
export const GUEST_MISSING_MS = 120_000;
