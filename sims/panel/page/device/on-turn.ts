// Turn of a device in a round, read from its screen.

/** Screen text of the device that putts next in a round. */
export const YOUR_TURN = 'Your turn';

/** Whether a screen with these text lines says that its player putts next. */
export const isOnTurn = (lines: readonly string[]): boolean => lines.includes(YOUR_TURN);
