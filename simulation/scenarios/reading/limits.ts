// Limits of a scenario that its command line shares.

/** Maximum further attempts after a failure. */
export const RETRIES_MAX = 5;
