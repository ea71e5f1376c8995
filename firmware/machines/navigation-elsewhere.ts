// The states of the navigation in which something else has the screen: an extension, our own simulator, or the host's.

import type { ExtensionInput } from '../extension/extension.ts';
import type { Installed } from '../facts/extensions.ts';
import { navigationSetup } from './navigation.setup.ts';

const MUTED = { type: 'say', params: { text: 'The host repeats a shot: wait a moment.' } } as const;
const show = (page: 'extension' | 'simulator' | 'sharing') => ({ type: 'show', params: { page } }) as const;

/** An extension in play; another version of it begins anew. */
export const extension = navigationSetup.createStateConfig({
  entry: show('extension'),
  invoke: {
    src: 'extension',
    id: 'extension',
    input: ({ context: { facts, code } }): ExtensionInput => ({
      facts,
      installed: facts.installed.find((each) => each.code === code) as Installed,
    }),
  },
  on: {
    'sensor.strike': { actions: 'toExtension' },
    'key.up': { actions: 'toExtension' },
    'key.down': { actions: 'toExtension' },
    'key.left': { actions: 'toExtension' },
    'key.right': { actions: 'toExtension' },
    'key.ok': { actions: 'toExtension' },
    'key.back': [{ guard: 'it has settings', target: 'options' }, { target: 'menu' }],
    'device.note': { actions: 'tellParent' },
    'navigation.facts': [
      {
        guard: { type: 'it goes', params: ({ event }) => event },
        target: 'menu',
        actions: ['sayRemoved', { type: 'takeFacts', params: ({ event }) => event }],
      },
      {
        guard: { type: 'another version is installed', params: ({ event }) => event },
        target: 'extension',
        reenter: true,
        actions: { type: 'takeFacts', params: ({ event }) => event },
      },
      { actions: { type: 'takeFacts', params: ({ event }) => event } },
    ],
  },
});

/** Our own simulator, by either way. */
export const simulator = navigationSetup.createStateConfig({
  entry: [show('simulator'), 'openSimulator'],
  on: {
    'sensor.strike': { actions: { type: 'puttOnSimulator', params: ({ event }) => event } },
    'simulator.disconnect': {
      target: 'setup',
      actions: [
        // The next OK is to play, not to disconnect again.
        { type: 'take', params: ({ context }) => ({ focus: { ...context.focus, simulator: 0, setup: 0 } }) },
        'tellParent',
      ],
    },
    'key.back': 'setup',
  },
});

/** The host's simulator, as a guest: in mode 20 (R72). */
export const sharing = navigationSetup.createStateConfig({
  entry: show('sharing'),
  always: { guard: 'we are no guest', target: 'menu', actions: 'leaveHost' },
  on: {
    'sensor.strike': [
      { guard: 'the host replays a shot', actions: MUTED },
      { actions: { type: 'puttToHost', params: ({ event }) => event } },
    ],
    'simulator.act': [
      { guard: 'the host replays a shot', actions: MUTED },
      { actions: { type: 'inputToHost', params: ({ event }) => event } },
    ],
    'key.back': { target: 'menu', actions: ['leaveHost', { type: 'askToFollow', params: { fol: false } }] },
  },
});
