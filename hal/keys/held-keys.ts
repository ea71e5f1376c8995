// Merges the keys of several devices into one: a key is down while it is held on any device, by any of the Linux keys
// mapped to it.

import type { KeyMap } from './key-map.ts';
import type { Key, KeyAction } from './keys.ts';

export interface DeviceKeys {
  press(code: number): void;
  release(code: number): void;
  /** Sets the keys that are really held, whatever events came before. */
  hold(codes: ReadonlySet<number>): void;
}

/** @returns Factory for the keys of one more device. */
export function createHeldKeys(map: KeyMap, onKey: (key: Key, action: KeyAction) => void): () => DeviceKeys {
  const holders = new Map<Key, number>();
  const count = (key: Key, by: 1 | -1): void => {
    const before = holders.get(key) ?? 0;
    holders.set(key, before + by);
    if (before + by === (by > 0 ? 1 : 0)) onKey(key, by > 0 ? 'press' : 'release');
  };
  return () => {
    const held = new Set<number>();
    const press = (code: number): void => {
      const key = map.get(code);
      if (!key || held.has(code)) return;
      held.add(code);
      count(key, 1);
    };
    const release = (code: number): void => {
      const key = map.get(code);
      if (key && held.delete(code)) count(key, -1);
    };
    return {
      press,
      release,
      hold(codes) {
        for (const code of held) if (!codes.has(code)) release(code);
        for (const code of codes) press(code);
      },
    };
  };
}
