// Storage engine for relays of several processes on one store. Changes that arrive while a session is being written are
// batched into its next write.

import type { Clock } from '../../../hal/clock/clock.ts';
import type { Random } from '../../../hal/random/random.ts';
import type { Applied, SessionChange, ChangeListener, RelayEngine } from '../engine.ts';
import { oneAtATime } from '../holds/one-at-a-time.ts';
import { newSession, settled } from '../session/session.ts';
import { countedStore } from './counted-store.ts';
import { createNames } from './names.ts';
import { createSharedSessions } from './shared-sessions.ts';
import type { SharedStore } from './shared-store.ts';
import { createWatches } from './watches.ts';

interface SharedEngineOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** The engine takes ownership. */
  readonly store: SharedStore;
}

export function createSharedEngine({ clock, random, store: given }: SharedEngineOptions): RelayEngine {
  const { store, counts } = countedStore(given, clock);
  const names = createNames(store, random);
  const listeners = new Set<ChangeListener>();
  const changed = (host: string, may_have_lost = false): void => {
    for (const listener of listeners) listener(host, clock.now_ms(), may_have_lost);
  };
  const watches = createWatches({ clock, store, onChange: changed });
  const sessions = createSharedSessions({ store, random, watches, changed });
  const apply = gathering(sessions.apply);

  const open = async (device: string): Promise<void> =>
    sessions.open(newSession(device, await names.labelOf(device), await names.mint(device)));
  return {
    async prepare({ device, code, label, session, new_code, watch }) {
      if (session && !(await sessions.has(device))) await open(device);
      const owner = code ? await names.ownerOf(code) : null;
      const watched = code === undefined ? device : owner;
      return {
        owner,
        label: label ? await names.labelOf(device) : '',
        new_code: new_code ? await names.mint(device) : '',
        has_session: session === true || (watched === device && (await sessions.has(device))),
        watch: watch && watched !== null ? await watches.watch(watched) : null,
      };
    },
    apply,
    async look(host, since) {
      const snapshot = await sessions.read(host, since, []);
      return snapshot && { ...snapshot, session: settled(snapshot.session, snapshot.now_ms) };
    },
    onChange: (listener) => void listeners.add(listener),
    stats: () => ({ sessions: sessions.known(), shared: counts() }),
    async close() {
      watches.close();
      await store.close();
    },
  };
}

interface Pending {
  readonly change: SessionChange;
  resolve(applied: Applied): void;
  reject(reason: unknown): void;
}

/** Batches the changes to a session that arrive while its previous batch is being applied. */
function gathering(
  applyAll: (host: string, changes: readonly SessionChange[]) => Promise<readonly Applied[]>,
): RelayEngine['apply'] {
  const queues = new Map<string, Pending[]>();
  const take = oneAtATime(async (host) => {
    const batch = queues.get(host) ?? [];
    queues.delete(host);
    if (batch.length === 0) return false;
    try {
      const applied = await applyAll(
        host,
        batch.map(({ change }) => change),
      );
      for (const [at, one] of applied.entries()) batch[at]?.resolve(one);
    } catch (thrown) {
      for (const { reject } of batch) reject(thrown);
    }
    return queues.has(host);
  });
  return (change) =>
    new Promise((resolve, reject) => {
      const queue = queues.get(change.host) ?? [];
      queues.set(change.host, queue);
      queue.push({ change, resolve, reject });
      take(change.host);
    });
}
