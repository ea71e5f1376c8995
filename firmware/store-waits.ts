// How long the device waits for the store, and for a network to ask it by.

/** C91: for an answer. */
export const STORE_WAIT_MS = 10_000;
/** C91: after a start, for a network. */
export const NETWORK_WAIT_MS = 30_000;
/** C94: for a piece of an image, or an audio pack. */
export const PIECE_WAIT_MS = 30_000;
