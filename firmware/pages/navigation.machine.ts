// Navigation between pages. Each page file defines its content and keys; pages.ts lists the pages.

import { MACHINE_OPTIONS } from '../machine.ts';
import { codeInMode, hasPage } from '../persisted/extensions.ts';
import { experienceOfMode, MENU } from '../experiences/registry.ts';
import { NO_PLAY } from '../play/play-view.ts';
import { EMPTY_HOST_CODE } from './together/code-entry.ts';
import { nameEntry } from './settings/naming.ts';
import { withFirstFocus, type NavigationContext } from './navigation.ts';
import { navigationSetup } from './navigation.setup.ts';
import { stateOfPage } from './page-entry.ts';
import { PAGES } from './pages.ts';
import { PLAY_PAGES } from './play/play-pages.ts';
import { EMPTY_PASSWORD } from './settings/wifi-password.ts';

type GuardArgs = { readonly context: NavigationContext };

const PAGE_STATES = Object.fromEntries(PAGES.map((page) => [page.name, stateOfPage(page)]));

/** Whether the last chosen experience has a set-up page (C102). */
const hasStoredExperience = ({ context: { deviceState } }: GuardArgs): boolean => {
  const id = experienceOfMode(deviceState().own_persisted.exp.mode)?.id;
  return MENU.some((each) => each.id === id && each.kind !== 'unsensed');
};
const storedExtension = ({ context: { deviceState } }: GuardArgs): string | null => {
  const { own_persisted } = deviceState();
  const code = codeInMode(own_persisted.installed, own_persisted.exp.mode);
  return own_persisted.installed.some((each) => each.code === code && hasPage(each)) ? code : null;
};

export const navigationMachine = navigationSetup.createMachine({
  id: 'navigation',
  options: MACHINE_OPTIONS,
  context: ({ input }) => ({
    ...input,
    focus: {},
    id: NO_PLAY.id,
    player_id: null,
    code: '',
    naming: nameEntry('device', '', null),
    code_entry: EMPTY_HOST_CODE,
    network: '',
    password: EMPTY_PASSWORD,
    results: [],
    plot: 0,
    prompted_version: '',
    instead: null,
  }),
  initial: 'opening',
  on: {
    'open.played': '.played',
    'open.reset': {
      target: '.reset',
      actions: { type: 'take', params: ({ context }) => withFirstFocus(context, 'reset') },
    },
    'open.naming': [
      {
        guard: ({ event }) => event.naming.of === 'measured',
        target: '.measuring',
        actions: { type: 'take', params: ({ event: { naming } }) => ({ naming }) },
      },
      { target: '.naming', actions: { type: 'take', params: ({ event: { naming } }) => ({ naming }) } },
    ],
    'set.finished': {
      target: '.result',
      actions: {
        type: 'take',
        params: ({ context, event: { game, results } }) => ({
          id: game,
          results,
          plot: 0,
          ...withFirstFocus(context, 'result'),
        }),
      },
    },
    'touch.row': { actions: { type: 'pressKey', params: ({ event }) => event } },
  },
  states: {
    opening: {
      always: [
        {
          guard: hasStoredExperience,
          target: 'setup',
          actions: {
            type: 'take',
            params: ({ context }) => ({
              id: experienceOfMode(context.deviceState().own_persisted.exp.mode)?.id ?? context.id,
            }),
          },
        },
        {
          guard: (here) => storedExtension(here) !== null,
          target: 'options',
          actions: { type: 'take', params: (here) => ({ code: storedExtension(here) ?? '' }) },
        },
        { target: 'menu' },
      ],
    },
    /** Redirects to the page of the current game. */
    played: {
      entry: {
        type: 'take',
        params: ({ context }) => ({ id: context.deviceState().play.id, code: context.deviceState().play.code }),
      },
      always: [
        ...PLAY_PAGES.map(({ name, shows }) => ({
          guard: { type: 'play kind matches', params: { kinds: shows } } as const,
          target: name,
        })),
        { target: 'menu' },
      ],
    },
    ...PAGE_STATES,
  },
});
