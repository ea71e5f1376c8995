// Holds the panel's value and notifies its views, at most once per animation frame. A hidden page gets no frames, so
// messages there only change the value.

import { useLayoutEffect, useState } from 'preact/hooks';
import { EMPTY_PANEL } from './panel.ts';
import type { PanelState } from './panel.ts';

export interface PanelStore {
  get(): PanelState;
  change(how: (panel: PanelState) => PanelState): void;
  subscribe(listener: () => void): () => void;
}

export function createStore(): PanelStore {
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

/** Returns the current value of each store and re-renders on changes. */
export function usePanels(stores: readonly PanelStore[]): readonly PanelState[] {
  const [, drawAgain] = useState({});
  useLayoutEffect(() => {
    const ends = stores.map((store) => store.subscribe(() => drawAgain({})));
    return () => ends.forEach((end) => end());
  }, stores);
  return stores.map((store) => store.get());
}

export function usePanel(store: PanelStore): PanelState {
  const [, drawAgain] = useState(store.get());
  useLayoutEffect(() => store.subscribe(() => drawAgain(store.get())), [store]);
  // Not the last rendered value: that may belong to another store.
  return store.get();
}
