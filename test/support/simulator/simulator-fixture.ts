// Fake golf simulators on a device's virtual networks, with a log of their events.

import { createGspconnect } from '../../../sims/golf-simulators/gspconnect.ts';
import { createLenient, type LenientOptions } from '../../../sims/golf-simulators/lenient.ts';
import { createPuttingPort } from '../../../sims/golf-simulators/putting-port.ts';
import type { PuttingMode } from '../../../sims/golf-simulators/putting-ways.ts';
import type {
  SimulatorShot,
  Simulator,
  SimulatorEvent,
  TcpSimulator,
} from '../../../sims/golf-simulators/simulator.ts';
import type { Clock } from '../../../hal/clock/clock.ts';
import type { HttpNetwork } from '../../../hal/http/http-virtual.ts';
import type { VirtualTcp } from '../../../hal/tcp/tcp-virtual.ts';
import type { SimulatorKey } from '../../../wire/simulator-keys.ts';
import type { SeatedDevice } from '../device/session-fixture.ts';

interface DeviceFixture {
  readonly clock: Clock;
  readonly network: HttpNetwork;
  readonly tcp: VirtualTcp;
}

export interface WatchedSimulator {
  readonly simulator: Simulator;
  readonly events: readonly SimulatorEvent[];
  /** Returns the played shots in order. */
  played(): readonly SimulatorShot[];
}

function watched<S extends Simulator>(simulator: S): WatchedSimulator & { readonly simulator: S } {
  const events: SimulatorEvent[] = [];
  simulator.onEvent((event) => events.push(event));
  const played = (): readonly SimulatorShot[] =>
    events.flatMap((event) => (event.kind === 'shot' && event.dropped === null ? [event.shot] : []));
  return { simulator, events, played };
}

const HERE = '127.0.0.1';

function plug<S extends TcpSimulator>({ tcp }: DeviceFixture, simulator: S, port: number) {
  const recorded = watched(simulator);
  tcp.listen(HERE, port, (peer) => simulator.connection(peer));
  return recorded;
}

/** Serves GSPconnect at its default port, where a device looks first, in its strictest mode. */
export const plugGspconnect = (fixture: DeviceFixture, { port = 921, broken_reconnect = true } = {}) =>
  plug(fixture, createGspconnect({ clock: fixture.clock, broken_reconnect, ready_first: true }), port);

export const plugLenient = (
  fixture: DeviceFixture,
  { port = 921, ...options }: { port?: number } & LenientOptions = {},
) => plug(fixture, createLenient(options), port);

/** Serves a connector's putting port. Answers that are not HTTP can only be tested on a real port. */
export function plugPuttingPort(
  { network }: DeviceFixture,
  mode: Exclude<PuttingMode, 'bare' | 'bare-double'> = 'result',
  port = 8888,
) {
  const recorded = watched(createPuttingPort({ mode }));
  network.serve(`http://${HERE}:${port}`, ({ path, body, respond }) => {
    const answer = recorded.simulator.request({ method: 'POST', path, body: new TextDecoder().decode(body) });
    if (answer.kind === 'http') respond({ status: answer.status, text: answer.body });
    return () => {};
  });
  return recorded;
}

/** Returns the keys that a device has tapped, by their function in a simulator. */
export const tappedBy = (device: SeatedDevice): readonly (SimulatorKey | null)[] =>
  (device.components().keyboard?.taps() ?? []).map(({ name }) => name);
