// Engine of the relays in this process: SQLite in one relay, or an engine that two relays share. The same tests apply
// to each; a full run covers all (test/run/prepare.ts).

import type { SharedStore } from '../../../cloud-stub/relay/fleet/shared-store.ts';

type Engine =
  | { readonly kind: 'sqlite' }
  /** In memory on the virtual clock. */
  | { readonly kind: 'virtual' }
  /**
   * `openStore`: reserves a namespace on a server for one test; each call of the returned function connects one more
   * relay.
   */
  | { readonly kind: 'redis'; readonly openStore: () => () => Promise<SharedStore> };

let chosen: Engine = process.env['TAPIN_RELAY_ENGINE'] === 'virtual' ? { kind: 'virtual' } : { kind: 'sqlite' };

export const chooseEngine = (engine: Engine): void => void (chosen = engine);
export const chosenEngine = (): Engine => chosen;

/** Returns a picker of the relay for a request: pseudo-random, neither round robin nor by device. */
export function someOf<T>(relays: readonly T[]): () => T {
  let state = 1;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    const relay = relays[(state >> 16) % relays.length];
    if (relay === undefined) throw new Error('no relay');
    return relay;
  };
}
