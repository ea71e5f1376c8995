// Calibration of the sensor's gates: keeps changes and pendulum swings until they are stored on the board.

import { assign, sendTo, setup } from 'xstate';
import type { Channel } from '../../hal/sensor/messages.ts';
import type { ApertureErrors, Strike } from '../../hal/sensor/sensor.ts';
import type { Result } from '../../wire/errors.ts';
import { MACHINE_OPTIONS, slotsOf, typeOnly, type ReportsTo } from '../machine.ts';
import { isSecondPass, NO_GATES, withChange, withHeight, withSwing, type GatesView } from './gates.ts';

/** Requests from the calibration pages. */
export type GatesRequest =
  /** Changes an aperture error on the page, not on the board. */
  | { readonly type: 'gates.change'; readonly serial: string; readonly gate: Channel; readonly error_um: number }
  | { readonly type: 'gates.height'; readonly height_mm: number }
  | { readonly type: 'gates.strike'; readonly strike: Strike }
  /** Forgets the swings. */
  | { readonly type: 'gates.restart' }
  | { readonly type: 'gates.store'; readonly errors_um: Partial<ApertureErrors> };

type GatesEvent = GatesRequest | { readonly type: 'persisted.changed'; readonly persisted: null };

/** Events sent to the device machine. */
type GatesReport = { readonly type: 'device.note'; readonly text: string };

interface GatesContext {
  readonly parent: ReportsTo<GatesReport>;
  readonly view: GatesView;
}

type On<T extends GatesEvent['type']> = Extract<GatesEvent, { type: T }>;

const STORED = 'Stored on the sensor board.';
const SECOND_PASS = 'Not counted: it swung back. Hold it still for 3 s, then let go.';

const slots = slotsOf('gates');

export const gatesMachine = setup({
  types: typeOnly<{ input: Pick<GatesContext, 'parent'>; context: GatesContext; events: GatesEvent }>(),
  actors: { store: slots.promise<Result<void>, Partial<ApertureErrors>>('store') },
  actions: {
    takeChange: assign(({ context: { view } }, { serial, gate, error_um }: On<'gates.change'>) => ({
      view: withChange(view, serial, gate, error_um),
    })),
    takeHeight: assign(({ context: { view } }, { height_mm }: On<'gates.height'>) => ({
      view: withHeight(view, height_mm),
    })),
    takeSwing: assign(({ context: { view } }, { strike }: On<'gates.strike'>) => ({
      view: withSwing(view, strike),
    })),
    forgetSwings: assign(({ context: { view } }) => ({ view: { ...view, swings: [] } })),
    /** Swings before were measured with the old errors. */
    forgetStored: assign(({ context: { view } }) => ({ view: { ...view, changes: {}, swings: [] } })),
    note: sendTo(
      ({ context }) => context.parent,
      (_, { text }: { text: string }): GatesReport => ({ type: 'device.note', text }),
    ),
  },
  guards: { 'second pass': (_, { strike }: On<'gates.strike'>) => isSecondPass(strike) },
}).createMachine({
  id: 'gates',
  options: MACHINE_OPTIONS,
  context: ({ input: { parent } }) => ({ parent, view: NO_GATES }),
  initial: 'editing',
  states: {
    editing: {
      on: {
        'gates.change': { actions: { type: 'takeChange', params: ({ event }) => event } },
        'gates.height': { actions: { type: 'takeHeight', params: ({ event }) => event } },
        'gates.restart': { actions: 'forgetSwings' },
        'gates.strike': [
          {
            guard: { type: 'second pass', params: ({ event }) => event },
            actions: { type: 'note', params: { text: SECOND_PASS } },
          },
          { actions: { type: 'takeSwing', params: ({ event }) => event } },
        ],
        'gates.store': 'storing',
      },
    },
    storing: {
      invoke: {
        src: 'store',
        input: ({ event }) => (event.type === 'gates.store' ? event.errors_um : {}),
        onDone: [
          {
            guard: ({ event }) => event.output.ok,
            target: 'editing',
            actions: ['forgetStored', { type: 'note', params: { text: STORED } }],
          },
          {
            target: 'editing',
            actions: {
              type: 'note',
              params: ({ event: { output } }) => ({ text: output.ok ? '' : output.error.message }),
            },
          },
        ],
        onError: 'editing',
      },
    },
  },
});
