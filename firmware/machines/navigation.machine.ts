// From page to page. What a page's rows are and do is in navigation.ts; this machine says where they lead.

import type { CourseState } from '../experiences/course/round.ts';
import { SETS, type ExperienceId } from '../experiences/registry.ts';
import { NO_FORWARDING } from '../forwarding/forwarder.ts';
import { NO_CALIBRATION } from '../calibration/calibration.ts';
import { HOST_CODE } from './code-entry.ts';
import { nameEntry } from './naming.ts';
import type { PageName } from './navigation.ts';
import { navigationSetup, take, type On } from './navigation.setup.ts';
import { extension, sharing, simulator } from './navigation-elsewhere.ts';
import {
  calibration,
  calibrations,
  extensions,
  firmware,
  forwarding,
  removing,
  settings,
} from './navigation-settings.ts';
import { course, playing, visit } from './navigation-play.ts';
import { installing, joining, naming } from './navigation-typing.ts';
import { wayOf, type SimWay } from '../simulator/simulator.ts';

const show = (page: PageName) => ({ type: 'show', params: { page } }) as const;
const begin = [
  'leaveHost',
  take(({ resume }: On<'open.play'>) => ({ resume })),
  { type: 'askToSelect', params: ({ event }: { event: On<'open.play'> }) => event },
  { type: 'askToFollow', params: { fol: false } },
] as const;
const play = {
  guard: { type: 'it is installed', params: ({ event }: { event: On<'open.extension'> }) => event },
  target: 'extension',
  actions: [
    'leaveHost',
    take(({ code }: On<'open.extension'>) => ({ code })),
    'selectExtension',
    { type: 'askToFollow', params: { fol: false } },
  ],
} as const;

