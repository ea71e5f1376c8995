// The codes and labels that a shared store has given out. Both are given for ever, so what is known of them stays true.

import type { Random } from '../../../hal/random/random.ts';
import { drawCode, drawLabel } from '../drawing.ts';
import { boundedMap } from './bounded-map.ts';
import type { SharedStore } from './shared-store.ts';

/** Each rejects with `EngineAway` where the store can't be asked. */
export interface Names {
  ownerOf(code: string): Promise<string | null>;
  labelOf(device: string): Promise<string>;
  mint(host: string): Promise<string>;
}

const KNOWN_MAX = 100_000;

export function createNames(store: SharedStore, random: Random): Names {
  const owners = boundedMap<string>(KNOWN_MAX);
  const labels = boundedMap<string>(KNOWN_MAX);
  const assign = async (device: string): Promise<string> => {
    for (let draws = 1; ; draws++) {
      const label = await store.giveLabel(device, drawLabel(random, draws));
      if (label !== null) return label;
    }
  };
  return {
    async ownerOf(code) {
      const owner = owners.get(code) ?? (await store.ownerOf(code));
      if (owner !== null) owners.set(code, owner);
      return owner;
    },
    async labelOf(device) {
      const label = labels.get(device) ?? (await store.labelOf(device)) ?? (await assign(device));
      labels.set(device, label);
      return label;
    },
    async mint(host) {
      for (;;) {
        const code = drawCode(random);
        if (!(await store.giveCode(code, host))) continue;
        owners.set(code, host);
        return code;
      }
    },
  };
}
