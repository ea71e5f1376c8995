// The states of the navigation around calibration: its page, whose putts go to a machine of its own, and what was calibrated before.

import type { CalibrationInput } from '../calibration/calibration.machine.ts';
import { navigationSetup } from './navigation.setup.ts';

const show = (page: 'calibration' | 'calibrations') => ({ type: 'show', params: { page } }) as const;

export const calibration = navigationSetup.createStateConfig({
  entry: show('calibration'),
  invoke: {
    src: 'calibration',
    id: 'calibration',
    input: ({ context: { calibration: view, facts } }): CalibrationInput => ({ view, facts }),
  },
  on: {
    'sensor.strike': { actions: 'toCalibration' },
    'calibration.*': { actions: 'toCalibration' },
    'navigation.calibration': {
      actions: { type: 'take', params: ({ event }) => ({ calibration: event.view }) },
    },
    'navigation.facts': {
      actions: [
        { type: 'takeFacts', params: ({ event }) => event },
        { type: 'factsToCalibration', params: ({ event }) => event },
      ],
    },
    'device.note': { actions: 'tellParent' },
    'open.calibrations': 'calibrations',
    'key.back': 'settings',
  },
});

export const calibrations = navigationSetup.createStateConfig({
  entry: show('calibrations'),
  on: { 'key.back': 'calibration' },
});
