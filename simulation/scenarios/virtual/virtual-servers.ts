// Servers of a scenario's virtual devices, on their network and clock.

import type { Clock } from '../../../hal/clock/clock.ts';
import type { HttpNetwork } from '../../../hal/http/http-virtual.ts';
import type { Log } from '../../../hal/log/log.ts';
import type { Random } from '../../../hal/random/random.ts';
import type { VirtualTcp } from '../../../hal/tcp/tcp-virtual.ts';
import { fail, ok, type Result } from '../../../wire/errors.ts';
import type { Scenario } from '../scenario.ts';
import type { Arrival, Servers } from '../servers/servers.ts';
import { openShotReceiver } from '../servers/shot-receiver.ts';
import { openSimulator } from '../servers/simulator-server.ts';
import { openStoreServer, type StoreServer } from '../servers/store-server.ts';

interface VirtualServersDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly network: HttpNetwork;
  readonly tcp: VirtualTcp;
  readonly log: Log;
  /** Reads a file next to the scenario. */
  read(name: string): Result<string>;
  /** Called when the store offers another firmware. */
  onRelease(): void;
}

export interface VirtualServers extends Servers {
  readonly store_server: StoreServer | null;
  note(arrival: Arrival): void;
  close(): void;
}

const none = (what: string, field: string): Result<never> =>
  fail('bad_value', `This scenario has no ${what}; add the field ${field}.`);

/** Starts the servers. @throws If an extension or a release cannot be added to the store. */
export async function openVirtualServers(
  { simulator, shots, store, firmware }: Scenario,
  deps: VirtualServersDeps,
): Promise<VirtualServers> {
  const all: Arrival[] = [];
  const arrived = (arrival: Arrival): void => void all.push(arrival);
  const golf = simulator ? openSimulator(simulator, { ...deps, arrived }) : null;
  const receiver = shots ? openShotReceiver(deps.network, arrived) : null;
  const shop = store || firmware ? await openStoreServer({ ...deps, arrived }) : null;
  if (shop && typeof store === 'object') {
    const published = await shop.order({ publish: store });
    if (!published.ok) throw new Error(published.error.message);
  }
  if (firmware) shop?.releases.give(firmware);
  return {
    store_server: shop,
    note: arrived,
    values: () => shop?.codes ?? new Map<string, string>(),
    arrived: () => all,
    simulator: async (order) => golf?.order(order) ?? none('golf simulator', 'simulator'),
    shots: async (order) => (receiver ? ok(receiver(order)) : none('shot server', 'shots')),
    store: async (order) => (shop ? shop.order(order) : none('store', 'store')),
    async firmware(release) {
      if (!shop) return none('store', 'store');
      shop.releases.give(release);
      return ok(deps.onRelease());
    },
    close: () => shop?.close(),
  };
}
