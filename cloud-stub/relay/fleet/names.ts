// Cache of the codes and labels that a shared store has issued. Both are permanent, so entries stay valid until the
// store may have lost some.

import type { Random } from '../../../hal/random/random.ts';
import { drawCode, drawLabel } from '../session/random-codes.ts';
import { boundedMap, type BoundedMap } from './bounded-map.ts';
import type { SharedStore } from './shared-store.ts';

/** Each rejects with `EngineAway` if the store is unreachable. */
interface Names {
  ownerOf(code: string): Promise<string | null>;
  labelOf(device: string): Promise<string>;
  mint(host: string): Promise<string>;
}

const KNOWN_MAX = 100_000;

export function createNames(store: SharedStore, random: Random): Names {
  const owners = boundedMap<string>(KNOWN_MAX);
  const labels = boundedMap<string>(KNOWN_MAX);
  /** Generation of the cache; increased when the store may have lost entries. */
  let era = 0;
  store.onHint((host) => {
    if (host !== null) return;
    era++;
    owners.clear();
    labels.clear();
  });
  const keep = (known: BoundedMap<string>, key: string, value: string, start_era: number): void => {
    if (start_era === era) known.set(key, value);
  };
  const assign = async (device: string): Promise<string> => {
    for (let draws = 1; ; draws++) {
      const label = await store.giveLabel(device, drawLabel(random, draws));
      if (label !== null) return label;
    }
  };
  return {
    async ownerOf(code) {
      const start_era = era;
      const owner = owners.get(code) ?? (await store.ownerOf(code));
      if (owner !== null) keep(owners, code, owner, start_era);
      return owner;
    },
    async labelOf(device) {
      const start_era = era;
      const label = labels.get(device) ?? (await store.labelOf(device)) ?? (await assign(device));
      keep(labels, device, label, start_era);
      return label;
    },
    async mint(host) {
      for (;;) {
        const [code, start_era] = [drawCode(random), era];
        if (!(await store.giveCode(code, host))) continue;
        keep(owners, code, host, start_era);
        return code;
      }
    },
  };
}
