// Which moment the page shows: the present, or one that is over, for all devices the same.

import { useLayoutEffect, useState } from 'preact/hooks';

export interface Moment {
  /** On the clock of the devices; null for the present. */
  get(): number | null;
  show(at_ms: number | null): void;
  subscribe(listener: () => void): () => void;
}

interface Shows {
  lookAt(at_ms: number | null): void;
}

export function createMoment(devices: readonly Shows[]): Moment {
  const listeners = new Set<() => void>();
  let shown_ms: number | null = null;
  return {
    get: () => shown_ms,
    show(at_ms) {
      if (at_ms === shown_ms) return;
      shown_ms = at_ms;
      for (const device of devices) device.lookAt(at_ms);
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useMoment(moment: Moment): number | null {
  const [at_ms, setAt] = useState(moment.get());
  useLayoutEffect(() => moment.subscribe(() => setAt(moment.get())), [moment]);
  return at_ms;
}
