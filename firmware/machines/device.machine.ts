// The device from power on: reads what it remembers, waits a moment for its sensor, and runs. It owns the facts: its
// children ask for changes and are told of them, and nobody keeps another truth.

import { assign, enqueueActions, fromCallback, fromPromise, sendTo, setup } from 'xstate';
import type { SensorStatus, Strike } from '../../hal/sensor/sensor.ts';
import type { Sound } from '../../hal/speaker/speaker.ts';
import { changeFacts, type Change } from '../facts/changes.ts';
import { FACTS_BEFORE_BOOT, RECORDS, writableOf } from '../facts/facts.ts';
import type { LoadedFacts } from '../facts/storage.ts';
import { isStored, rulesOf, type GameState } from '../games/games.ts';
import { FLASH_MS, SENSOR_WAIT_MS, STORAGE_DAMAGED, STRIKE_UNUSED, isSettled } from './device.ts';
import type { DeviceContext, FeedbackEvent, SaveEvent } from './device.ts';
import { trendEntries } from './experience.ts';
import { navigationMachine } from './navigation.machine.ts';
import type { NavigationEvent } from './navigation.ts';

export type DeviceEvent =
  | NavigationEvent
  | { readonly type: 'sensor.status'; readonly status: SensorStatus }
  | { readonly type: 'sensor.strike'; readonly strike: Strike }
  | { readonly type: 'device.change'; readonly change: Change }
  | { readonly type: 'storage.failed'; readonly message: string }
  | { readonly type: 'storage.saved' }
  | { readonly type: 'strike.unused' }
  | { readonly type: 'flash.over' };

type FinishedSet = Extract<NavigationEvent, { type: 'experience.finished' }>;

const unfilled = (slot: string) => (): never => {
  throw new Error(`the actor slot ${slot} of the device is not filled`);
};

