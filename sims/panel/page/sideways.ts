// Detects a phone held sideways, on which the strike pad and the keys move next to the screen.

import { useLayoutEffect, useState } from 'preact/hooks';

/** Must match sideways.css. */
const SIDEWAYS = '(width >= 37.5rem) and (height < 30rem) and (orientation: landscape)';

export function useSideways(): boolean {
  const [query] = useState(() => globalThis.matchMedia(SIDEWAYS));
  const [sideways, setSideways] = useState(query.matches);
  useLayoutEffect(() => {
    const refresh = (): void => setSideways(query.matches);
    query.addEventListener('change', refresh);
    return () => query.removeEventListener('change', refresh);
  }, [query]);
  return sideways;
}
