// Cloud of a scenario: the real relay on the virtual network. Records the requests it receives, and can be killed,
// restarted or paused.

import type { VirtualClock } from '../../../hal/clock/clock-virtual.ts';
import type { HttpNetwork, VirtualServer } from '../../../hal/http/http-virtual.ts';
import type { Random } from '../../../hal/random/random.ts';
import type { DeviceKey } from '../../../wire/signing.ts';
import { noChecks } from '../../sessions/checks.ts';
import { createSimRelay } from '../../sessions/sim-relay.ts';
import { createTrace } from '../../sessions/trace.ts';
import type { Arrival } from '../servers/servers.ts';

interface VirtualCloudDeps {
  readonly clock: VirtualClock;
  readonly random: Random;
  readonly network: HttpNetwork;
  readonly keys: ReadonlyMap<string, DeviceKey>;
  /** File of the database. */
  readonly file: string;
  arrived(arrival: Arrival): void;
}

export interface VirtualCloud {
  /** Controls the cloud. `pause`: requests are accepted but not answered; `start` then processes them all. */
  order(action: 'start' | 'kill' | 'pause'): void;
}

/** Starts the cloud. */
export function openVirtualCloud({ network, arrived, ...deps }: VirtualCloudDeps): VirtualCloud {
  let waiting: (() => void)[] | null = null;
  const orLater = (act: () => void): void => {
    if (waiting) waiting.push(act);
    else act();
  };
  const watched = (server: VirtualServer): VirtualServer => {
    return (call) => {
      arrived({ server: 'relay', path: call.path, body: new TextDecoder().decode(call.body) });
      let leave = (): void => {};
      let gone = false;
      orLater(() => {
        if (!gone) leave = server({ ...call, respond: (answer) => orLater(() => call.respond(answer)) });
      });
      return () => {
        gone = true;
        leave();
      };
    };
  };
  const relay = createSimRelay({
    ...deps,
    network: { ...network, serve: (origin, server) => network.serve(origin, server && watched(server)) },
    checks: noChecks(),
    trace: createTrace(() => deps.clock.now_ms()),
  });
  relay.start();
  return {
    order(action) {
      if (action === 'pause') return void (waiting ??= []);
      // Killing the cloud drops its pending requests.
      const held = action === 'kill' ? [] : (waiting ?? []);
      waiting = null;
      relay[action]();
      for (const act of held) act();
    },
  };
}
