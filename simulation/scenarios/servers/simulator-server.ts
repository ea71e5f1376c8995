// Golf simulator of a scenario: a stand-in (docs/simulators.md) at the address that devices connect to. It can be
// stopped and restarted.

import type { Clock } from '../../../hal/clock/clock.ts';
import type { HttpNetwork } from '../../../hal/http/http-virtual.ts';
import type { VirtualTcp } from '../../../hal/tcp/tcp-virtual.ts';
import { createGspconnect } from '../../../sims/golf-simulators/gspconnect.ts';
import { createLenient } from '../../../sims/golf-simulators/lenient.ts';
import { createPuttingPort, type PuttingPort } from '../../../sims/golf-simulators/putting-port.ts';
import { describeEvent, type Simulator, type TcpSimulator } from '../../../sims/golf-simulators/simulator.ts';
import { fail, ok, type Result } from '../../../wire/errors.ts';
import type { SimulatorSetup } from '../reading/server-shapes.ts';
import type { Arrival } from './servers.ts';

interface SimulatorServerDeps {
  readonly clock: Clock;
  readonly tcp: VirtualTcp;
  readonly network: HttpNetwork;
  arrived(arrival: Arrival): void;
}

interface SimulatorServer {
  /** Runs a command: `start`, `stop`, or a command of the stand-in. */
  order(text: string): Result<unknown>;
}

/** Default address of the simulator on a device. */
const HERE = '127.0.0.1';
const DIRECT_PORT = 921;
const PUTTING_PORT = 8888;

export function openSimulator(setup: SimulatorSetup, deps: SimulatorServerDeps): SimulatorServer {
  const standIn = createStandIn(setup, deps.clock);
  const { simulator } = standIn;
  recordArrivals(simulator, deps.arrived);
  const start =
    standIn.kind === 'http' ? puttingPort(setup, standIn.simulator, deps) : direct(setup, standIn.simulator, deps);
  let stop: (() => void) | null = start();
  return {
    order(text) {
      if (text === 'start') stop ??= start();
      else if (text === 'stop') {
        stop?.();
        stop = null;
      } else return stop ? simulator.command(text) : fail('bad_value', 'The simulator has been stopped.');
      return ok(undefined);
    },
  };
}

/** Stand-in, by its transport. */
type StandIn =
  | { readonly kind: 'tcp'; readonly simulator: TcpSimulator }
  | { readonly kind: 'http'; readonly simulator: PuttingPort };

export function createStandIn({ program, answer, reconnect }: SimulatorSetup, clock: Clock): StandIn {
  if (program === 'putting-port') return { kind: 'http', simulator: createPuttingPort(answer ? { mode: answer } : {}) };
  if (program === 'lenient') return { kind: 'tcp', simulator: createLenient() };
  const broken_reconnect = reconnect !== 'works';
  return { kind: 'tcp', simulator: createGspconnect({ clock, ready_first: true, broken_reconnect }) };
}

/** Records the events of a simulator, except its answers and restarts. */
export function recordArrivals({ onEvent }: Simulator, arrived: (arrival: Arrival) => void): void {
  onEvent((event) => {
    if (event.kind === 'answered' || event.kind === 'reset') return;
    arrived({ server: 'simulator', path: event.kind, body: describeEvent(event) });
  });
}

/** Starts the server; returns the function that stops it. */
type Start = () => () => void;

const direct =
  ({ host = HERE, port = DIRECT_PORT }: SimulatorSetup, simulator: TcpSimulator, { tcp }: SimulatorServerDeps): Start =>
  () => {
    const listening = tcp.listen(host, port, (peer) => simulator.connection(peer));
    return () => {
      if (listening.ok) listening.value.close();
      simulator.command('reset');
    };
  };

function puttingPort(
  { host = HERE, port = PUTTING_PORT }: SimulatorSetup,
  simulator: PuttingPort,
  { network }: SimulatorServerDeps,
): Start {
  const origin = `http://${host}:${port}`;
  return () => {
    network.serve(origin, ({ method, path, body, respond }) => {
      const given = simulator.request({ method, path, body: new TextDecoder().decode(body) });
      if (given.kind === 'http') respond({ status: given.status, text: given.body });
      return () => {};
    });
    return () => network.serve(origin, null);
  };
}
