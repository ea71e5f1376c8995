// The states of the navigation below the settings: calibration, whose putts go to a machine of its own; shot forwarding; and the extensions that are
// installed.

import type { CalibrationInput } from '../calibration/calibration.machine.ts';
import { SHARE_CODE } from './code-entry.ts';
import { navigationSetup } from './navigation.setup.ts';

type SettingsPage = 'settings' | 'calibration' | 'calibrations' | 'forwarding' | 'firmware' | 'extensions' | 'removing';
const show = (page: SettingsPage) => ({ type: 'show', params: { page } }) as const;

export const settings = navigationSetup.createStateConfig({
  entry: show('settings'),
  on: {
    'open.extensions': 'extensions',
    'open.calibration': 'calibration',
    'open.forwarding': 'forwarding',
    'open.firmware': 'firmware',
    'key.back': 'menu',
  },
});

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

export const forwarding = navigationSetup.createStateConfig({
  entry: show('forwarding'),
  on: { 'key.back': 'settings' },
});

export const firmware = navigationSetup.createStateConfig({
  entry: show('firmware'),
  on: { 'offer.later': 'menu', 'key.back': 'settings' },
});

/** Settings > Manage extensions. */
export const extensions = navigationSetup.createStateConfig({
  entry: show('extensions'),
  on: {
    'open.installing': { target: 'installing', actions: { type: 'take', params: { code_entry: SHARE_CODE } } },
    'open.removing': {
      target: 'removing',
      actions: {
        type: 'take',
        params: ({ context, event }) => ({ code: event.code, focus: { ...context.focus, removing: 0 } }),
      },
    },
    'key.back': 'settings',
  },
});

/** Whether an extension is to go; a default one stays (R110). */
export const removing = navigationSetup.createStateConfig({
  entry: show('removing'),
  always: { guard: 'it has gone', target: 'extensions' },
  on: {
    'extension.kept': 'extensions',
    'extension.removed': { target: 'extensions', actions: ['sayRemoved', 'askToUninstall'] },
    'key.ok': [
      { guard: 'it is a default one', target: 'extensions' },
      { actions: { type: 'press', params: { key: 'ok' } } },
    ],
    'key.back': 'extensions',
  },
});
