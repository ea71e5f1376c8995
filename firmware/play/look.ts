// Values that all kinds of play share: how long a verdict is shown, and the message for a strike that comes too early.

/** How long a verdict is shown before the next turn, once the ball is at rest. */
export const VERDICT_MS = 1500;

export const STILL_ROLLS = 'Ball still rolling: this strike does not count.';

/** Time for which a verdict with an ideal line is shown: long enough to compare the two. */
export const IDEAL_MS = 7000;
