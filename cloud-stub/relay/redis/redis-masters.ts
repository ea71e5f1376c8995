// Connections to the current masters of an engine. After a lost connection, a failed command or a report of a moved
// master, it looks for the masters until all are up and accept writes, then moves the subscriptions to them.

import { EngineAway } from '../engine.ts';
import { startLooking, type Looking, type LookingOptions } from './looking.ts';
import { EngineSilent, type Connecting, type RedisClient } from './redis-client.ts';
import type { Finder, Masters } from './redis-finder.ts';
import type { RedisLink } from './redis-link.ts';
import { createLinks } from './redis-links.ts';
import { createSubscriptions, type Subscriptions } from './redis-subscriptions.ts';

interface RedisMasters extends Pick<Subscriptions, 'subscribe' | 'unsubscribe' | 'onLost'>, Pick<Looking, 'look'> {
  /** Returns the connection to the master of a key. @throws `EngineAway` while there is none. */
  clientOf(key: string): RedisClient;
  /** @throws `EngineAway` if one is missing. */
  clients(): readonly RedisClient[];
  close(): void;
}

export interface MastersOptions extends Connecting, Pick<LookingOptions, 'onState'> {
  readonly finder: Finder;
  /** Prefix of every key. */
  readonly prefix: string;
  /** Writes a key of this master. @throws `EngineAway` if it does not accept the write. */
  readonly tryToWrite: (client: RedisClient, key: string) => Promise<void>;
}

/** @throws `EngineAway` unless all of them are up. */
export async function followMasters(options: MastersOptions): Promise<RedisMasters> {
  const { finder, prefix, onState, tryToWrite, ...connecting } = options;
  let masters: Masters = { addresses: [], indexOf: () => 0 };
  let looking: Looking | null = null;
  const links = createLinks({
    ...connecting,
    finder,
    onOpened: () => subscriptions.missed(),
    onLost(sentence) {
      looking?.lost(sentence);
      looking?.look();
    },
    onMoved(channel) {
      subscriptions.fell(channel);
      looking?.look();
    },
  });
  const linkOf = (key: string): RedisLink | null => {
    const address = masters.addresses[masters.indexOf(key)];
    return address ? links.at(address) : null;
  };
  const subscriptions = createSubscriptions(linkOf, connecting.timeout_ms);
  const checkOnce = async (): Promise<boolean> => {
    masters = await finder.find(links.ask).catch((thrown: unknown) => {
      // No finder answers: the known masters stay valid as long as they answer as masters.
      if (thrown instanceof EngineSilent && masters.addresses.some(links.at)) return masters;
      throw thrown;
    });
    links.keepOnly(masters.addresses);
    const stood = await Promise.allSettled(masters.addresses.map(links.stand));
    const followed = await subscriptions.follow();
    const missing = stood.find((one) => one.status === 'rejected');
    if (missing) throw missing.reason;
    return followed;
  };
  const clients = (): readonly RedisClient[] => masters.addresses.map((address) => opened(links.at(address)));
  const checkAgain = async (): Promise<boolean> => {
    const followed = await checkOnce();
    await Promise.all(clients().map((client, at) => tryToWrite(client, keyOf(masters, at, `${prefix}look:`))));
    return followed;
  };
  const close = (): void => {
    looking?.close();
    finder.close();
    links.close();
  };

  try {
    await checkOnce();
  } catch (thrown) {
    close();
    throw thrown;
  }
  subscriptions.notify(); // no listeners yet, and nothing was missed
  looking = startLooking({ checkOnce: checkAgain, onChecked: subscriptions.notify, onState });
  finder.onMoved(looking.look);
  if (masters.addresses.some((address) => !links.at(address))) looking.look(); // it disconnected in the meantime
  return {
    clientOf: (key) => opened(linkOf(key)),
    clients,
    look: looking.look,
    subscribe: subscriptions.subscribe,
    unsubscribe: subscriptions.unsubscribe,
    onLost: subscriptions.onLost,
    close,
  };
}

function opened(link: RedisLink | null): RedisClient {
  if (!link) throw new EngineAway('The server is unreachable.');
  return link.commands;
}

/** Returns a key of the master with this index: each has at least one slot, and counting reaches every slot. */
function keyOf({ indexOf }: Masters, at: number, prefix: string): string {
  let number = 0;
  while (indexOf(`${prefix}${number}`) !== at) number += 1;
  return `${prefix}${number}`;
}
