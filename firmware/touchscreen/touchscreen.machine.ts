// Touch screen machine: applies the stored calibration at startup. During calibration, contacts are not touches: three
// crosses, a check cross and a question; without input or an answer for a while, the old calibration is restored. A
// board without a touch screen stays in its initial state.

import { assign, enqueueActions, sendTo, setup } from 'xstate';
import type { Affine, Point } from '../../wire/affine.ts';
import { assertDefined, type Result } from '../../wire/errors.ts';
import { MACHINE_OPTIONS, slotsOf, typeOnly, type ReportsTo } from '../machine.ts';
import { calibrationThrough, placeOf } from './touchscreen.ts';

/** Requests from the page. */
export type TouchscreenRequest =
  /** The player opens or leaves the page. */
  { readonly type: 'touchscreen.begin' | 'touchscreen.leave' } | { readonly type: 'touchscreen.keep' };

export interface PlacedEvent {
  readonly type: 'touchscreen.placed';
  /** Maps the glass to pixels of the screen; null if there is no touch screen. */
  readonly to_screen: Affine | null;
}
export interface ContactEvent extends Point {
  readonly type: 'touchscreen.contact';
}
export interface CalibrateEvent {
  readonly type: 'panel.calibrate';
  readonly calibration: Affine | null;
}

type TouchscreenEvent =
  | TouchscreenRequest
  | PlacedEvent
  | ContactEvent
  | { readonly type: 'persisted.changed'; readonly persisted: null };

/** Events sent to the device machine. */
type TouchscreenReport =
  | { readonly type: 'device.note'; readonly text: string }
  /** Closes the page. */
  | { readonly type: 'touchscreen.over' };

export interface KeptCalibration {
  readonly calibration: Affine | null;
  /** Error message, one sentence; '' if none. */
  readonly note: string;
}

interface TouchscreenContext {
  readonly parent: ReportsTo<TouchscreenReport>;
  readonly to_screen: Affine | null;
  /** Calibration stored in the flash. */
  readonly kept: Affine | null;
  readonly contacts: readonly Point[];
  /** Calibration computed from the contacts; null until there are enough. */
  readonly trial: Affine | null;
  /** Position of the touch on the check cross. */
  readonly checked: Point | null;
  readonly message: string;
}

const FRESH = { contacts: [], trial: null, checked: null, message: '' } as const;
/** Time without touches after which the old calibration is restored. */
const QUIET_MS = 30_000;
const QUIET = 'No touch for 30 s: calibration unchanged.';
const CHANGED = 'Touch screen or display changed: start again.';
const KEPT = 'Touch calibration saved.';

const slots = slotsOf('touch screen');

/** Adds a contact on one of the first three crosses. */
function withContact({ contacts, to_screen }: TouchscreenContext, contact: Point): Partial<TouchscreenContext> {
  const [first, second, third] = [...contacts, contact];
  if (!first || !second || !third) return { contacts: [...contacts, contact] };
  const calibration = calibrationThrough([first, second, third], assertDefined(to_screen, 'touch screen'));
  return calibration.ok
    ? { contacts: [first, second, third], trial: calibration.value, message: '' }
    : { ...FRESH, message: calibration.error.message };
}

const quiet = { target: 'idle', actions: [{ type: 'note', params: { text: QUIET } }, 'leavePage'] } as const;
const changed = {
  target: 'idle',
  actions: [
    { type: 'take', params: ({ event: { to_screen } }: { event: PlacedEvent }) => ({ to_screen }) },
    { type: 'note', params: { text: CHANGED } },
    'leavePage',
  ],
} as const;