export const navigationMachine = navigationSetup.createMachine({
  id: 'navigation',
  options: { maxIterations: 100 },
  context: ({ input: { facts, session, update, firmware } }) => ({
    facts,
    own_facts: facts,
    session,
    page: 'menu',
    focus: {},
    game: SETS[0]?.id as ExperienceId,
    resume: false,
    begun: null,
    player_id: null,
    code: '',
    naming: nameEntry('device', '', null),
    code_entry: HOST_CODE,
    calibration: NO_CALIBRATION,
    forwarding: NO_FORWARDING,
    update,
    firmware,
    asked_of: '',
    results: [],
    plot: 0,
    roster: null,
    host_exp: null,
    pull: null,
    round: null,
    club: 0,
    striker: 0,
  }),
  initial: 'opening',
  always: {
    guard: 'the host pulls us',
    target: '.pulled',
    actions: ['takePull', { type: 'askToFollow', params: { fol: true } }],
  },
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
    'navigation.facts': { actions: { type: 'takeFacts', params: ({ event }) => event } },
    'navigation.session': {
      actions: {
        type: 'take',
        params: ({ context, event: { session } }) => ({
          session,
          roster: session.role === 'host' ? context.roster : null,
          // Another part has other rows: the first of them is the one to begin with.
          focus: session.role === context.session.role ? context.focus : { ...context.focus, together: 0 },
        }),
      },
    },
    'navigation.pull': { actions: take(({ exp }: On<'navigation.pull'>) => ({ pull: exp })) },
    'navigation.settings': { actions: { type: 'takeSettings', params: ({ event }) => event } },
    'navigation.roster': { actions: take(({ roster }: On<'navigation.roster'>) => ({ roster })) },
    'navigation.round': [
      {
        guard: { type: 'it is another round', params: ({ event }) => event },
        target: '.visit',
        actions: ['takePull', take(({ round }: On<'navigation.round'>) => ({ round }))],
      },
      { actions: take(({ round }: On<'navigation.round'>) => ({ round })) },
    ],
    'navigation.update': { actions: take(({ update }: On<'navigation.update'>) => ({ update })) },
    'navigation.firmware': { actions: { type: 'takeFirmware', params: ({ event }) => event } },
    'firmware.*': { actions: 'tellParent' },
    'device.change': { actions: 'tellParent' },
    'update.*': { actions: 'tellParent' },
    'forwarder.*': { actions: 'tellParent' },
    'navigation.forwarding': { actions: take(({ view }: On<'navigation.forwarding'>) => ({ forwarding: view })) },
    'online.*': { actions: 'tellParent' },
    'host.*': { actions: 'tellParent' },
    'guest.*': { actions: 'tellParent' },
    'simulator.*': { actions: 'tellParent' },
    'choose.club': { actions: { type: 'chooseClub', params: ({ event }) => event } },
    'choose.striker': { actions: { type: 'chooseStriker', params: ({ event }) => event } },
    'open.naming': { target: '.naming', actions: take(({ naming }: On<'open.naming'>) => ({ naming })) },
    'sensor.strike': { actions: 'tellUnused' },
  },
  states: {
    /** A host whose round was under way goes on with it, and one with a simulator as well. */
    opening: {
      always: [
        {
          guard: 'a round goes on',
          target: 'course',
          actions: {
            type: 'take',
            params: ({ context: { facts } }) => ({
              game: (facts.round as CourseState).game,
              begun: { kind: 'course', state: facts.round as CourseState },
            }),
          },
        },
        {
          guard: 'a simulator is hosted',
          target: 'simulator',
          actions: {
            type: 'take',
            params: ({ context: { facts } }) => ({ game: wayOf(facts.exp.mode) as SimWay }),
          },
        },
        { target: 'menu' },
      ],
    },
    menu: {
      entry: show('menu'),
      always: { guard: 'a release is to be asked about', target: 'firmware', actions: 'noteAsked' },
      on: {
        'open.setup': [
          {
            guard: { type: 'no sensor sees it', params: ({ event }) => event },
            target: 'unsensed',
            actions: take(({ game }: On<'open.setup'>) => ({ game })),
          },
          {
            target: 'setup',
            actions: {
              type: 'take',
              params: ({ context, event }) => ({ game: event.game, focus: { ...context.focus, setup: 0 } }),
            },
          },
        ],
        'open.extension': play,
        'open.options': {
          guard: { type: 'it is installed', params: ({ event }) => event },
          target: 'options',
          actions: {
            type: 'take',
            params: ({ context, event }) => ({ code: event.code, focus: { ...context.focus, options: 0 } }),
          },
        },
        'open.players': 'players',
        'open.settings': 'settings',
        'open.status': 'status',
        'open.together': 'together',
      },
    },
    setup: {
      entry: show('setup'),
      on: {
        'open.play': [
          { guard: 'a simulator is chosen', target: 'simulator', actions: begin },
          { target: 'starting', actions: begin },
        ],
        'open.trend': 'trend',
        'course.end': { actions: 'askToEnd' },
        'key.back': 'menu',
      },
    },
    /** The host has chosen: we go where it goes. */
    pulled: {
      always: [
        { guard: 'the host plays a course', target: 'visit' },
        { guard: 'the host has a simulator', target: 'sharing' },
        { guard: 'the host plays what no sensor here sees', target: 'unsensed' },
        { guard: 'we have this experience', target: 'starting' },
        { target: 'absent' },
      ],
    },
    starting: {
      invoke: {
        src: 'beginSet',
        input: ({ context }) => context,
        onDone: [
          {
            guard: { type: 'a round begins', params: ({ event }) => ({ begun: event.output }) },
            target: 'course',
            actions: { type: 'take', params: ({ event }) => ({ begun: event.output }) },
          },
          { target: 'playing', actions: { type: 'take', params: ({ event }) => ({ begun: event.output }) } },
        ],
        onError: 'setup',
      },
    },
    playing,
    course,
    visit,
    options: {
      entry: show('options'),
      always: { guard: 'it has gone', target: 'menu' },
      on: { 'open.extension': play, 'key.back': 'menu' },
    },
    extension,
    simulator,
    sharing,
    /** The host plays what this device does not have. */
    absent: {
      entry: show('absent'),
      always: { guard: 'we are no guest', target: 'menu', actions: 'leaveHost' },
      on: { 'key.back': 'menu', 'key.ok': 'menu' },
    },
    /** The sensor has no gates for it. */
    unsensed: {
      entry: show('unsensed'),
      on: { 'key.back': { target: 'menu', actions: 'leaveHost' }, 'key.ok': { target: 'menu', actions: 'leaveHost' } },
    },
    result: {
      entry: show('result'),
      on: {
        'key.ok': 'setup',
        'key.back': 'setup',
        'key.left': { actions: { type: 'turnPlot', params: { by: -1 } } },
        'key.right': { actions: { type: 'turnPlot', params: { by: 1 } } },
      },
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
    naming,
    settings,
    calibration,
    calibrations,
    forwarding,
    firmware,
    extensions,
    removing,
    installing,
    status: {
      entry: show('status'),
      on: { 'key.back': 'menu', 'key.ok': 'menu' },
    },
    together: {
      entry: show('together'),
      on: {
        'key.back': 'menu',
        'open.joining': { target: 'joining', actions: { type: 'take', params: { code_entry: HOST_CODE } } },
      },
    },
    joining,
  },
});
