// Distance calibration service: one measured putt corrects the X factor of all players or the impact ratio of one.

import { calibrationMachine } from '../calibration/calibration.machine.ts';
import { NO_CALIBRATION } from '../calibration/calibration.ts';
import type { Persisted } from '../persisted/persisted.ts';
import { service } from './service.ts';

export const calibration = service({
  machine: calibrationMachine,
  over: () => calibrationMachine,
  persisted: ({ persisted }: { readonly persisted: Persisted }) => ({ persisted }),
  event_descriptors: ['calibration.*'],
  none: NO_CALIBRATION,
  view: ({ view }) => view,
});
