// Holds the panel's value and tells whoever shows it, at most once per picture of the browser. A hidden page gets no
// pictures, so there messages only change the value.

import { useEffect, useState } from 'preact/hooks';
import { EMPTY_PANEL } from './panel.ts';
import type { Panel } from './panel.ts';

export interface Store {
  get(): Panel;
  change(how: (panel: Panel) => Panel): void;
  subscribe(listener: () => void): () => void;
}

export function createStore(): Store {
  const listeners = new Set<() => void>();
  let panel = EMPTY_PANEL;
  let announced = false;
  const announce = (): void => {
    announced = false;
    for (const listener of listeners) listener();
  };
  return {
    get: () => panel,
    change(how) {
      panel = how(panel);
      if (announced) return;
      announced = true;
      requestAnimationFrame(announce);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function usePanel(store: Store): Panel {
  const [panel, setPanel] = useState(store.get());
  useEffect(() => store.subscribe(() => setPanel(store.get())), [store]);
  return panel;
}
