// Which sessions this process waits for, and what it has heard of them. Hints of a session are asked for from the first who waits until a
// while after the last, since who waits comes again. A hint may be lost, so a session that is waited for is looked at now and then anyway.

import type { Alarm, Clock } from '../../../hal/clock/clock.ts';
import type { Watch } from '../engine.ts';
import type { SharedStore } from './shared-store.ts';

export interface Watches {
  /** @throws `EngineAway`. */
  watch(host: string): Promise<Watch>;
  /** This version of a session was made here: a hint of it says nothing new. */
  made(host: string, version: number): void;
  close(): void;
}

interface WatchesOptions {
  readonly clock: Clock;
  readonly store: Pick<SharedStore, 'subscribe' | 'unsubscribe' | 'onHint'>;
  /** A session that is waited for has changed, or may have. */
  readonly onChange: (host: string, may_have_lost: boolean) => void;
}

/** How long hints still come when nobody waits any more. */
const LINGER_MS = 30_000;
/** What a lost hint costs at most. */
const LOOK_MS = 10_000;

interface Entry {
  watchers: number;
  heard: number;
  /** Whoever waits was looked at as of this version, or will be. */
  looked: number;
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
      tick(host, entry, LOOK_MS);
    }, after_ms);
  };
  const forget = (host: string): void => {
    clock.clearTimeout(entries.get(host)?.alarm);
    if (entries.delete(host)) store.unsubscribe(host);
  };
  const begin = (host: string): Entry => {
    const entry: Entry = { watchers: 0, heard: 0, looked: 0, subscribed: store.subscribe(host), alarm: null };
    entry.subscribed.catch(() => forget(host));
    entries.set(host, entry);
    return entry;
  };
  const hear = (host: string, entry: Entry, version: number | null): void => {
    if (version !== null) entry.heard = Math.max(entry.heard, version);
    if (entry.watchers > 0 && (version === null || version > entry.looked)) onChange(host, false);
  };
  const lost = (): void => {
    for (const [host, entry] of entries) {
      [entry.heard, entry.looked] = [0, 0];
      if (entry.watchers > 0) onChange(host, true);
    }
  };
  store.onHint((host, version) => {
    if (host === null) return lost();
    const entry = entries.get(host);
    if (entry) hear(host, entry, version);
  });
  return {
    async watch(host) {
      const entry = entries.get(host) ?? begin(host);
      if (entry.watchers++ === 0) tick(host, entry, LOOK_MS);
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
      return { heard: () => entry.heard, looked: (version) => void (entry.looked = version), end };
    },
    made(host, version) {
      const entry = entries.get(host);
      if (entry) entry.looked = version;
    },
    close() {
      for (const host of entries.keys()) forget(host);
    },
  };
}
