// Lifetime of idempotency records by `rid` (C13, R41): as long as a timestamp can be valid, so that neither a retry nor
// a replayed copy is executed twice.

/** Largest difference between a request's timestamp and this server's time, in either direction (relay §5, C12). */
export const TIMESTAMP_TOLERANCE_S = 300;

/** C13. */
export const ANSWER_MEMORY_MS = 2 * TIMESTAMP_TOLERANCE_S * 1000;
