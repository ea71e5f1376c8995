// Timeouts for store requests and for a network to become available.

/** C91: timeout for an answer. */
export const STORE_WAIT_MS = 10_000;
/** C91: maximum wait for a network after boot. */
export const NETWORK_WAIT_MS = 30_000;
/** C94: timeout for a chunk of an image, or for an audio pack. */
export const PIECE_WAIT_MS = 30_000;
