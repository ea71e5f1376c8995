// The calibration page (store §3.4): a putt is awaited; then it is measured; then the X factor or the impact ratio may be adjusted, until
// the next putt.

import { assign, enqueueActions, sendParent, setup } from 'xstate';
import type { Strike } from '../../hal/sensor/sensor.ts';
import type { Facts } from '../facts/facts.ts';
import {
  calibrated,
  correctionOf,
  currentView,
  NOT_MEASURED,
  type CalibrationView,
  type Corrected,
} from './calibration.ts';

export interface CalibrationInput {
  /** As it was left, or nothing yet. */
  readonly view: CalibrationView;
  readonly facts: Facts;
}

/** What the page's rows ask for. */
export type CalibrationRequest =
  | { readonly type: 'calibration.adjust'; readonly of: Corrected }
  | { readonly type: 'calibration.player'; readonly by: 1 | -1 };

export type CalibrationEvent =
  | CalibrationRequest
  | { readonly type: 'sensor.strike'; readonly strike: Strike }
  | { readonly type: 'calibration.facts'; readonly facts: Facts };

type On<T extends CalibrationEvent['type']> = Extract<CalibrationEvent, { type: T }>;

const strike = [{ type: 'takeStrike', params: ({ event }: { event: On<'sensor.strike'> }) => event }, 'tell'] as const;

export const calibrationMachine = setup({
  types: { input: {} as CalibrationInput, context: {} as CalibrationInput, events: {} as CalibrationEvent },
  actions: {
    takeFacts: assign((_, { facts }: { facts: Facts }) => ({ facts })),
    takeStrike: assign(({ context: { view, facts } }, { strike: { club_speed_mps } }: On<'sensor.strike'>) => ({
      view: { player_id: calibrated(view, facts).id, club_speed_mps, measured_ft: null },
    })),
    /** Another player has putted nothing yet. */
    takePlayer: assign(({ context: { view, facts } }, { by }: { by: 1 | -1 }) => {
      const { players } = facts;
      const at = players.indexOf(calibrated(view, facts));
      const { id } = players[(at + by + players.length) % players.length] ?? calibrated(view, facts);
      return { view: { player_id: id, club_speed_mps: null, measured_ft: null } };
    }),
    adjust: enqueueActions(({ context: { view, facts }, enqueue }, { of }: { of: Corrected }) => {
      const entry = correctionOf(of, view, facts);
      if (entry.ok) enqueue.sendParent({ type: 'device.change', change: { kind: 'calibrate', entry: entry.value } });
      else enqueue.sendParent({ type: 'device.note', text: entry.error.message });
    }),
    sayNotMeasured: sendParent({ type: 'device.note', text: NOT_MEASURED }),
    tell: sendParent(({ context: { view } }) => ({ type: 'navigation.calibration', view })),
  },
  guards: {
    'a putt was struck': ({ context: { view } }) => view.club_speed_mps !== null,
    'it was measured': ({ context: { view } }) => view.measured_ft !== null,
  },
}).createMachine({
  id: 'calibration',
  options: { maxIterations: 100 },
  context: ({ input: { view, facts } }) => ({ facts, view: currentView(view, facts) }),
  entry: 'tell',
  on: {
    'calibration.facts': { actions: { type: 'takeFacts', params: ({ event }) => event } },
    'calibration.player': {
      target: '.awaiting',
      actions: [{ type: 'takePlayer', params: ({ event }) => event }, 'tell'],
    },
    'sensor.strike': { target: '.struck', actions: strike },
    'calibration.adjust': { actions: 'sayNotMeasured' },
  },
  initial: 'awaiting',
  states: {
    awaiting: {
      always: [
        { guard: 'it was measured', target: 'measured' },
        { guard: 'a putt was struck', target: 'struck' },
      ],
    },
    struck: {},
    measured: { on: { 'calibration.adjust': { actions: { type: 'adjust', params: ({ event }) => event } } } },
  },
});
