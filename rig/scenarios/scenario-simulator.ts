// Golf simulator of a scenario on a machine: a stand-in on a port of the host, which the device connects to at the
// host's address.

import { createSystemClock } from '../../hal/clock/clock-system.ts';
import { serveHttp } from '../../sims/golf-simulators/serve-http.ts';
import { serveTcp } from '../../sims/golf-simulators/serve-tcp.ts';
import type { Served } from '../../sims/serving/serve-bodies.ts';
import type { Arrival, Servers } from '../../simulation/scenarios/servers/servers.ts';
import { createStandIn, recordArrivals } from '../../simulation/scenarios/servers/simulator-server.ts';
import type { SimulatorSetup } from '../../simulation/scenarios/reading/server-shapes.ts';
import { fail, ok, type Result } from '../../wire/errors.ts';
import { HOST_IN_MACHINE } from '../probes/forward.ts';

interface MachineServers {
  readonly servers: Servers;
  /** Value for the device's record `simulator`. */
  readonly address: string;
  close(): Promise<void>;
}

/** Starts the simulator. Errors: `port_unusable`. */
export async function openSimulator(setup: SimulatorSetup): Promise<Result<MachineServers>> {
  const standIn = createStandIn(setup, createSystemClock());
  const serve = (port: number): Promise<Result<Served>> => {
    const at = { host: '127.0.0.1', port };
    return standIn.kind === 'tcp' ? serveTcp(standIn.simulator, at) : serveHttp(standIn.simulator, at);
  };
  const arrivals: Arrival[] = [];
  recordArrivals(standIn.simulator, (arrival) => arrivals.push(arrival));
  const first = await serve(0);
  if (!first.ok) return first;
  const { port } = first.value;
  let served: Served | null = first.value;
  const stop = async (): Promise<void> => {
    const stopped = served;
    served = null;
    await stopped?.close();
  };
  const order = async (text: string): Promise<Result<unknown>> => {
    if (text === 'start') {
      if (served) return ok(undefined);
      const again = await serve(port);
      if (again.ok) served = again.value;
      return again;
    }
    if (text !== 'stop')
      return served ? standIn.simulator.command(text) : fail('bad_value', 'The simulator has been stopped.');
    await stop();
    return standIn.kind === 'tcp' ? standIn.simulator.command('reset') : ok(undefined);
  };
  const none = async (): Promise<Result<unknown>> => fail('bad_value', 'A rig machine has only a simulator.');
  return ok({
    address: `${HOST_IN_MACHINE}:${port}`,
    servers: {
      values: () => new Map(),
      arrived: () => arrivals,
      simulator: order,
      shots: none,
      store: none,
      firmware: none,
    },
    close: stop,
  });
}
