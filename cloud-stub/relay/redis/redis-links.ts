// Open connections to the servers of an engine, by address.

import { EngineAway } from '../engine.ts';
import type { ServerAddress } from './engine-address.ts';
import { givenUpAfter, openClient, type Connecting } from './redis-client.ts';
import type { Ask, Finder } from './redis-finder.ts';
import { openLink, type RedisLink } from './redis-link.ts';

interface Links {
  at(address: ServerAddress): RedisLink | null;
  /** Opens the connections to a master, or checks the existing ones. @throws `EngineAway`, after closing them. */
  stand(address: ServerAddress): Promise<void>;
  /** Closes the connections to all other servers. */
  keepOnly(addresses: readonly ServerAddress[]): void;
  readonly ask: Ask;
  close(): void;
}

interface LinksOptions extends Connecting {
  readonly finder: Pick<Finder, 'check'>;
  readonly onOpened: () => void;
  readonly onLost: (sentence: string) => void;
  readonly onMoved: (channel: string) => void;
}

/** Timeout for queries about other servers. */
const QUERY_TIMEOUT_MS = 1000;

const nameOf = ({ host, port }: ServerAddress): string => `${host}:${port}`;

export function createLinks({ finder, onOpened, onLost, onMoved, ...connecting }: LinksOptions): Links {
  const links = new Map<string, RedisLink>();
  let closed = false;
  const open = async (address: ServerAddress): Promise<void> => {
    const name = nameOf(address);
    const state = { open: false, lost: false };
    const lost = (sentence: string): void => {
      if (state.open && links.delete(name)) onLost(sentence);
      state.lost = true;
    };
    const link = await openLink(address, { ...connecting, onLost: lost, onMoved });
    try {
      await givenUpAfter(finder.check(link.hints), connecting.timeout_ms);
      if (state.lost || closed) throw new EngineAway('The connection was closed.');
    } catch (thrown) {
      link.close();
      throw thrown;
    }
    state.open = true;
    links.set(name, link);
    onOpened();
  };
  const check = async (name: string, link: RedisLink): Promise<void> => {
    try {
      await link.check();
      await givenUpAfter(finder.check(link.hints), connecting.timeout_ms);
    } catch (thrown) {
      link.close();
      links.delete(name);
      throw thrown;
    }
  };
  return {
    at: (address) => links.get(nameOf(address)) ?? null,
    stand(address) {
      const link = links.get(nameOf(address));
      return link ? check(nameOf(address), link) : open(address);
    },
    keepOnly(addresses) {
      const names = new Set(addresses.map(nameOf));
      for (const [name, link] of links) {
        if (names.has(name)) continue;
        link.close();
        links.delete(name);
      }
    },
    async ask(address, question) {
      const known = links.get(nameOf(address))?.hints;
      if (known) return givenUpAfter(question(known), QUERY_TIMEOUT_MS);
      const client = await openClient(address, { ...connecting, timeout_ms: QUERY_TIMEOUT_MS }, () => {});
      try {
        return await givenUpAfter(question(client), QUERY_TIMEOUT_MS);
      } finally {
        client.destroy();
      }
    },
    close() {
      closed = true;
      for (const link of links.values()) link.close();
      links.clear();
    },
  };
}
