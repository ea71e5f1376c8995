// Interface that locates the masters of an engine, for each kind of address.

import type { ServerAddress } from './engine-address.ts';
import type { RedisClient } from './redis-client.ts';

export interface Masters {
  readonly addresses: readonly ServerAddress[];
  /** Returns the index of the master of a key or a channel. */
  indexOf(key: string): number;
}

export interface Finder {
  /** Returns the current masters. @throws `EngineAway` if they can't be determined. */
  find(ask: Ask): Promise<Masters>;
  /** Checks that this server is a master. @throws `EngineAway`. */
  check(client: RedisClient): Promise<void>;
  /** Calls the listener when the masters may have moved. */
  onMoved(listener: () => void): void;
  close(): void;
}

/** Queries a server, over its existing connection or a new one. @throws `EngineAway`. */
export type Ask = <T>(address: ServerAddress, question: (client: RedisClient) => Promise<T>) => Promise<T>;
