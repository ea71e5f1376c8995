// The firmware's simulator service in isolation, on a virtual clock, network, HTTP link and keyboard, under a parent
// that records its events.

import type { AnyEventObject } from 'xstate';
import { simulatorFrom, type SimulatorSettings } from '../../../firmware/persisted/simulator.ts';
import { connectorMachine } from '../../../firmware/simulator/connector.machine.ts';
import { linkMachine } from '../../../firmware/simulator/link.machine.ts';
import { carryOutFrom, dialFrom, postFrom } from '../../../firmware/simulator/simulator.actors.ts';
import { simulatorMachine, type SimulatorEvent } from '../../../firmware/simulator/simulator.machine.ts';
import type { SimulatorPersisted } from '../../../firmware/simulator/simulator.ts';
import { createVirtualClock, type VirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createHttpNetwork } from '../../../hal/http/http-virtual.ts';
import { createVirtualKeyboard, type VirtualKeyboard } from '../../../hal/keyboard/keyboard-virtual.ts';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import type { InputItem } from '../../../wire/relay/answers.ts';
import { createVirtualTcp } from '../../../hal/tcp/tcp-virtual.ts';
import { openLoop } from '../relay/relay-loop.ts';
import { plugLenient, plugPuttingPort } from './simulator-fixture.ts';

interface SimulatorBench {
  readonly clock: VirtualClock;
  readonly keyboard: VirtualKeyboard;
  readonly persisted: SimulatorPersisted;
  readonly lenient: ReturnType<typeof plugLenient>;
  readonly port: ReturnType<typeof plugPuttingPort>;
  /** Taps and shots in order: `aim_left`, `140.0 mph`. */
  readonly received: readonly string[];
  readonly parent_events: readonly AnyEventObject[];
  send(event: SimulatorEvent): void;
  /**
   * Sends guest inputs and immediately marks them as stored. `backlog_seq`: number of the latest input sent before the
   * host started listening.
   */
  sendInputs(items: readonly InputItem[], backlog_seq?: number): void;
  state(): unknown;
}

/** Starts the service. Default: in use by a host with guests. */
export function simulatorBench(
  given: Partial<SimulatorPersisted> = {},
  settings: Partial<SimulatorSettings> = {},
): SimulatorBench {
  const clock = createVirtualClock();
  const tcp = createVirtualTcp({ clock, random: createSeededRandom(1, 'tcp') });
  const network = createHttpNetwork(clock);
  const http = network.link(createSeededRandom(1, 'http'));
  const keyboard = createVirtualKeyboard();
  const lenient = plugLenient({ clock, tcp, network });
  const port = plugPuttingPort({ clock, tcp, network });
  const received: string[] = [];
  keyboard.onTap(({ name }) => received.push(String(name)));
  for (const { simulator } of [lenient, port])
    simulator.onEvent((event) => {
      if (event.kind === 'shot') received.push(`${event.shot.speed_mph.toFixed(1)} mph`);
    });
  const persisted: SimulatorPersisted = {
    transport: 'simdirect',
    settings: { ...simulatorFrom({}), ...settings },
    name: 'Studio',
    hosting: true,
    ...given,
  };
  const machine = simulatorMachine.provide({
    actors: {
      carryOut: carryOutFrom(keyboard, clock),
      link: linkMachine.provide({ actors: { dial: dialFrom(tcp, clock) } }),
      connector: connectorMachine.provide({ actors: { post: postFrom(http, clock) } }),
    },
  });
  const loop = openLoop({ persisted }, () => machine, clock);
  return {
    clock,
    keyboard,
    persisted,
    lenient,
    port,
    received,
    parent_events: loop.parent_events,
    send: loop.send,
    sendInputs(items, backlog_seq = 0) {
      const inputs: SimulatorEvent = { type: 'session.inputs', items, at_ms: clock.now_ms(), backlog_seq };
      loop.send(inputs);
      loop.send({ type: 'storage.settled' });
    },
    state: loop.value,
  };
}
