// The relay's core: a request of a known device goes in, its answer comes out, at once or when something happens. It knows no
// bytes, sockets or signatures.

import type { Clock } from '../../hal/clock/clock.ts';
import type { EngineStats, RelayEngine } from './engine.ts';
import { NO_OBSERVER, type RelayObserver } from './observer.ts';
import { createRelayCalls, type RelayCalls } from './routes/relay-calls.ts';
import { createStateViews } from './session/state-views.ts';

export interface Relay {
  /** Takes a request. Its answer comes by `call.respond`, once what it changes is stored, or when the request has been held long enough. */
  readonly handle: RelayCalls['handle'];
  stats(): EngineStats & { readonly held: number };
  /** Answers those who are held evenly over so many milliseconds, and holds others only briefly (C123). Resolves when that time is over. */
  drain(over_ms: number): Promise<void>;
  /** Answers every held request. */
  release(): Promise<void>;
  /** Ends what it stands on, once all that came is stored. */
  close(): Promise<void>;
}

interface RelayOptions {
  readonly clock: Clock;
  readonly engine: RelayEngine;
  /** A call met a fault of the program: its caller is told to come again. */
  readonly onBroken: (reason: unknown) => void;
  readonly observer?: RelayObserver;
}

export function createRelay({ clock, engine, onBroken, observer = NO_OBSERVER }: RelayOptions): Relay {
  const { handle, waiting } = createRelayCalls({ clock, engine, views: createStateViews(), observer, onBroken });
  engine.onChange(waiting.wake);
  return {
    handle,
    stats: () => ({ ...engine.stats(), held: waiting.count() }),
    drain: waiting.drain,
    release: waiting.close,
    close: engine.close,
  };
}
