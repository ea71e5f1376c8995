// Wrapper of a shared store that counts and times its reads and writes.

import type { Clock } from '../../../hal/clock/clock.ts';
import type { EngineStats } from '../engine.ts';
import type { SharedStore } from './shared-store.ts';

interface CountedStore {
  readonly store: SharedStore;
  counts(): NonNullable<EngineStats['shared']>;
}

export function countedStore(store: SharedStore, clock: Pick<Clock, 'now_ms'>): CountedStore {
  let [conflicts, reads, writes, waited_ms, away] = [0, 0, 0, 0, 0];
  const timed = async <T>(request: Promise<T>): Promise<T> => {
    const started_ms = clock.now_ms();
    try {
      return await request;
    } catch (thrown) {
      away++;
      throw thrown;
    } finally {
      waited_ms += clock.now_ms() - started_ms;
    }
  };
  return {
    store: {
      ...store,
      read(wanted) {
        reads++;
        return timed(store.read(wanted));
      },
      async write(host, write) {
        writes++;
        const written = await timed(store.write(host, write));
        if (!written) conflicts++;
        return written;
      },
    },
    counts: () => ({ conflicts, reads, writes, waited_ms, away }),
  };
}
