// The kinds of play, each as a state: its start, the device events it handles, and its end.

import { isCourse } from '../experiences/registry.ts';
import { strokePlay } from '../experiences/course/stroke-play.ts';
import { ownName } from '../online/device-names.ts';
import { assert } from '../../wire/errors.ts';
import { MUTED, playSetup, type OverPage } from './play.setup.ts';

const over = (page: OverPage) => ({ type: 'tellOver', params: { page } }) as const;
const detach = ['leaveHost', { type: 'follow', params: { fol: false } }] as const;
const guestNoMore = { guard: 'not a guest', target: 'idle', actions: ['leaveHost', over('menu')] } as const;
const muted = { guard: 'host replaying', actions: { type: 'say', params: { text: MUTED } } } as const;

export const set = playSetup.createStateConfig({
  entry: 'show',
  invoke: {
    src: 'set',
    id: 'set',
    input: ({ context: { started, persisted }, self }) => {
      assert(started?.kind === 'set', 'a set is in play');
      return { parent: self, state: started.state, unix_s: started.unix_s, persisted };
    },
  },
  on: {
    'persisted.changed': [
      {
        guard: { type: 'set player removed', params: ({ event }) => event },
        target: 'idle',
        actions: [{ type: 'takePersisted', params: ({ event }) => event }, over('setup')],
      },
      { actions: [{ type: 'takePersisted', params: ({ event }) => event }, 'persistedToSet'] },
    ],
    'session.settings': { actions: [{ type: 'takeSettings', params: ({ event }) => event }, 'persistedToSet'] },
    'sensor.strike': { actions: { type: 'toSet', params: ({ event }) => ({ event }) } },
    'play.key': { actions: { type: 'toSet', params: ({ event }) => ({ event }) } },
    'play.leave': { actions: 'leaveSet' },
    'set.putt': { actions: { type: 'keepSet', params: ({ event }) => event } },
    'set.verdict': { actions: { type: 'sound', params: ({ event }) => event } },
    'set.beat': { actions: { type: 'report', params: { event: { type: 'device.beat' } } } },
    'device.note': { actions: { type: 'report', params: ({ event }) => ({ event }) } },
    'set.finished': { target: 'idle', actions: { type: 'keepResult', params: ({ event }) => event } },
    'set.left': [
      { guard: 'practising', target: 'idle', actions: over('menu') },
      { target: 'idle', actions: over('setup') },
    ],
    'forwarder.shot': { actions: { type: 'report', params: ({ event }) => ({ event }) } },
  },
});

export const round = playSetup.createStateConfig({
  entry: 'show',
  invoke: {
    src: 'round',
    id: 'round',
    input: ({ context: { started, persisted, own_persisted, roster }, self }) => {
      assert(started?.kind === 'round', 'a round is in play');
      return { parent: self, persisted, state: started.state, hosted: own_persisted.online.role === 'host', roster };
    },
  },
  on: {
    'persisted.changed': [
      {
        guard: { type: 'hosting changed', params: ({ event }) => event },
        target: 'round',
        reenter: true,
        actions: [{ type: 'takePersisted', params: ({ event }) => event }, 'takeStoredRound'],
      },
      { actions: [{ type: 'takePersisted', params: ({ event }) => event }, 'persistedToRound'] },
    ],
    'session.roster': {
      actions: [
        { type: 'take', params: ({ event: { devices, away } }) => ({ roster: { devices, away } }) },
        'rosterToRound',
      ],
    },
    'session.inputs': { actions: { type: 'puttsToRound', params: ({ event }) => event } },
    'sensor.strike': { actions: { type: 'toRound', params: ({ event }) => ({ event }) } },
    'play.key': { actions: { type: 'toRound', params: ({ event }) => ({ event }) } },
    'play.begin': {
      guard: { type: 'resumes current play', params: ({ event }) => event },
      actions: 'show',
    },
    'play.leave': { actions: 'leaveRound' },
    'play.end': { actions: 'endRound' },
    'round.changed': { actions: { type: 'keepRound', params: ({ event }) => event } },
    'round.left': { target: 'idle', actions: over('setup') },
    'device.putt': { actions: { type: 'report', params: ({ event }) => ({ event }) } },
    'device.note': { actions: { type: 'report', params: ({ event }) => ({ event }) } },
    'device.change': { actions: { type: 'report', params: ({ event }) => ({ event }) } },
    'forwarder.shot': { actions: { type: 'report', params: ({ event }) => ({ event }) } },
  },
});