export const deviceMachine = setup({
  types: {
    input: {} as { sensor: SensorStatus },
    context: {} as DeviceContext,
    events: {} as DeviceEvent,
  },
  actors: {
    readFacts: fromPromise<LoadedFacts>(unfilled('readFacts')),
    sensor: fromCallback(unfilled('sensor')),
    keys: fromCallback(unfilled('keys')),
    keeper: fromCallback<SaveEvent>(unfilled('keeper')),
    feedback: fromCallback<FeedbackEvent>(unfilled('feedback')),
    navigation: navigationMachine,
  },
  actions: {
    takeStatus: assign((_, { sensor }: { sensor: SensorStatus }) => ({ sensor })),
    takeFailure: assign((_, { storage_error }: { storage_error: string }) => ({ storage_error })),
    takeFacts: assign((_, { loaded }: { loaded: LoadedFacts }) => {
      const { facts, notes, unread } = loaded;
      return { facts, notes, unread };
    }),
    saveUnsaved: sendTo('keeper', ({ context }, { loaded }: { loaded: LoadedFacts }): SaveEvent => {
      return { type: 'keeper.save', facts: context.facts, records: loaded.unsaved };
    }),
    noteUnreadable: assign({
      notes: ['The storage could not be read: defaults are used, and until the next start nothing is saved over.'],
      unread: RECORDS,
    }),
    toNavigation: sendTo('navigation', ({ event }) => event as NavigationEvent),
    change: enqueueActions(({ context, enqueue }, { change }: { change: Change }) => {
      const { facts, records } = changeFacts(context.facts, change);
      if (records.length === 0) return;
      enqueue.assign({ facts });
      const writable = writableOf(records, context.unread);
      enqueue.sendTo('keeper', { type: 'keeper.save', facts, records: writable });
      enqueue.sendTo('navigation', { type: 'navigation.facts', facts });
    }),
    keepTrend: enqueueActions(({ enqueue }, { game, results, unix_s }: FinishedSet) => {
      const entries = trendEntries(results, unix_s);
      const change: Change = isStored(game) ? { kind: 'end_set', game, entries } : { kind: 'add_trend', game, entries };
      enqueue.raise({ type: 'device.change', change });
    }),
    keepSet: enqueueActions(({ enqueue }, { set }: { set: GameState }) => {
      const { game } = set;
      // The last putt is kept with the result, so that no loss of power comes between them.
      if (!isStored(game) || rulesOf(game).over(set)) return;
      enqueue.raise({ type: 'device.change', change: { kind: 'keep_set', game, set } });
    }),
    sound: sendTo('feedback', ({ context }, { sound }: { sound: Sound }): FeedbackEvent => {
      return { type: 'feedback.sound', sound, volume_percent: context.facts.settings.sound_percent };
    }),
    light: sendTo('feedback', (_, { seat }: { seat: number }): FeedbackEvent => ({ type: 'feedback.light', seat })),
    flash: enqueueActions(({ enqueue }, { text }: { text: string }) => {
      enqueue.cancel('flash');
      enqueue.assign({ flash: text });
      if (text === '') return;
      enqueue.raise({ type: 'flash.over' }, { delay: FLASH_MS, id: 'flash' });
    }),
    clearFlash: assign({ flash: '' }),
  },
  guards: { 'the sensor is settled': ({ context }) => isSettled(context.sensor) },
  delays: { sensorWait: SENSOR_WAIT_MS },
}).createMachine({
  id: 'device',
  options: { maxIterations: 100 },
  context: ({ input }) => ({
    facts: FACTS_BEFORE_BOOT,
    notes: [],
    unread: [],
    sensor: input.sensor,
    storage_error: '',
    flash: '',
  }),
  invoke: [
    { src: 'sensor', id: 'sensor' },
    { src: 'keys', id: 'keys' },
    { src: 'keeper', id: 'keeper' },
    { src: 'feedback', id: 'feedback' },
  ],
  on: {
    'sensor.status': { actions: { type: 'takeStatus', params: ({ event }) => ({ sensor: event.status }) } },
    'storage.failed': {
      actions: [
        { type: 'takeFailure', params: ({ event }) => ({ storage_error: event.message }) },
        { type: 'flash', params: { text: 'Not saved: see the status page.' } },
      ],
    },
    'storage.saved': { actions: { type: 'takeFailure', params: { storage_error: '' } } },
    'flash.over': { actions: 'clearFlash' },
  },
  initial: 'reading',
  states: {
    reading: {
      invoke: {
        src: 'readFacts',
        onDone: {
          target: 'meeting',
          actions: [
            { type: 'takeFacts', params: ({ event }) => ({ loaded: event.output }) },
            { type: 'saveUnsaved', params: ({ event }) => ({ loaded: event.output }) },
          ],
        },
        onError: { target: 'meeting', actions: 'noteUnreadable' },
      },
    },
    meeting: {
      always: { guard: 'the sensor is settled', target: 'running' },
      on: { 'key.ok': 'running' },
      after: { sensorWait: 'running' },
    },
    running: {
      entry: { type: 'flash', params: ({ context }) => ({ text: context.notes.length > 0 ? STORAGE_DAMAGED : '' }) },
      invoke: {
        src: 'navigation',
        id: 'navigation',
        input: ({ context }) => ({ facts: context.facts }),
      },
      on: {
        'key.*': { actions: [{ type: 'sound', params: { sound: 'click' } }, 'toNavigation'] },
        'touch.row': { actions: [{ type: 'sound', params: { sound: 'click' } }, 'toNavigation'] },
        'sensor.strike': { actions: 'toNavigation' },
        'device.change': { actions: { type: 'change', params: ({ event }) => ({ change: event.change }) } },
        'experience.putt': {
          actions: [
            { type: 'keepSet', params: ({ event }) => ({ set: event.state }) },
            { type: 'sound', params: ({ event }) => ({ sound: event.sound }) },
            { type: 'light', params: ({ event }) => ({ seat: event.seat }) },
          ],
        },
        'experience.finished': {
          actions: [
            { type: 'keepTrend', params: ({ event }) => event },
            { type: 'sound', params: { sound: 'done' } },
          ],
        },
        'strike.unused': { actions: { type: 'flash', params: { text: STRIKE_UNUSED } } },
      },
    },
  },
});