export const touchscreenMachine = setup({
  types: typeOnly<{
    input: Pick<TouchscreenContext, 'parent'>;
    context: TouchscreenContext;
    events: TouchscreenEvent;
    tags: 'absent';
  }>(),
  actors: {
    panel: slots.callback<CalibrateEvent>('panel'),
    contacts: slots.callback('contacts'),
    read: slots.promise<KeptCalibration>('read'),
    write: slots.promise<Result<void>, Affine>('write'),
  },
  actions: {
    take: assign((_, patch: Partial<TouchscreenContext>) => patch),
    takeContact: assign(({ context }, contact: Point) => withContact(context, contact)),
    takeCheck: assign(({ context: { trial, to_screen } }, contact: Point) => ({
      checked: placeOf(contact, assertDefined(trial, 'trial'), assertDefined(to_screen, 'touch screen')),
    })),
    use: sendTo('panel', (_, { calibration }: { calibration: Affine | null }): CalibrateEvent => {
      return { type: 'panel.calibrate', calibration };
    }),
    note: enqueueActions(({ context, enqueue }, { text }: { text: string }) => {
      if (text !== '') enqueue.sendTo(context.parent, { type: 'device.note', text });
    }),
    leavePage: sendTo(({ context }) => context.parent, { type: 'touchscreen.over' }),
  },
  guards: {
    supported: () => false,
    present: ({ context }) => context.to_screen !== null,
    'crosses touched': ({ context }) => context.trial !== null,
  },
  delays: { quiet: QUIET_MS },
}).createMachine({
  id: 'touchscreen',
  options: MACHINE_OPTIONS,
  context: ({ input: { parent } }) => ({ parent, to_screen: null, kept: null, ...FRESH }),
  initial: 'absent',
  states: {
    absent: { tags: 'absent', always: { guard: 'supported', target: 'there' } },
    there: {
      invoke: { src: 'panel', id: 'panel' },
      on: {
        'touchscreen.placed': {
          actions: { type: 'take', params: ({ event: { to_screen } }) => ({ to_screen }) },
        },
      },
      initial: 'reading',
      states: {
        reading: {
          invoke: {
            src: 'read',
            onDone: {
              target: 'idle',
              actions: [
                { type: 'take', params: ({ event }) => ({ kept: event.output.calibration }) },
                { type: 'note', params: ({ event }) => ({ text: event.output.note }) },
              ],
            },
            onError: 'idle',
          },
        },
        idle: {
          entry: [
            { type: 'take', params: FRESH },
            { type: 'use', params: ({ context }) => ({ calibration: context.kept }) },
          ],
          on: { 'touchscreen.begin': [{ guard: 'present', target: 'aiming' }, { actions: 'leavePage' }] },
        },
        aiming: {
          invoke: { src: 'contacts' },
          after: { quiet },
          on: {
            'touchscreen.contact': [
              {
                guard: 'crosses touched',
                target: 'deciding',
                actions: { type: 'takeCheck', params: ({ event }) => event },
              },
              {
                target: 'aiming',
                reenter: true,
                actions: { type: 'takeContact', params: ({ event: { x, y } }) => ({ x, y }) },
              },
            ],
            'touchscreen.leave': 'idle',
            'touchscreen.placed': changed,
          },
        },
        /**
         * Uses the new calibration for touches. If the player does not confirm in time, perhaps unable to touch the
         * button, the old one is restored.
         */
        deciding: {
          entry: { type: 'use', params: ({ context }) => ({ calibration: context.trial }) },
          after: { quiet },
          on: {
            'touchscreen.keep': 'keeping',
            'touchscreen.leave': 'idle',
            'touchscreen.placed': changed,
          },
        },
        keeping: {
          invoke: {
            src: 'write',
            input: ({ context }) => assertDefined(context.trial, 'trial'),
            onDone: [
              {
                guard: ({ event }) => event.output.ok,
                target: 'idle',
                actions: [
                  { type: 'take', params: ({ context }) => ({ kept: context.trial }) },
                  { type: 'note', params: { text: KEPT } },
                  'leavePage',
                ],
              },
              {
                target: 'idle',
                actions: [
                  {
                    type: 'note',
                    params: ({ event: { output } }) => ({ text: output.ok ? '' : output.error.message }),
                  },
                  'leavePage',
                ],
              },
            ],
            onError: { target: 'idle', actions: 'leavePage' },
          },
        },
      },
    },
  },
});
