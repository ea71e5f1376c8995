// The states of the navigation in which something is typed: a name, an address or a number, letter by letter; and a code, on a keyboard of its
// own.

import { navigationSetup } from './navigation.setup.ts';

const show = (page: 'naming' | 'joining' | 'installing') => ({ type: 'show', params: { page } }) as const;
export const naming = navigationSetup.createStateConfig({
  entry: show('naming'),
  on: {
    'key.up': { actions: { type: 'turnLetter', params: { by: -1 } } },
    'key.down': { actions: { type: 'turnLetter', params: { by: 1 } } },
    'key.left': { actions: { type: 'moveCursor', params: { by: -1 } } },
    'key.right': { actions: { type: 'moveCursor', params: { by: 1 } } },
    'key.ok': [
      { guard: 'it makes no sense', actions: 'sayProblem' },
      { guard: 'a distance is typed', target: 'calibration', actions: 'takeMeasured' },
      { guard: 'a player is named', target: 'player', actions: 'askForName' },
      { guard: 'a simulator is named', target: 'setup', actions: 'askForName' },
      { guard: 'a server is named', target: 'forwarding', actions: 'askForName' },
      { target: 'settings', actions: 'askForName' },
    ],
    'sensor.strike': [
      {
        guard: 'a distance is typed',
        target: 'calibration',
        actions: { type: 'takeStruck', params: ({ event }) => event },
      },
      { actions: 'tellUnused' },
    ],
    'key.back': [
      { guard: 'a distance is typed', target: 'calibration' },
      { guard: 'a player is named', target: 'player' },
      { guard: 'a simulator is named', target: 'setup' },
      { guard: 'a server is named', target: 'forwarding' },
      { target: 'settings' },
    ],
  },
});

const moveKey = (columns: number, rows: number) => ({ type: 'moveKey', params: { columns, rows } }) as const;

/** The keyboard of codes: four keys move on it, and a finger on a symbol moves there and types it. */
const CODE_KEYBOARD = {
  'key.up': { actions: moveKey(0, -1) },
  'key.down': { actions: moveKey(0, 1) },
  'key.left': { actions: moveKey(-1, 0) },
  'key.right': { actions: moveKey(1, 0) },
  'touch.row': {
    actions: [
      { type: 'touchKey', params: ({ event }: { event: { readonly focus: number } }) => event },
      { type: 'pressKey', params: { key: 'ok' } },
    ],
  },
} as const;

export const joining = navigationSetup.createStateConfig({
  entry: show('joining'),
  always: { guard: 'we are a guest', target: 'together' },
  on: {
    ...CODE_KEYBOARD,
    'key.ok': [
      { guard: 'the last key is missing', actions: ['typeKey', 'tryCode'] },
      { guard: 'the code is complete', actions: 'tryCode' },
      { actions: 'typeKey' },
    ],
    'key.back': [{ guard: 'nothing is typed', target: 'together' }, { actions: 'takeKey' }],
  },
});

export const installing = navigationSetup.createStateConfig({
  entry: show('installing'),
  on: {
    ...CODE_KEYBOARD,
    'key.ok': [
      { guard: 'the last key is missing', actions: ['typeKey', 'askToInstall'] },
      { guard: 'the code is complete', actions: 'askToInstall' },
      { actions: 'typeKey' },
    ],
    'key.back': [{ guard: 'nothing is typed', target: 'extensions' }, { actions: 'takeKey' }],
    'navigation.update': [
      {
        guard: { type: 'it was installed', params: ({ event }) => event },
        target: 'extensions',
        actions: { type: 'take', params: ({ event: { update } }) => ({ update }) },
      },
      { actions: { type: 'take', params: ({ event: { update } }) => ({ update }) } },
    ],
  },
});
