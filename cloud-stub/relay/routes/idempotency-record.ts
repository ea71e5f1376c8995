// For how long the relay remembers what it answered to a `rid` (C13, R41): as long as a timestamp can be valid, so that a retry is not
// done twice, and neither is a copy that somebody recorded.

/** Between a request's timestamp and the time here, either way (relay §5, C12). */
export const TIMESTAMP_TOLERANCE_S = 300;

/** C13. */
export const ANSWER_MEMORY_MS = 2 * TIMESTAMP_TOLERANCE_S * 1000;
