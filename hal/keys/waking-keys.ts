// Wakes the display on keys and touches: an input while it is dark only turns it on.

import type { Key } from './keys.ts';
import type { FedKeys } from './open-input.ts';

/** @param wake Returns whether the display was dark. */
export function wakingKeys(keys: FedKeys, wake: () => boolean): FedKeys {
  /** Keys pressed in the dark, whose release is ignored. */
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
