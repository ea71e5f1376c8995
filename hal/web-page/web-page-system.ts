// Address of the page that a server on this machine serves. A server on all addresses has one per interface, and they
// change as networks are joined. While it serves, the addresses are checked on system notifications if available,
// otherwise every 2 s.

import { networkInterfaces, type NetworkInterfaceInfo } from 'node:os';
import { isLoopback, originOf } from '../../wire/listening.ts';
import type { Clock } from '../clock/clock.ts';
import { pollRepeatedly } from '../link/link-system.ts';
import { createVirtualWebPage } from './web-page-virtual.ts';
import type { ServedPage } from './web-page.ts';

interface Serving {
  /** Address that the server listens on. */
  readonly host: string;
  readonly port: number;
  token(): string;
  /** Returns the number of browsers that show the device. */
  viewers(): number;
  /** Replaces the token and disconnects the open pages. Resolves once the new one is stored. */
  renew(): Promise<void>;
}

export interface SystemWebPage extends ServedPage {
  /** Announces the server. Returns a function that withdraws it. */
  serve(serving: Serving): () => void;
}

interface SystemWebPageOptions {
  readonly clock: Clock;
  /** Calls when the interfaces have changed, and returns a stop function. Default: polls. */
  readonly onNews?: (changed: () => void) => () => void;
  /** Returns the interfaces. Default: the system's interfaces. */
  readonly interfaces?: () => NodeJS.Dict<NetworkInterfaceInfo[]>;
}

export function createSystemWebPage({
  clock,
  onNews = (changed) => pollRepeatedly(clock, changed),
  interfaces = networkInterfaces,
}: SystemWebPageOptions): SystemWebPage {
  let served: Serving | null = null;
  const first = Promise.withResolvers<void>();
  const { set, setViewers: _, ...page } = createVirtualWebPage();
  return {
    ...page,
    viewers: () => served?.viewers() ?? 0,
    async renew() {
      await first.promise;
      await served?.renew();
      set(page.address(), served?.token() ?? '');
    },
    serve(serving) {
      const { host, port, token } = serving;
      served = serving;
      first.resolve();
      const announce = (shown: string | null): void =>
        set(shown === null ? null : `${originOf(shown, port)}/`, token());
      const withdraw = (): void => {
        served = null;
        announce(null);
      };
      if (isLoopback(host)) return withdraw;
      if (!isWildcard(host)) {
        announce(host);
        return withdraw;
      }
      const refresh = (): void => announce(reachableAddress(interfaces()));
      refresh();
      const stop = onNews(refresh);
      return () => {
        stop();
        withdraw();
      };
    },
  };
}

const isWildcard = (host: string): boolean => host === '0.0.0.0' || host === '::';

/** Interfaces of containers, virtual machines and tunnels, which a phone cannot reach. */
const INNER = /^(docker|br-|veth|virbr|vmnet|vboxnet|tun|tap|wg)/;

/** Returns the address that a phone on the same network most likely reaches; null if there is none. */
function reachableAddress(interfaces: NodeJS.Dict<NetworkInterfaceInfo[]>): string | null {
  const outer = Object.entries(interfaces).flatMap(([name, entries]) =>
    (entries ?? []).flatMap((entry) =>
      entry.internal || INNER.test(name) ? [] : [{ address: entry.address, rank: rankOf(name, entry) }],
    ),
  );
  const ranked = outer.filter(({ rank }) => rank < UNUSABLE);
  return ranked.toSorted((a, b) => a.rank - b.rank)[0]?.address ?? null;
}

const UNUSABLE = 4;

/**
 * Ranks IPv4 before IPv6, an address from the network before one that the interface assigned itself, and Wi-Fi, where
 * the phone is, before a cable.
 */
function rankOf(name: string, { family, address }: NetworkInterfaceInfo): number {
  if (family !== 'IPv4') return /^fe[89ab]/i.test(address) ? UNUSABLE : 3;
  if (address.startsWith('169.254.')) return 2;
  return name.startsWith('wl') ? 0 : 1;
}
