// Virtual keys, pressed by the front panel and by scripts.

import type { Key, KeyAction, Keys, KeysListener } from './keys.ts';
import { createVirtualTouchscreen, type VirtualTouchscreen } from './touchscreen-virtual.ts';

export interface VirtualKeys extends Keys {
  readonly touchscreen: VirtualTouchscreen | null;
  /** Presses or releases a key. Pressing a key that is down, or releasing one that is up, does nothing. */
  key(key: Key, action: KeyAction): void;
  tap(key: Key): void;
  touch(x: number, y: number): void;
  text(text: string): void;
  /** Calls the listener before each input, whatever its source. Returns a function that unsubscribes. */
  onInput(listener: () => void): () => void;
}

/** @param has_touchscreen Whether a touch screen can be connected. None is connected at first. */
export function createVirtualKeys(has_touchscreen = false): VirtualKeys {
  let listener: KeysListener | null = null;
  const down = new Set<Key>();
  const inputs = new Set<() => void>();
  const noteInput = (): void => inputs.forEach((note) => note());
  const key = (name: Key, action: KeyAction): void => {
    const press = action === 'press';
    if (down.has(name) === press) return;
    if (press) down.add(name);
    else down.delete(name);
    noteInput();
    listener?.key(name, action);
  };
  const touch = (x: number, y: number): void => {
    noteInput();
    listener?.touch(x, y);
  };
  return {
    touchscreen: has_touchscreen ? createVirtualTouchscreen(touch) : null,
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
    touch,
    text(text) {
      noteInput();
      listener?.text(text);
    },
    onInput(note) {
      inputs.add(note);
      return () => void inputs.delete(note);
    },
  };
}
