// Where the masters of an engine are, by each kind of address.

import type { ServerAddress } from './engine-address.ts';
import type { RedisClient } from './redis-client.ts';

export interface Masters {
  readonly addresses: readonly ServerAddress[];
  /** Which of them has a key, or a channel. */
  indexOf(key: string): number;
}

export interface Finder {
  /** Where they are just now. @throws `EngineAway` where that can't be known. */
  find(ask: Ask): Promise<Masters>;
  /** Whether this is a master, as was said. @throws `EngineAway`. */
  check(client: RedisClient): Promise<void>;
  /** Calls when they may be elsewhere. */
  onMoved(listener: () => void): void;
  close(): void;
}

/** Asks a server, over the connection that there is already or another one. @throws `EngineAway`. */
export type Ask = <T>(address: ServerAddress, question: (client: RedisClient) => Promise<T>) => Promise<T>;
