// Golf simulator service: sends key taps to the simulator's computer and shots over either of two transports.

import type { Persisted } from '../persisted/persisted.ts';
import { ownName } from '../online/device-names.ts';
import type { SessionView } from '../online/online.ts';
import { connectorMachine } from '../simulator/connector.machine.ts';
import { linkMachine } from '../simulator/link.machine.ts';
import { carryOutFrom, dialFrom, postFrom } from '../simulator/simulator.actors.ts';
import { simulatorMachine } from '../simulator/simulator.machine.ts';
import { NO_SIMULATOR, simulatorView, transportOf } from '../simulator/simulator.ts';
import { service } from './service.ts';

interface Source {
  readonly own_persisted: Persisted;
  readonly session: SessionView;
}

export const simulator = service({
  machine: simulatorMachine,
  over: ({ http, tcp, keyboard, clock }) =>
    simulatorMachine.provide({
      actors: {
        carryOut: carryOutFrom(keyboard, clock),
        link: linkMachine.provide({ actors: { dial: dialFrom(tcp, clock) } }),
        connector: connectorMachine.provide({ actors: { post: postFrom(http, clock) } }),
      },
    }),
  persisted: ({ own_persisted, session }: Source) => ({
    transport: transportOf(own_persisted.exp.mode),
    settings: own_persisted.simulator,
    name: ownName(own_persisted, session),
    hosting: session.role === 'host',
  }),
  event_descriptors: ['simulator.*', 'session.inputs', 'storage.settled', 'network.changed'],
  none: NO_SIMULATOR,
  view: (context) => simulatorView(context),
});
