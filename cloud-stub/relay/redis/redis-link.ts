// The two connections to a master: what is asked of the engine goes over the one; hints come over the other, which also tells how the master is.

import { EngineAway } from '../engine.ts';
import { givenUpAfter, openClient, type Connecting, type RedisClient } from './redis-client.ts';
import type { ServerAddress } from './engine-address.ts';

export interface Link {
  readonly commands: RedisClient;
  readonly hints: RedisClient;
  /** @throws `EngineAway` where the server says nothing any more. */
  check(): Promise<void>;
  close(): void;
}

interface LinkOptions extends Connecting {
  /** Is called once: both are closed then. */
  readonly onLost: (sentence: string) => void;
  /** The server has ended this subscription, since the channel is another's now. */
  readonly onMoved: (channel: string) => void;
}

/** @throws `EngineAway`. */
export async function openLink(address: ServerAddress, options: LinkOptions): Promise<Link> {
  const { timeout_ms, onLost, onMoved } = options;
  let closed = false;
  const open: RedisClient[] = [];
  const close = (): void => {
    closed = true;
    for (const client of open) client.destroy();
  };
  const lost = (sentence: string): void => {
    if (closed) return;
    close();
    onLost(sentence);
  };
  const opened = await Promise.allSettled([openClient(address, options, lost), openClient(address, options, lost)]);
  for (const one of opened) if (one.status === 'fulfilled') open.push(one.value);
  const [commands, hints] = open;
  if (!commands || !hints || closed) {
    close();
    const refused = opened.find((one) => one.status === 'rejected');
    throw refused ? refused.reason : new EngineAway('The connection was closed.');
  }
  hints.on('sharded-channel-moved', onMoved);
  return {
    commands,
    hints,
    async check() {
      // Over the other one a WAIT may be on, behind which everything else waits.
      await givenUpAfter(hints.sendCommand(['PING']), timeout_ms);
    },
    close,
  };
}
