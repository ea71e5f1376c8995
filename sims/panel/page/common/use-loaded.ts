// Code that loads when it is first wanted.

import { useEffect, useState } from 'preact/hooks';

/** Returns the module once it has loaded; null until then, and while it is not wanted. */
export function useLoaded<T>(wanted: boolean, load: () => Promise<T>): T | null {
  const [loaded, setLoaded] = useState<{ readonly module: T } | null>(null);
  useEffect(() => {
    if (wanted) void load().then((module) => setLoaded({ module }));
  }, [wanted]);
  return wanted ? (loaded?.module ?? null) : null;
}
