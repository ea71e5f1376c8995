// What all kinds of play have in common: how long a verdict is looked at, and what is said of a strike that comes too early.

/** How long a verdict stays before the next turn, once the ball is at rest. */
export const LOOK_MS = 1500;

export const STILL_ROLLS = 'The ball still rolls: this strike does not count.';