/** Round scored by the host. */
export const visit = playSetup.createStateConfig({
  entry: 'show',
  invoke: {
    src: 'visit',
    id: 'visit',
    input: ({ context: { id, persisted, session, host_round }, self }) => ({
      parent: self,
      game: isCourse(id) ? id : strokePlay.id,
      persisted,
      label: host_round?.label ?? session.label,
      round: host_round?.round ?? null,
    }),
  },
  always: guestNoMore,
  on: {
    'persisted.changed': { actions: [{ type: 'takePersisted', params: ({ event }) => event }, 'persistedToVisit'] },
    'session.settings': { actions: [{ type: 'takeSettings', params: ({ event }) => event }, 'persistedToVisit'] },
    'session.round': {
      actions: [
        { type: 'noteRound', params: ({ event }) => event },
        { type: 'take', params: { round_due: false } },
        'roundToVisit',
      ],
    },
    'session.unsent': { actions: 'unsentToVisit' },
    'session.accepted': { actions: 'acceptedToVisit' },
    'sensor.strike': [muted, { actions: { type: 'toVisit', params: ({ event }) => ({ event }) } }],
    'play.key': { actions: { type: 'toVisit', params: ({ event }) => ({ event }) } },
    'play.leave': { target: 'idle', actions: detach },
    'visit.changed': { actions: { type: 'sound', params: ({ event }) => event } },
    'guest.input': { actions: { type: 'report', params: ({ event }) => ({ event }) } },
    'device.putt': { actions: { type: 'report', params: ({ event }) => ({ event }) } },
    'device.note': { actions: { type: 'report', params: ({ event }) => ({ event }) } },
    'forwarder.shot': { actions: { type: 'report', params: ({ event }) => ({ event }) } },
  },
});

/** Extension: fills the screen and ends when the player leaves it; restarts when another version is installed. */
export const extension = playSetup.createStateConfig({
  entry: 'show',
  invoke: {
    src: 'extension',
    id: 'extension',
    input: ({ context: { persisted, session, code }, self }) => {
      const installed = persisted.installed.find((each) => each.code === code);
      assert(installed, 'an extension in play is installed');
      return { parent: self, persisted, installed, device_name: ownName(persisted, session) };
    },
  },
  on: {
    'persisted.changed': [
      {
        guard: { type: 'extension removed', params: ({ event }) => event },
        target: 'idle',
        actions: ['sayRemoved', { type: 'takePersisted', params: ({ event }) => event }, over('menu')],
      },
      {
        guard: { type: 'extension version changed', params: ({ event }) => event },
        target: 'extension',
        reenter: true,
        actions: { type: 'takePersisted', params: ({ event }) => event },
      },
      { actions: { type: 'takePersisted', params: ({ event }) => event } },
    ],
    'sensor.strike': {
      actions: [
        { type: 'toExtension', params: ({ event }) => ({ event }) },
        { type: 'keepStrike', params: ({ event: { strike } }) => ({ strike, by: 'extension' as const }) },
      ],
    },
    'play.key': { actions: { type: 'toExtension', params: ({ event }) => ({ event }) } },
    'play.release': { actions: { type: 'releaseInExtension', params: ({ event }) => event } },
    'play.leave': [
      { guard: 'extension has page', target: 'idle', actions: over('options') },
      { target: 'idle', actions: over('menu') },
    ],
    'device.change': { actions: { type: 'report', params: ({ event }) => ({ event }) } },
    'device.note': { actions: { type: 'report', params: ({ event }) => ({ event }) } },
    'forwarder.shot': { actions: { type: 'report', params: ({ event }) => ({ event }) } },
  },
});

/** This device's own golf simulator, over either transport. */
export const simulator = playSetup.createStateConfig({
  entry: ['show', 'openSimulator'],
  on: {
    'sensor.strike': {
      actions: [
        { type: 'puttOnSimulator', params: ({ event }) => event },
        { type: 'keepStrike', params: ({ event: { strike } }) => ({ strike, by: 'simulator' as const }) },
      ],
    },
    'play.act': {
      actions: { type: 'report', params: ({ event: { input } }) => ({ event: { type: 'simulator.act', input } }) },
    },
    'simulator.disconnect': { target: 'idle', actions: over('setup') },
  },
});

/** The host's simulator as a guest plays on it, in mode 20 (R72). */
export const sharing = playSetup.createStateConfig({
  entry: 'show',
  always: guestNoMore,
  on: {
    'sensor.strike': [
      muted,
      {
        actions: [
          { type: 'puttToHost', params: ({ event }) => event },
          { type: 'keepStrike', params: ({ event: { strike } }) => ({ strike, by: 'simulator' as const }) },
        ],
      },
    ],
    'play.act': [
      muted,
      { actions: { type: 'report', params: ({ event: { input } }) => ({ event: { type: 'guest.input', input } }) } },
    ],
    'play.leave': { target: 'idle', actions: detach },
  },
});
