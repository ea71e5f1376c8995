// Finds the server of an engine through sentinels, following their client guidelines: asks them for the master, then
// asks that server for its role (https://redis.io/docs/latest/develop/reference/sentinel-clients/). It also subscribes
// to each sentinel, to leave a replaced master immediately, even if that master still answers.

import * as v from 'valibot';
import { messageOf } from '../../../wire/errors.ts';
import { EngineAway } from '../engine.ts';
import type { EngineAddress, ServerAddress } from './engine-address.ts';
import { EngineSilent, givenUpAfter, openClient, type Connecting, type RedisClient } from './redis-client.ts';
import type { Finder } from './redis-finder.ts';

/** Timeout for a query. */
const QUERY_TIMEOUT_MS = 1000;

const masterReply = v.object({ ip: v.string(), port: v.string(), 'config-epoch': v.string() });
const roleReply = v.looseTuple([v.string()]);

type Named = ServerAddress & { readonly epoch: number };

export function sentinelFinder({ servers, master, access }: EngineAddress): Finder {
  // Sentinels have no databases.
  const connecting: Connecting = { access: { ...access, database: 0 }, timeout_ms: QUERY_TIMEOUT_MS };
  const listeners = new Set<() => void>();
  const moved = (): void => {
    for (const listener of listeners) listener();
  };
  const sentinels = servers.map((address) => sentinelAt(address, connecting, moved));
  return {
    async find() {
      const results = await Promise.allSettled(sentinels.map((sentinel) => sentinel.masterOf(master)));
      const replies = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      if (replies.length === 0) {
        const reason = results.flatMap((one) => (one.status === 'rejected' ? [messageOf(one.reason)] : []))[0] ?? '';
        throw new EngineSilent(`No sentinel answered: ${reason}`);
      }
      // A partitioned sentinel may name an older master.
      const [newest] = replies.flatMap((named) => named ?? []).toSorted((a, b) => b.epoch - a.epoch);
      if (!newest) throw new EngineAway(`The sentinels do not know the master ${master}.`);
      return { addresses: [newest], indexOf: () => 0 };
    },
    async check(client) {
      const [role] = v.parse(roleReply, await client.sendCommand(['ROLE']));
      if (role !== 'master') throw new EngineAway('The server that the sentinels named is not a master.');
    },
    onMoved: (listener) => void listeners.add(listener),
    close() {
      for (const sentinel of sentinels) sentinel.close();
    },
  };
}

interface Sentinel {
  /** Returns null if the sentinel knows no master with this name. @throws `EngineAway`. */
  masterOf(name: string): Promise<Named | null>;
  close(): void;
}

/** Connects to a sentinel on the first query, and then subscribes to its messages. */
function sentinelAt(address: ServerAddress, connecting: Connecting, onSwitch: () => void): Sentinel {
  let client: RedisClient | null = null;
  let closed = false;
  const connected = async (): Promise<RedisClient> => {
    if (client) return client;
    const opened = await openClient(address, connecting, () => {
      client = null;
      onSwitch(); // messages may have been missed
    });
    client = opened;
    if (closed) opened.destroy();
    await givenUpAfter(opened.subscribe('+switch-master', onSwitch), QUERY_TIMEOUT_MS);
    return opened;
  };
  return {
    async masterOf(name) {
      const pending = (await connected()).sendCommand(['SENTINEL', 'MASTER', name]);
      try {
        const { ip, port, 'config-epoch': epoch } = v.parse(masterReply, await givenUpAfter(pending, QUERY_TIMEOUT_MS));
        return { host: ip, port: Number(port), epoch: Number(epoch) };
      } catch (thrown) {
        if (messageOf(thrown).includes('No such master')) return null;
        close();
        throw thrown;
      }
    },
    close() {
      closed = true;
      close();
    },
  };
  function close(): void {
    client?.destroy();
    client = null;
  }
}
