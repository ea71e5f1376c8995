// Core of the relay: takes a request of a known device and answers it, either immediately or when something happens. It
// does not handle bytes, sockets or signatures.

import type { Clock } from '../../hal/clock/clock.ts';
import type { EngineStats, RelayEngine } from './engine.ts';
import { NO_OBSERVER, type RelayObserver } from './observer.ts';
import { createRelayCalls, type RelayCalls } from './routes/relay-calls.ts';
import { createStateViews } from './session/state-views.ts';

export interface Relay {
  /** Handles a request. The answer arrives through `call.respond`, once its change is stored, or when the hold ends. */
  readonly handle: RelayCalls['handle'];
  stats(): EngineStats & { readonly held: number };
  /**
   * Answers the held requests evenly over so many milliseconds, and holds new ones only briefly (C123). Resolves when
   * that time has passed.
   */
  drain(over_ms: number): Promise<void>;
  /** Answers every held request. */
  release(): Promise<void>;
  /** Closes the engine once all writes are stored. */
  close(): Promise<void>;
}

interface RelayOptions {
  readonly clock: Clock;
  readonly engine: RelayEngine;
  /** Called when a call failed because of a bug: its caller must retry. */
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
