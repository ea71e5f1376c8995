// Calibration of the sensor's gates: apertures by feeler gauge, speed and attack by a pendulum, stored on the board.

import { storeFrom } from '../gates/gates.actors.ts';
import { gatesMachine } from '../gates/gates.machine.ts';
import { NO_GATES, type GatesView } from '../gates/gates.ts';
import { service } from './service.ts';

export const gates = service({
  machine: gatesMachine,
  over: ({ sensor }) => gatesMachine.provide({ actors: { store: storeFrom(sensor) } }),
  persisted: () => null,
  event_descriptors: ['gates.*'],
  none: NO_GATES,
  view: ({ view }, snapshot): GatesView => ({ ...view, storing: snapshot.matches('storing') }),
});
