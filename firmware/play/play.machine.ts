// Play machine (C100): a set, a round, a round of the host, an extension or a simulator. Keeps running while other
// pages are open; ends by its own rules or by another choice of the player or the host.

import { MACHINE_OPTIONS } from '../machine.ts';
import { extension, round, set, sharing, simulator, visit } from './play-kinds.ts';
import { playContext } from './play.ts';
import { playSetup, type OverPage } from './play.setup.ts';

const follow = (fol: boolean) => ({ type: 'follow', params: { fol } }) as const;
const over = (page: OverPage) => ({ type: 'tellOver', params: { page } }) as const;

export const playMachine = playSetup.createMachine({
  id: 'play',
  options: MACHINE_OPTIONS,
  context: ({ input: { parent, persisted } }) => ({ ...playContext(persisted), parent }),
  initial: 'starting',
  always: [
    { guard: 'pull pending', target: '.following', actions: ['takePull', follow(true)] },
    { guard: 'round pending', target: '.visit', actions: ['takeHostRound', follow(true)], reenter: true },
  ],
  on: {
    'persisted.changed': { actions: { type: 'takePersisted', params: ({ event }) => event } },
    'session.pull': { actions: { type: 'take', params: ({ event: { exp } }) => ({ pull: exp }) } },
    'session.settings': { actions: { type: 'takeSettings', params: ({ event }) => event } },
    'session.round': { actions: { type: 'noteRound', params: ({ event }) => event } },
    'session.roster': {
      actions: { type: 'take', params: ({ event: { devices, away } }) => ({ roster: { devices, away } }) },
    },
    'session.inputs': { actions: { type: 'refusePutts', params: ({ event }) => event } },
    'play.begin': {
      target: '.choosing',
      actions: [
        'leaveHost',
        { type: 'take', params: ({ event: { id, resume } }) => ({ id, resume }) },
        'select',
        follow(false),
      ],
    },
    'play.extension': {
      guard: { type: 'extension installed', params: ({ event }) => event },
      target: '.extension',
      reenter: true,
      actions: [
        'leaveHost',
        { type: 'take', params: ({ event: { code } }) => ({ code }) },
        'selectExtension',
        follow(false),
      ],
    },
    'play.end': { actions: 'endStored' },
    'play.club': { actions: { type: 'chooseClub', params: ({ event }) => event } },
    'play.striker': { actions: { type: 'chooseStriker', params: ({ event }) => event } },
    'sensor.strike': { actions: 'sayUnused' },
  },
  states: {
    /** Resumes the play of a host after a power loss. */
    starting: {
      always: [
        { guard: { type: 'start resumes', params: { as: 'round' } }, target: 'round', actions: 'takeStart' },
        { guard: { type: 'start resumes', params: { as: 'set' } }, target: 'beginning', actions: 'takeStart' },
        {
          guard: { type: 'start resumes', params: { as: 'simulator' } },
          target: 'simulator',
          actions: 'takeStart',
        },
        {
          guard: { type: 'start resumes', params: { as: 'extension' } },
          target: 'extension',
          actions: 'takeStart',
        },
        { target: 'idle' },
      ],
    },
    idle: {
      on: {
        'sensor.strike': [
          {
            guard: { type: 'practises', params: ({ event }) => event },
            target: 'set',
            actions: ['takePractice', { type: 'strikeAgain', params: ({ event }) => event }],
          },
          { actions: 'sayUnused' },
        ],
      },
    },
    choosing: {
      always: [{ guard: 'simulator chosen', target: 'simulator' }, { target: 'beginning' }],
    },
    /** Follows the host's choice. */
    following: {
      always: [
        { guard: { type: 'host plays', params: { kind: 'course' } }, target: 'visit' },
        { guard: { type: 'host plays', params: { kind: 'shared-simulator' } }, target: 'sharing' },
        { guard: { type: 'host plays', params: { kind: 'unsensed' } }, target: 'unsensed' },
        { guard: { type: 'host plays', params: { kind: 'set' } }, target: 'beginning' },
        { target: 'absent' },
      ],
    },
    beginning: {
      invoke: {
        src: 'begin',
        id: 'begin',
        input: ({ context }) => context,
        onDone: [
          {
            guard: { type: 'round started', params: ({ event }) => ({ started: event.output }) },
            target: 'round',
            actions: { type: 'take', params: ({ event }) => ({ started: event.output }) },
          },
          {
            guard: { type: 'set started', params: ({ event }) => ({ started: event.output }) },
            target: 'set',
            actions: { type: 'take', params: ({ event }) => ({ started: event.output }) },
          },
          { target: 'idle', actions: over('setup') },
        ],
        onError: { target: 'idle', actions: over('setup') },
      },
    },
    set,
    round,
    visit,
    extension,
    simulator,
    sharing,
    /** The host plays an experience that this device does not have. */
    absent: {
      entry: 'show',
      always: { guard: 'not a guest', target: 'idle', actions: ['leaveHost', over('menu')] },
    },
    /** The host plays an experience that needs sensor gates this device lacks. */
    unsensed: {
      entry: 'show',
      always: { guard: 'not a guest', target: 'idle', actions: ['leaveHost', over('menu')] },
      on: { 'play.leave': { target: 'idle', actions: 'leaveHost' } },
    },
  },
});
