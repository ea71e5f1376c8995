// Detects a phone held sideways, on which the strike pad and the keys move next to the screen.

import { useLayoutEffect, useState } from 'preact/hooks';

/** Must match sideways.css. */
const SIDEWAYS = '(width >= 37.5rem) and (height < 30rem) and (orientation: landscape)';

export function useSideways(): boolean {
  const [query] = useState(() => globalThis.matchMedia(SIDEWAYS));
  const [sideways, setSideways] = useState(query.matches);
  useLayoutEffect(() => {
    const look = (): void => setSideways(query.matches);
    query.addEventListener('change', look);
    return () => query.removeEventListener('change', look);
  }, [query]);
  return sideways;
}
