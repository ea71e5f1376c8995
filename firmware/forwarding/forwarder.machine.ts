// Forwarder (store §3.5, §4.3): off without a permitted address; otherwise sends shots one at a time, in order, without
// blocking play.

import { assign, enqueueActions, sendTo, setup } from 'xstate';
import { MACHINE_OPTIONS, slotsOf, typeOnly, type ReportsTo } from '../machine.ts';
import {
  NO_SHOTS,
  urlOf,
  withResult,
  withNothing,
  withParcel,
  type ParcelResult,
  type ForwarderContext,
  type ForwarderPersisted,
  type Parcel,
} from './forwarder.ts';
import type { Sender, ForwardedShot } from './shot.ts';
import { assertDefined } from '../../wire/errors.ts';

export interface SendInput {
  readonly url: string;
  readonly parcel: Parcel;
  /** Strike time of the next queued shot, on the device clock; null if none. A test is never later than this (R131). */
  readonly next_ms: number | null;
  readonly sender: Sender;
}

export type SendEvent = { readonly type: 'parcel.over'; readonly result: ParcelResult };

type ForwarderEvent =
  | SendEvent
  | { readonly type: 'persisted.changed'; readonly persisted: ForwarderPersisted }
  | { readonly type: 'forwarder.shot'; readonly shot: ForwardedShot }
  /** Connection test. */
  | { readonly type: 'forwarder.test' };

/** Reports to the device. */
type ForwarderReport = { readonly type: 'device.note'; readonly text: string };

interface ForwarderInput {
  readonly parent: ReportsTo<ForwarderReport>;
  readonly persisted: ForwarderPersisted;
}

const slots = slotsOf('forwarder');

const strikeBehind = (queue: readonly Parcel[]): number | null => {
  const next = queue.slice(1).find((parcel) => parcel.kind === 'shot');
  return next?.kind === 'shot' ? next.shot.at_ms : null;
};

export const forwarderMachine = setup({
  types: typeOnly<{ input: ForwarderInput; context: ForwarderContext & ForwarderInput; events: ForwarderEvent }>(),
  actors: {
    send: slots.callback<SendEvent, SendInput>('send'),
  },
  actions: {
    takePersisted: assign((_, { persisted }: { persisted: ForwarderPersisted }) => ({ persisted })),
    take: assign(({ context }, { parcel }: { parcel: Parcel }) => withParcel(context, parcel)),
    finish: assign(({ context }, { result }: { result: ParcelResult }) => withResult(context, result)),
    dropAll: assign(({ context }) => withNothing(context)),
    /** Reports the result of a test, since the player waits for it. */
    sayTest: enqueueActions(({ context: { queue, parent }, enqueue }, { result }: { result: ParcelResult }) => {
      if (queue[0]?.kind !== 'test') return;
      const text =
        result.status === 'sent' ? 'Test passed: shots will reach the server.' : `Test failed: ${result.reason}`;
      enqueue.sendTo(parent, { type: 'device.note', text });
    }),
    sayOff: sendTo(({ context }) => context.parent, {
      type: 'device.note',
      text: 'Shot forwarding is off: enter an address first.',
    }),
  },
  guards: {
    'address allowed': ({ context }) => urlOf(context.persisted.forwarding) !== null,
    'forwarding off': ({ context }) => urlOf(context.persisted.forwarding) === null,
    'address changed': ({ context }, { persisted }: { persisted: ForwarderPersisted }) => {
      const url = urlOf(persisted.forwarding);
      return url !== null && url !== urlOf(context.persisted.forwarding);
    },
    'parcel queued': ({ context }) => context.queue.length > 0,
  },
}).createMachine({
  id: 'forwarder',
  options: MACHINE_OPTIONS,
  context: ({ input }) => ({ ...input, queue: [], counts: NO_SHOTS, last: '' }),
  initial: 'off',
  on: { 'persisted.changed': { actions: { type: 'takePersisted', params: ({ event }) => event } } },
  states: {
    off: {
      always: { guard: 'address allowed', target: 'idle' },
      on: { 'forwarder.test': { actions: 'sayOff' } },
    },
    idle: {
      always: [
        { guard: 'forwarding off', target: 'off', actions: 'dropAll' },
        { guard: 'parcel queued', target: 'sending' },
      ],
      on: {
        'forwarder.shot': {
          actions: { type: 'take', params: ({ event: { shot } }) => ({ parcel: { kind: 'shot' as const, shot } }) },
        },
        'forwarder.test': { actions: { type: 'take', params: { parcel: { kind: 'test' } } } },
      },
    },
    /** Sends one parcel at a time. Removing the address cancels the one in flight. */
    sending: {
      always: { guard: 'forwarding off', target: 'off', actions: 'dropAll' },
      invoke: {
        src: 'send',
        input: ({ context: { persisted, queue } }) => ({
          url: urlOf(persisted.forwarding) ?? '', // '' is never sent: without an address the forwarder turns off first
          parcel: assertDefined(queue[0], 'parcel'),
          next_ms: strikeBehind(queue),
          sender: persisted.sender,
        }),
      },
      on: {
        'persisted.changed': [
          {
            guard: { type: 'address changed', params: ({ event }) => event },
            target: 'sending',
            reenter: true,
            actions: { type: 'takePersisted', params: ({ event }) => event },
          },
          { actions: { type: 'takePersisted', params: ({ event }) => event } },
        ],
        'forwarder.shot': {
          actions: { type: 'take', params: ({ event: { shot } }) => ({ parcel: { kind: 'shot' as const, shot } }) },
        },
        'forwarder.test': { actions: { type: 'take', params: { parcel: { kind: 'test' } } } },
        'parcel.over': {
          target: 'idle',
          actions: [
            { type: 'sayTest', params: ({ event }) => event },
            { type: 'finish', params: ({ event }) => event },
          ],
        },
      },
    },
  },
});
