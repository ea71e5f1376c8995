// The states of the navigation around codes: of a host that is joined, and of extensions that are installed and removed.

import { SHARE_CODE } from './code-entry.ts';
import { navigationSetup } from './navigation.setup.ts';

const show = (page: 'joining' | 'extensions' | 'installing' | 'removing') =>
  ({ type: 'show', params: { page } }) as const;
const moveKey = (columns: number, rows: number) => ({ type: 'moveKey', params: { columns, rows } }) as const;

/** A finger on a key moves there and types it. */
const TOUCH_KEY = {
  actions: [
    { type: 'touchKey', params: ({ event }: { event: { readonly focus: number } }) => event },
    { type: 'pressKey', params: { key: 'ok' } },
  ],
} as const;

export const joining = navigationSetup.createStateConfig({
  entry: show('joining'),
  always: { guard: 'we are a guest', target: 'together' },
  on: {
    'key.up': { actions: moveKey(0, -1) },
    'key.down': { actions: moveKey(0, 1) },
    'key.left': { actions: moveKey(-1, 0) },
    'key.right': { actions: moveKey(1, 0) },
    'touch.row': TOUCH_KEY,
    'key.ok': [
      { guard: 'the last key is missing', actions: ['typeKey', 'tryCode'] },
      { guard: 'the code is complete', actions: 'tryCode' },
      { actions: 'typeKey' },
    ],
    'key.back': [{ guard: 'nothing is typed', target: 'together' }, { actions: 'takeKey' }],
  },
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

export const installing = navigationSetup.createStateConfig({
  entry: show('installing'),
  on: {
    'key.up': { actions: moveKey(0, -1) },
    'key.down': { actions: moveKey(0, 1) },
    'key.left': { actions: moveKey(-1, 0) },
    'key.right': { actions: moveKey(1, 0) },
    'touch.row': TOUCH_KEY,
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
