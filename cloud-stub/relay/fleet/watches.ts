// Sessions that this process watches, and their newest known versions. It subscribes to a session's hints with the
// first held request and unsubscribes some time after the last, since clients return. Hints may be lost, so a watched
// session is also read at intervals.

import type { Alarm, Clock } from '../../../hal/clock/clock.ts';
import type { SessionWatch } from '../engine.ts';
import type { SharedStore } from './shared-store.ts';

export interface Watches {
  /** @throws `EngineAway`. */
  watch(host: string): Promise<SessionWatch>;
  /** Records a version that this process wrote, so that a hint of it is ignored. */
  made(host: string, version: number): void;
  close(): void;
}

interface WatchesOptions {
  readonly clock: Clock;
  readonly store: Pick<SharedStore, 'subscribe' | 'unsubscribe' | 'onHint'>;
  /** Called when a watched session has changed, or may have. */
  readonly onChange: (host: string, may_have_lost: boolean) => void;
}

/** Time for which a session without watchers stays subscribed. */
const LINGER_MS = 30_000;
/** Interval between reads of a watched session: the longest delay that a lost hint can cause. */
const READ_INTERVAL_MS = 10_000;

interface Entry {
  watchers: number;
  reported: number;
  /** Version against which the held requests were checked, or will be. */
  checked: number;
  readonly subscribed: Promise<void>;
  alarm: Alarm;
}

export function createWatches({ clock, store, onChange }: WatchesOptions): Watches {
  const entries = new Map<string, Entry>();
  const tick = (host: string, entry: Entry, after_ms: number): void => {
    clock.clearTimeout(entry.alarm);
    entry.alarm = clock.setTimeout(() => {
      if (entry.watchers === 0) return forget(host);
      onChange(host, false);
      tick(host, entry, READ_INTERVAL_MS);
    }, after_ms);
  };
  const forget = (host: string): void => {
    clock.clearTimeout(entries.get(host)?.alarm);
    if (entries.delete(host)) store.unsubscribe(host);
  };
  const begin = (host: string): Entry => {
    const entry: Entry = { watchers: 0, reported: 0, checked: 0, subscribed: store.subscribe(host), alarm: null };
    entry.subscribed.catch(() => forget(host));
    entries.set(host, entry);
    return entry;
  };
  const receiveHint = (host: string, entry: Entry, version: number | null): void => {
    if (version !== null) entry.reported = Math.max(entry.reported, version);
    if (entry.watchers > 0 && (version === null || version > entry.checked)) onChange(host, false);
  };
  const lost = (): void => {
    for (const [host, entry] of entries) {
      [entry.reported, entry.checked] = [0, 0];
      if (entry.watchers > 0) onChange(host, true);
    }
  };
  store.onHint((host, version) => {
    if (host === null) return lost();
    const entry = entries.get(host);
    if (entry) receiveHint(host, entry, version);
  });
  return {
    async watch(host) {
      const entry = entries.get(host) ?? begin(host);
      if (entry.watchers++ === 0) tick(host, entry, READ_INTERVAL_MS);
      let ended = false;
      const end = (): void => {
        if (ended) return;
        ended = true;
        if (--entry.watchers === 0 && entries.get(host) === entry) tick(host, entry, LINGER_MS);
      };
      try {
        await entry.subscribed;
      } catch (thrown) {
        end();
        throw thrown;
      }
      return { reported: () => entry.reported, checked: (version) => void (entry.checked = version), end };
    },
    made(host, version) {
      const entry = entries.get(host);
      if (entry) entry.checked = version;
    },
    close() {
      for (const host of entries.keys()) forget(host);
    },
  };
}
