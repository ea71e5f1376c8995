// From page to page. What a page's rows are and do is in navigation.ts; this machine says where they lead.

import { assign, enqueueActions, fromPromise, raise, sendParent, sendTo, setup } from 'xstate';
import type { Facts } from '../facts/facts.ts';
import { experienceMachine, type ExperienceEvent } from './experience.machine.ts';
import type { ExperienceInput } from './experience.ts';
import { nameEntry, typedName, withCursorMoved, withLetterTurned } from './naming.ts';
import {
  focusedRow,
  withFocusMoved,
  type BeginSet,
  type BegunSet,
  type NavigationContext,
  type NavigationEvent,
  type PageName,
} from './navigation.ts';

type On<T extends NavigationEvent['type']> = Extract<NavigationEvent, { type: T }>;

/** The action that takes a part of the context out of an event. */
const take = <E>(part: (event: E) => Partial<NavigationContext>) =>
  ({ type: 'take', params: ({ event }: { event: E }) => part(event) }) as const;

const show = (page: PageName) => ({ type: 'show', params: { page } }) as const;

export const navigationMachine = setup({
  types: {
    input: {} as { facts: Facts },
    context: {} as NavigationContext,
    events: {} as NavigationEvent,
  },
  actors: {
    experience: experienceMachine,
    beginSet: fromPromise<BegunSet, BeginSet>(() => {
      throw new Error('the actor slot beginSet of the navigation is not filled');
    }),
  },
  actions: {
    show: assign((_, { page }: { page: PageName }) => ({ page })),
    moveFocus: assign(({ context }, { by }: { by: 1 | -1 }) => withFocusMoved(context, by)),
    press: enqueueActions(({ context, enqueue }, { key }: { key: 'ok' | 'left' | 'right' }) => {
      const does = focusedRow(context)?.[key];
      if (does) enqueue.raise(does);
    }),
    pressKey: raise((_, { key }: { key: 'ok' | 'left' | 'right' }) => ({ type: `key.${key}` as const })),
    take: assign((_, part: Partial<NavigationContext>) => part),
    turnLetter: assign(({ context }, { by }: { by: 1 | -1 }) => ({ naming: withLetterTurned(context.naming, by) })),
    moveCursor: assign(({ context }, { by }: { by: 1 | -1 }) => ({ naming: withCursorMoved(context.naming, by) })),
    forward: sendTo('experience', ({ event }) => event as ExperienceEvent),
    stopExperience: sendTo('experience', { type: 'experience.stop' }),
    tellParent: sendParent(({ event }) => event),
    tellUnused: sendParent({ type: 'strike.unused' }),
    askForName: sendParent(({ context: { naming } }) => ({
      type: 'device.change',
      change:
        naming.of === 'device'
          ? { kind: 'name_device', text: typedName(naming) }
          : { kind: 'name_player', player_id: naming.player_id, text: typedName(naming) },
    })),
    askToRemove: sendParent(({ context }) => ({
      type: 'device.change',
      change: { kind: 'remove_player', player_id: context.player_id },
    })),
  },
  guards: {
    'a player is named': ({ context }) => context.naming.of === 'player',
  },
}).createMachine({
  id: 'navigation',
  options: { maxIterations: 100 },
  context: ({ input }) => ({
    ...input,
    page: 'menu',
    focus: {},
    game: 'metrics',
    resume: false,
    begun: null,
    player_id: null,
    naming: nameEntry('device', '', null),
    results: [],
  }),
  initial: 'menu',
  on: {
    'key.up': { actions: { type: 'moveFocus', params: { by: -1 } } },
    'key.down': { actions: { type: 'moveFocus', params: { by: 1 } } },
    'key.left': { actions: { type: 'press', params: { key: 'left' } } },
    'key.right': { actions: { type: 'press', params: { key: 'right' } } },
    'key.ok': { actions: { type: 'press', params: { key: 'ok' } } },
    'touch.row': {
      actions: [
        {
          type: 'take',
          params: ({ context, event }) => ({ focus: { ...context.focus, [context.page]: event.focus } }),
        },
        { type: 'pressKey', params: ({ event }) => ({ key: event.key }) },
      ],
    },
    'navigation.facts': { actions: take(({ facts }: On<'navigation.facts'>) => ({ facts })) },
    'device.change': { actions: 'tellParent' },
    'open.naming': { target: '.naming', actions: take(({ naming }: On<'open.naming'>) => ({ naming })) },
    'sensor.strike': { actions: 'tellUnused' },
  },
  states: {
    menu: {
      entry: show('menu'),
      on: {
        'open.setup': {
          target: 'setup',
          actions: {
            type: 'take',
            params: ({ context, event }) => ({ game: event.game, focus: { ...context.focus, setup: 0 } }),
          },
        },
        'open.players': 'players',
        'open.settings': 'settings',
        'open.status': 'status',
      },
    },
    setup: {
      entry: show('setup'),
      on: {
        'open.play': { target: 'starting', actions: take(({ resume }: On<'open.play'>) => ({ resume })) },
        'open.trend': 'trend',
        'key.back': 'menu',
      },
    },
    starting: {
      invoke: {
        src: 'beginSet',
        input: ({ context }) => context,
        onDone: { target: 'playing', actions: { type: 'take', params: ({ event }) => ({ begun: event.output }) } },
        onError: 'setup',
      },
    },
    playing: {
      entry: show('playing'),
      invoke: {
        src: 'experience',
        id: 'experience',
        input: ({ context }): ExperienceInput => ({ ...(context.begun as BegunSet), facts: context.facts }),
      },
      on: {
        'sensor.strike': { actions: 'forward' },
        'key.left': { actions: 'forward' },
        'key.right': { actions: 'forward' },
        'key.ok': { actions: 'forward' },
        'key.back': { actions: 'stopExperience' },
        'experience.putt': { actions: 'tellParent' },
        'experience.finished': {
          target: 'result',
          actions: [take(({ results }: On<'experience.finished'>) => ({ results })), 'tellParent'],
        },
        'experience.left': 'setup',
      },
    },
    result: {
      entry: show('result'),
      on: { 'key.ok': 'setup', 'key.back': 'setup' },
    },
    trend: {
      entry: show('trend'),
      on: { 'key.ok': 'setup', 'key.back': 'setup' },
    },
    players: {
      entry: show('players'),
      on: {
        'open.player': { target: 'player', actions: take(({ player_id }: On<'open.player'>) => ({ player_id })) },
        'key.back': 'menu',
      },
    },
    player: {
      entry: show('player'),
      on: { 'key.back': 'players', 'player.removed': { target: 'players', actions: 'askToRemove' } },
    },
    naming: {
      entry: show('naming'),
      on: {
        'key.up': { actions: { type: 'turnLetter', params: { by: -1 } } },
        'key.down': { actions: { type: 'turnLetter', params: { by: 1 } } },
        'key.left': { actions: { type: 'moveCursor', params: { by: -1 } } },
        'key.right': { actions: { type: 'moveCursor', params: { by: 1 } } },
        'key.ok': [
          { guard: 'a player is named', target: 'player', actions: 'askForName' },
          { target: 'settings', actions: 'askForName' },
        ],
        'key.back': [{ guard: 'a player is named', target: 'player' }, { target: 'settings' }],
      },
    },
    settings: {
      entry: show('settings'),
      on: { 'key.back': 'menu' },
    },
    status: {
      entry: show('status'),
      on: { 'key.back': 'menu', 'key.ok': 'menu' },
    },
  },
});
