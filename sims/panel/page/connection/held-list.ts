// A list that goes on growing, and stands still while somebody reads it.

import { useState } from 'preact/hooks';

/** What is shown, whether it stands still, and the switch. */
export function useHeld<T>(
  now: readonly T[],
): readonly [shown: readonly T[], held: boolean, hold: (on: boolean) => void] {
  const [held, setHeld] = useState<readonly T[] | null>(null);
  return [held ?? now, held !== null, (on) => setHeld(on ? now : null)];
}
