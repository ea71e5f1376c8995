// Holds the panel's value and notifies its views, at most once per animation frame. A visible page that gets no frames,
// as when its browser has stopped painting, is notified by a timer: its text must follow for screen readers. On a hidden
// page messages only change the value.

import { useLayoutEffect, useState } from 'preact/hooks';
import { EMPTY_PANEL } from './panel.ts';
import type { PanelState } from './panel.ts';

export interface PanelStore {
  get(): PanelState;
  change(how: (panel: PanelState) => PanelState): void;
  subscribe(listener: () => void): () => void;
}

/** Time without a frame after which views are notified anyway. */
const FRAME_MS_MAX = 250;

export function createStore(): PanelStore {
  const listeners = new Set<() => void>();
  let panel = EMPTY_PANEL;
  let announced = false;
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const announce = (): void => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    announced = false;
    for (const listener of listeners) listener();
  };
  return {
    get: () => panel,
    change(how) {
      panel = how(panel);
      if (announced) return;
      announced = true;
      frame = requestAnimationFrame(announce);
      if (!document.hidden) timer = setTimeout(announce, FRAME_MS_MAX);
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
