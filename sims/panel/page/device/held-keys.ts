// Device keys held down on this page: sends one press and one release per key, whether by finger, mouse or keyboard.

import type { Key } from '../connection/protocol.ts';

export interface HeldKeys {
  press(key: Key): void;
  release(key: Key): void;
  /** Presses and releases at once. */
  tap(key: Key): void;
  releaseAll(): void;
}

export function createHeldKeys(send: (key: Key, action: 'press' | 'release') => void): HeldKeys {
  const held = new Set<Key>();
  const press = (key: Key): void => {
    if (held.has(key)) return;
    held.add(key);
    send(key, 'press');
  };
  const release = (key: Key): void => {
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
