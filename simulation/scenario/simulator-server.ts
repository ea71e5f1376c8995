// The golf simulator of a scenario: a stand-in (docs/simulators.md) where devices look for it, which can be ended and started again.

import type { Clock } from '../../hal/clock/clock.ts';
import type { HttpNetwork } from '../../hal/http/http-virtual.ts';
import type { VirtualTcp } from '../../hal/tcp/tcp-virtual.ts';
import { createGspconnect } from '../../sims/golf-simulators/gspconnect.ts';
import { createLenient } from '../../sims/golf-simulators/lenient.ts';
import { createPuttingPort } from '../../sims/golf-simulators/putting-port.ts';
import { describeEvent, type Simulator, type TcpSimulator } from '../../sims/golf-simulators/simulator.ts';
import { fail, ok, type Result } from '../../wire/errors.ts';
import type { SimulatorSetup } from './server-shapes.ts';
import type { Arrival } from './servers.ts';

export interface SimulatorServerParts {
  readonly clock: Clock;
  readonly tcp: VirtualTcp;
  readonly network: HttpNetwork;
  arrived(arrival: Arrival): void;
}

export interface SimulatorServer {
  /** `start`, `stop`, or a command of the stand-in. */
  order(text: string): Result<unknown>;
}

/** Where every device looks for it that knows nothing else. */
const HERE = '127.0.0.1';
const DIRECT_PORT = 921;
const PUTTING_PORT = 8888;

export function openSimulator(setup: SimulatorSetup, parts: SimulatorServerParts): SimulatorServer {
  const { simulator, start } = setup.program === 'putting-port' ? puttingPort(setup, parts) : direct(setup, parts);
  simulator.onEvent((event) => {
    // What it answers, and that it starts, has not arrived.
    if (event.kind === 'answered' || event.kind === 'reset') return;
    parts.arrived({ server: 'simulator', path: event.kind, body: describeEvent(event) });
  });
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

interface Startable {
  readonly simulator: Simulator;
  /** Gives what ends it. */
  start(): () => void;
}

function direct(
  { program, host = HERE, port = DIRECT_PORT, reconnect }: SimulatorSetup,
  { clock, tcp }: SimulatorServerParts,
): Startable {
  const simulator: TcpSimulator =
    program === 'lenient'
      ? createLenient()
      : createGspconnect({ clock, ready_first: true, broken_reconnect: reconnect !== 'works' });
  return {
    simulator,
    start() {
      const listening = tcp.listen(host, port, (peer) => simulator.connection(peer));
      return () => {
        if (listening.ok) listening.value.close();
        simulator.command('reset');
      };
    },
  };
}

function puttingPort(
  { host = HERE, port = PUTTING_PORT, answer }: SimulatorSetup,
  { network }: SimulatorServerParts,
): Startable {
  const simulator = createPuttingPort(answer ? { way: answer } : {});
  const origin = `http://${host}:${port}`;
  return {
    simulator,
    start() {
      network.serve(origin, ({ method, path, body, respond }) => {
        const given = simulator.request({ method, path, body: new TextDecoder().decode(body) });
        if (given.kind === 'http') respond({ status: given.status, text: given.body });
        return () => {};
      });
      return () => network.serve(origin, null);
    },
  };
}
