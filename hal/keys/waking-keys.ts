// Keys and touches that wake a display first: what is pressed in the dark only shows what is there.

import type { Key } from './keys.ts';
import type { FedKeys } from './open-input.ts';

/** @param wake Says whether it was dark. */
export function wakingKeys(keys: FedKeys, wake: () => boolean): FedKeys {
  /** Pressed in the dark, and to be let go unheard. */
  const unheard = new Set<Key>();
  return {
    key(name, action) {
      if (action === 'press' && wake()) return void unheard.add(name);
      if (action === 'press' || !unheard.delete(name)) keys.key(name, action);
    },
    tap(name) {
      if (!wake()) keys.tap(name);
    },
    contact(x, y) {
      if (!wake()) keys.contact(x, y);
    },
  };
}
