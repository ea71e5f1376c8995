// The two connections to a master: one for commands, the other for hints and health checks.

import { EngineAway } from '../engine.ts';
import { givenUpAfter, openClient, type Connecting, type RedisClient } from './redis-client.ts';
import type { ServerAddress } from './engine-address.ts';

export interface RedisLink {
  readonly commands: RedisClient;
  readonly hints: RedisClient;
  /** @throws `EngineAway` if the server no longer answers. */
  check(): Promise<void>;
  close(): void;
}

interface LinkOptions extends Connecting {
  /** Called once, after both are closed. */
  readonly onLost: (sentence: string) => void;
  /** The server has ended this subscription because the channel has moved to another server. */
  readonly onMoved: (channel: string) => void;
}

/** @throws `EngineAway`. */
export async function openLink(address: ServerAddress, options: LinkOptions): Promise<RedisLink> {
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
      // A pending WAIT would block the command connection.
      await givenUpAfter(hints.sendCommand(['PING']), timeout_ms);
    },
    close,
  };
}
