// The cloud of a scenario: the real relay on the virtual network. What arrives there is kept, and it may die, come back, or stop answering
// without going away.

import type { VirtualClock } from '../../../hal/clock/clock-virtual.ts';
import type { HttpNetwork, VirtualServer } from '../../../hal/http/http-virtual.ts';
import type { Random } from '../../../hal/random/random.ts';
import type { DeviceKey } from '../../../wire/signing.ts';
import { noChecks } from '../../sessions/checks.ts';
import { createSimRelay } from '../../sessions/sim-relay.ts';
import { createTrace } from '../../sessions/trace.ts';
import type { Arrival } from '../servers/servers.ts';

interface VirtualCloudParts {
  readonly clock: VirtualClock;
  readonly random: Random;
  readonly network: HttpNetwork;
  readonly keys: ReadonlyMap<string, DeviceKey>;
  /** Of the database. */
  readonly file: string;
  arrived(arrival: Arrival): void;
}

export interface VirtualCloud {
  /** `pause`: requests are taken and nothing is answered; `start` does all of it then. */
  order(action: 'start' | 'kill' | 'pause'): void;
}

/** It runs. */
export function openVirtualCloud({ network, arrived, ...parts }: VirtualCloudParts): VirtualCloud {
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
    ...parts,
    network: { ...network, serve: (origin, server) => network.serve(origin, server && watched(server)) },
    checks: noChecks(),
    trace: createTrace(() => parts.clock.now_ms()),
  });
  relay.start();
  return {
    order(action) {
      if (action === 'pause') return void (waiting ??= []);
      // What is under way goes with a cloud that dies.
      const held = action === 'kill' ? [] : (waiting ?? []);
      waiting = null;
      relay[action]();
      for (const act of held) act();
    },
  };
}
