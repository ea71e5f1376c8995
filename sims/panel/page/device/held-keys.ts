// The device's keys as this page holds them down: whoever presses (finger, mouse, keyboard), a key is pressed once and
// released once.

import type { Key } from '../connection/protocol.ts';

export interface HeldKeys {
  press(key: Key): void;
  release(key: Key): void;
  /** A press that is over at once. */
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
