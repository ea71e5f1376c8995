// Simulated golf simulators on the virtual network: a stand-in at the port that a host connects to directly, and the
// putting port of a connector, each with its own faults.

import type { VirtualClock } from '../../hal/clock/clock-virtual.ts';
import type { Fault } from '../../hal/faults.ts';
import type { HttpNetwork } from '../../hal/http/http-virtual.ts';
import { createVirtualTcp, type VirtualTcp } from '../../hal/tcp/tcp-virtual.ts';
import type { Random } from '../../hal/random/random.ts';
import { createGspconnect } from '../../sims/golf-simulators/gspconnect.ts';
import { createLenient } from '../../sims/golf-simulators/lenient.ts';
import { createPuttingPort } from '../../sims/golf-simulators/putting-port.ts';
import { describeEvent, type Simulator } from '../../sims/golf-simulators/simulator.ts';
import type { Trace } from './trace.ts';

export interface SimSimulator {
  readonly tcp: VirtualTcp;
  /** Restarts the program, which closes every connection. */
  reset(): void;
  setFault(fault: Fault): void;
}

interface SimSimulatorDeps {
  readonly clock: VirtualClock;
  readonly random: Random;
  readonly network: HttpNetwork;
  readonly trace: Trace;
}

const HERE = '127.0.0.1';

export function createSimSimulator({ clock, random, network, trace }: SimSimulatorDeps): SimSimulator {
  const tcp = createVirtualTcp({ clock, random });
  const direct =
    random.float() < 0.3
      ? createLenient()
      : createGspconnect({ clock, ready_first: true, broken_reconnect: random.float() < 0.5 });
  tcp.listen(HERE, 921, (peer) => direct.connection(peer));
  const putting = createPuttingPort();
  network.serve(`http://${HERE}:8888`, ({ path, body, respond }) => {
    const answer = putting.request({ method: 'POST', path, body: new TextDecoder().decode(body) });
    if (answer.kind === 'http') respond({ status: answer.status, text: answer.body });
    return () => {};
  });
  for (const simulator of [direct, putting] satisfies readonly Simulator[])
    simulator.onEvent((event) => trace.event('simulator', describeEvent(event)));
  return {
    tcp,
    reset: () => void direct.command('reset'),
    setFault(fault) {
      trace.event('fault', `the simulator's network is ${fault}`);
      tcp.setFault(fault);
    },
  };
}
