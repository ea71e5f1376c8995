// Device keys held down on this page: sends one press and one release per key, whether by finger, mouse or keyboard.

import type { PanelKey } from '../connection/protocol.ts';

export interface HeldKeys {
  press(key: PanelKey): void;
  release(key: PanelKey): void;
  /** Presses the key and releases it immediately. */
  tap(key: PanelKey): void;
  releaseAll(): void;
}

export function createHeldKeys(send: (key: PanelKey, action: 'press' | 'release') => void): HeldKeys {
  const held = new Set<PanelKey>();
  const press = (key: PanelKey): void => {
    if (held.has(key)) return;
    held.add(key);
    send(key, 'press');
  };
  const release = (key: PanelKey): void => {
    if (held.delete(key)) send(key, 'release');
  };
  return {
    press,
    release,
    tap(key) {
      press(key);
      release(key);
    },
    releaseAll() {
      for (const key of held) release(key);
    },
  };
}
