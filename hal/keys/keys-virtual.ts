// Keys without fingers: the front panel and scripts press them.

import type { Key, KeyAction, Keys, KeysListener } from './keys.ts';

export interface VirtualKeys extends Keys {
  /** Presses or releases; a second press of a key that is down, or a release of one that is up, does nothing. */
  key(key: Key, action: KeyAction): void;
  tap(key: Key): void;
  touch(x: number, y: number): void;
  text(text: string): void;
}

export function createVirtualKeys(): VirtualKeys {
  let listener: KeysListener | null = null;
  const down = new Set<Key>();
  const key = (name: Key, action: KeyAction): void => {
    const press = action === 'press';
    if (down.has(name) === press) return;
    if (press) down.add(name);
    else down.delete(name);
    listener?.key(name, action);
  };
  return {
    start: (next) => (listener = next),
    stop() {
      listener = null;
      down.clear();
    },
    key,
    tap(name) {
      key(name, 'release');
      key(name, 'press');
      key(name, 'release');
    },
    touch: (x, y) => listener?.touch(x, y),
    text: (text) => listener?.text(text),
  };
}
