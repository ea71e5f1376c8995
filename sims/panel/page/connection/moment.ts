// Time whose state the page shows, the same for all devices: the present or a past time.

import { useLayoutEffect, useState } from 'preact/hooks';

export interface Moment {
  /** Returns the time on the devices' clock; null for the present. */
  get(): number | null;
  show(at_ms: number | null): void;
  subscribe(listener: () => void): () => void;
}

interface Shows {
  showMoment(at_ms: number | null): void;
}

export function createMoment(devices: readonly Shows[]): Moment {
  const listeners = new Set<() => void>();
  let shown_ms: number | null = null;
  return {
    get: () => shown_ms,
    show(at_ms) {
      if (at_ms === shown_ms) return;
      shown_ms = at_ms;
      for (const device of devices) device.showMoment(at_ms);
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
