// The relay in the tab: its core on the devices' clock and network, with sessions that last as long as the page.

import { createSharedEngine } from '../../cloud-stub/relay/fleet/engine-shared.ts';
import { createVirtualStore } from '../../cloud-stub/relay/fleet/store-virtual.ts';
import { createEndpoint } from '../../cloud-stub/relay/routes/endpoint.ts';
import { createRateLimits } from '../../cloud-stub/relay/routes/rate-limits.ts';
import { createRelay } from '../../cloud-stub/relay/relay.ts';
import type { Clock } from '../../hal/clock/clock.ts';
import type { VirtualServer } from '../../hal/http/http-virtual.ts';
import type { Log } from '../../hal/log/log.ts';
import type { Random } from '../../hal/random/random.ts';
import { messageOf } from '../../wire/errors.ts';
import { ROUTES } from '../../wire/relay/requests.ts';
import { HEADER, type DeviceKey } from '../../wire/signing.ts';

/** Address of every caller, from the range for documentation. */
const ADDRESS = '192.0.2.1';

interface TabRelayDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Keys by device id. */
  readonly keys: ReadonlyMap<string, DeviceKey>;
}

/** Creates the relay. */
export function createTabRelay({ clock, random, log, keys }: TabRelayDeps): VirtualServer {
  const store = createVirtualStore(clock.now_ms).connect(clock);
  const engine = createSharedEngine({ clock, random, store });
  const onBroken = (reason: unknown): void => log.write('error', 'relay', `A request failed: ${messageOf(reason)}.`);
  const relay = createRelay({ clock, engine, onBroken });
  const registry = { keyOf: (id: string) => keys.get(id) ?? null };
  const endpoint = createEndpoint({ relay, registry, limits: createRateLimits(clock), clock });
  return ({ path, headers, body, respond }) => {
    const route = ROUTES.find((each) => path === `/sim/${each}`);
    if (!route) {
      respond({ status: 404, text: '' });
      return () => {};
    }
    return endpoint.call({
      route,
      device: headers[HEADER.device],
      timestamp: headers[HEADER.timestamp],
      signature: headers[HEADER.signature],
      body,
      address: ADDRESS,
      respond: ({ http_status, text }) => respond({ status: http_status, text }),
    });
  };
}
