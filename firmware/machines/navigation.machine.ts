// From page to page. What a page's rows are and do is in navigation.ts; this machine says where they lead.

import { assign, enqueueActions, fromPromise, raise, sendParent, sendTo, setup } from 'xstate';
import type { Strike } from '../../hal/sensor/sensor.ts';
import type { Sound } from '../../hal/speaker/speaker.ts';
import type { GameId } from '../../wire/choices.ts';
import type { Facts } from '../facts/facts.ts';
import type { SeatResult } from '../games/game.ts';
import type { GameState } from '../games/games.ts';
import { experienceMachine } from './experience.machine.ts';
import type { ExperienceInput } from './experience.ts';
import { nameEntry, typedName, withCursorMoved, withLetterTurned } from './naming.ts';
import {
  focusedRow,
  withFocusMoved,
  type BeginSet,
  type BegunSet,
  type NavigationContext,
  type PageName,
  type RowEvent,
} from './navigation.ts';

type KeyEvent = { readonly type: 'key.up' | 'key.down' | 'key.left' | 'key.right' | 'key.ok' | 'key.back' };

export type NavigationEvent =
  | KeyEvent
  | RowEvent
  | { readonly type: 'touch.row'; readonly focus: number; readonly key: 'ok' | 'left' | 'right' }
  | { readonly type: 'navigation.facts'; readonly facts: Facts }
  | { readonly type: 'sensor.strike'; readonly strike: Strike }
  | { readonly type: 'experience.putt'; readonly state: GameState; readonly seat: number; readonly sound: Sound }
  | {
      readonly type: 'experience.finished';
      readonly game: GameId;
      readonly results: readonly SeatResult[];
      readonly unix_s: number;
    }
  | { readonly type: 'experience.left' };

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
    focusUp: assign(({ context }) => withFocusMoved(context, -1)),
    focusDown: assign(({ context }) => withFocusMoved(context, 1)),
    press: enqueueActions(({ context, enqueue }, { key }: { key: 'ok' | 'left' | 'right' }) => {
      const does = focusedRow(context)?.[key];
      if (does) enqueue.raise(does);
    }),
    focusTouched: assign(({ context, event }) =>
      event.type === 'touch.row' ? { focus: { ...context.focus, [context.page]: event.focus } } : {},
    ),
    pressTouched: raise(({ event }) => ({ type: `key.${event.type === 'touch.row' ? event.key : 'ok'}` as const })),
    takeFacts: assign(({ event }) => (event.type === 'navigation.facts' ? { facts: event.facts } : {})),
    takeGame: assign(({ context, event }) =>
      event.type === 'open.setup' ? { game: event.game, focus: { ...context.focus, setup: 0 } } : {},
    ),
    takeSet: assign((_, { begun }: { begun: BegunSet }) => ({ begun })),
    takeResume: assign(({ event }) => (event.type === 'open.play' ? { resume: event.resume } : {})),
    takePlayer: assign(({ event }) => (event.type === 'open.player' ? { player_id: event.player_id } : {})),
    takeNaming: assign(({ event }) => (event.type === 'open.naming' ? { naming: event.naming } : {})),
    takeResults: assign(({ event }) => (event.type === 'experience.finished' ? { results: event.results } : {})),
    letterUp: assign(({ context }) => ({ naming: withLetterTurned(context.naming, -1) })),
    letterDown: assign(({ context }) => ({ naming: withLetterTurned(context.naming, 1) })),
    cursorLeft: assign(({ context }) => ({ naming: withCursorMoved(context.naming, -1) })),
    cursorRight: assign(({ context }) => ({ naming: withCursorMoved(context.naming, 1) })),
    forward: sendTo('experience', ({ event }) => event as never),
    stopExperience: sendTo('experience', { type: 'experience.stop' }),
    tellParent: sendParent(({ event }) => event as never),
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
    'key.up': { actions: 'focusUp' },
    'key.down': { actions: 'focusDown' },
    'key.left': { actions: { type: 'press', params: { key: 'left' } } },
    'key.right': { actions: { type: 'press', params: { key: 'right' } } },
    'key.ok': { actions: { type: 'press', params: { key: 'ok' } } },
    'touch.row': { actions: ['focusTouched', 'pressTouched'] },
    'navigation.facts': { actions: 'takeFacts' },
    'device.change': { actions: 'tellParent' },
    'open.naming': { target: '.naming', actions: 'takeNaming' },
    'sensor.strike': { actions: 'tellUnused' },
  },
  states: {
    menu: {
      entry: { type: 'show', params: { page: 'menu' } },
      on: {
        'open.setup': { target: 'setup', actions: 'takeGame' },
        'open.players': 'players',
        'open.settings': 'settings',
        'open.status': 'status',
      },
    },
    setup: {
      entry: { type: 'show', params: { page: 'setup' } },
      on: { 'open.play': { target: 'starting', actions: 'takeResume' }, 'open.trend': 'trend', 'key.back': 'menu' },
    },
    starting: {
      invoke: {
        src: 'beginSet',
        input: ({ context }) => context,
        onDone: {
          target: 'playing',
          actions: { type: 'takeSet', params: ({ event }) => ({ begun: event.output }) },
        },
        onError: 'setup',
      },
    },
    playing: {
      entry: { type: 'show', params: { page: 'playing' } },
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
        'experience.finished': { target: 'result', actions: ['takeResults', 'tellParent'] },
        'experience.left': 'setup',
      },
    },
    result: {
      entry: { type: 'show', params: { page: 'result' } },
      on: { 'key.ok': 'setup', 'key.back': 'setup' },
    },
    trend: {
      entry: { type: 'show', params: { page: 'trend' } },
      on: { 'key.ok': 'setup', 'key.back': 'setup' },
    },
    players: {
      entry: { type: 'show', params: { page: 'players' } },
      on: { 'open.player': { target: 'player', actions: 'takePlayer' }, 'key.back': 'menu' },
    },
    player: {
      entry: { type: 'show', params: { page: 'player' } },
      on: { 'key.back': 'players', 'player.removed': { target: 'players', actions: 'askToRemove' } },
    },
    naming: {
      entry: { type: 'show', params: { page: 'naming' } },
      on: {
        'key.up': { actions: 'letterUp' },
        'key.down': { actions: 'letterDown' },
        'key.left': { actions: 'cursorLeft' },
        'key.right': { actions: 'cursorRight' },
        'key.ok': [
          { guard: 'a player is named', target: 'player', actions: 'askForName' },
          { target: 'settings', actions: 'askForName' },
        ],
        'key.back': [{ guard: 'a player is named', target: 'player' }, { target: 'settings' }],
      },
    },
    settings: {
      entry: { type: 'show', params: { page: 'settings' } },
      on: { 'key.back': 'menu' },
    },
    status: {
      entry: { type: 'show', params: { page: 'status' } },
      on: { 'key.back': 'menu', 'key.ok': 'menu' },
    },
  },
});
