// Freezes a growing list while the user reads it.

import { useState } from 'preact/hooks';

/** Returns the shown list, whether it is frozen, and the switch. */
export function useHeld<T>(
  now: readonly T[],
): readonly [shown: readonly T[], held: boolean, hold: (on: boolean) => void] {
  const [held, setHeld] = useState<readonly T[] | null>(null);
  return [held ?? now, held !== null, (on) => setHeld(on ? now : null)];
}
