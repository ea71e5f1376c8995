// Distance calibration (store §3.4): waits for a putt, then for its measured distance, then lets the player adjust the
// X factor or the impact ratio until the next putt.

import { assign, enqueueActions, sendTo, setup } from 'xstate';
import type { PersistedChange } from '../persisted/changes.ts';
import type { Persisted } from '../persisted/persisted.ts';
import { MACHINE_OPTIONS, typeOnly, type ReportsTo } from '../machine.ts';
import {
  calibrated,
  correctionOf,
  currentView,
  NO_CALIBRATION,
  NOT_MEASURED,
  ON_A_SLOPE,
  withPlayerChosen,
  type CalibrationView,
  type Corrected,
} from './calibration.ts';

interface CalibrationPersisted {
  readonly persisted: Persisted;
}

/** Requests from the calibration pages. */
export type CalibrationRequest =
  | { readonly type: 'calibration.strike'; readonly club_speed_mps: number }
  /** The player entered how far the putt rolled. */
  | { readonly type: 'calibration.measured'; readonly measured_ft: number }
  | { readonly type: 'calibration.adjust'; readonly of: Corrected }
  | { readonly type: 'calibration.player'; readonly by: 1 | -1 };

type CalibrationEvent =
  | CalibrationRequest
  | { readonly type: 'persisted.changed'; readonly persisted: CalibrationPersisted };

/** Events sent to the device machine. */
type CalibrationReport =
  | { readonly type: 'device.change'; readonly change: PersistedChange }
  | { readonly type: 'device.note'; readonly text: string };

interface CalibrationInput {
  readonly parent: ReportsTo<CalibrationReport>;
  readonly persisted: CalibrationPersisted;
}

interface CalibrationContext extends CalibrationPersisted {
  readonly parent: CalibrationInput['parent'];
  readonly view: CalibrationView;
}

type On<T extends CalibrationEvent['type']> = Extract<CalibrationEvent, { type: T }>;

export const calibrationMachine = setup({
  types: typeOnly<{ input: CalibrationInput; context: CalibrationContext; events: CalibrationEvent }>(),
  actions: {
    takePersisted: assign(({ context: { view } }, { persisted: { persisted } }: On<'persisted.changed'>) => ({
      persisted,
      view: currentView(view, persisted),
    })),
    takeStrike: assign(({ context: { view, persisted } }, { club_speed_mps }: On<'calibration.strike'>) => ({
      view: { player_id: calibrated(view, persisted).id, club_speed_mps, measured_ft: null },
    })),
    takeMeasured: assign(({ context: { view } }, { measured_ft }: On<'calibration.measured'>) => ({
      view: { ...view, measured_ft },
    })),
    takePlayer: assign(({ context: { view, persisted } }, { by }: On<'calibration.player'>) => ({
      view: withPlayerChosen(view, persisted, by),
    })),
    adjust: enqueueActions(({ context: { view, persisted, parent }, enqueue }, { of }: On<'calibration.adjust'>) => {
      const entry = correctionOf(of, view, persisted);
      if (entry.ok)
        enqueue.sendTo(parent, { type: 'device.change', change: { kind: 'calibrate', entry: entry.value } });
      else enqueue.sendTo(parent, { type: 'device.note', text: entry.error.message });
    }),
    refuseSlope: sendTo(({ context }) => context.parent, { type: 'device.note', text: ON_A_SLOPE }),
    sayNotMeasured: sendTo(({ context }) => context.parent, { type: 'device.note', text: NOT_MEASURED }),
  },
  guards: {
    'on a slope': ({ context: { persisted } }) => persisted.green !== null,
    'no putt': ({ context: { view } }) => view.club_speed_mps === null,
  },
}).createMachine({
  id: 'calibration',
  options: MACHINE_OPTIONS,
  context: ({ input: { parent, persisted } }) => ({ ...persisted, parent, view: NO_CALIBRATION }),
  on: {
    'persisted.changed': { actions: { type: 'takePersisted', params: ({ event }) => event } },
    'calibration.player': { target: '.awaiting', actions: { type: 'takePlayer', params: ({ event }) => event } },
    'calibration.strike': [
      { guard: 'on a slope', actions: 'refuseSlope' },
      { target: '.struck', actions: { type: 'takeStrike', params: ({ event }) => event } },
    ],
    'calibration.adjust': { actions: 'sayNotMeasured' },
  },
  initial: 'awaiting',
  states: {
    awaiting: {},
    struck: {
      always: { guard: 'no putt', target: 'awaiting' },
      on: {
        'calibration.measured': { target: 'measured', actions: { type: 'takeMeasured', params: ({ event }) => event } },
      },
    },
    measured: {
      always: { guard: 'no putt', target: 'awaiting' },
      on: {
        'calibration.measured': { actions: { type: 'takeMeasured', params: ({ event }) => event } },
        'calibration.adjust': { actions: { type: 'adjust', params: ({ event }) => event } },
      },
    },
  },
});
