// On which engine the relays of this process' tests stand: SQLite in one relay, or an engine that two relays share. The same tests hold for
// each; a run has them for all (test/run/prepare.ts).

import type { SharedStore } from '../../../cloud-stub/relay/fleet/shared-store.ts';

type Engine =
  | { readonly kind: 'sqlite' }
  /** In memory, on the virtual clock. */
  | { readonly kind: 'virtual' }
  /** `openStore`: what a test has for itself on a server; each call of what it gives is the connection of one more relay. */
  | { readonly kind: 'redis'; readonly openStore: () => () => Promise<SharedStore> };

let chosen: Engine = process.env['TAPIN_RELAY_ENGINE'] === 'virtual' ? { kind: 'virtual' } : { kind: 'sqlite' };

export const chooseEngine = (engine: Engine): void => void (chosen = engine);
export const chosenEngine = (): Engine => chosen;

/** Of which relay a request is asked, where there are several: neither in turn, nor by who asks. */
export function someOf<T>(relays: readonly T[]): () => T {
  let state = 1;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    const relay = relays[(state >> 16) % relays.length];
    if (relay === undefined) throw new Error('there is no relay');
    return relay;
  };
}
