// Wi-Fi machine: scans for networks on request or when the network changes, and joins or forgets one. Passes a password
// on to the port and never stores it. A board without Wi-Fi stays in its initial state.

import { assign, setup } from 'xstate';
import type { Result } from '../../wire/errors.ts';
import { MACHINE_OPTIONS, slotsOf, typeOnly, type ReportsTo } from '../machine.ts';
import { NO_SCAN, withForgotten, withJoined, withScan, type WifiContext, type WifiScan } from './wifi.ts';

/** Requests from pages. */
export type WifiRequest =
  | { readonly type: 'wifi.look' }
  /** `secret`: null for an open or known network. */
  | { readonly type: 'wifi.join'; readonly name: string; readonly secret: string | null }
  | { readonly type: 'wifi.forget'; readonly name: string };

export type ScannedEvent = { readonly type: 'wifi.looked'; readonly scan: Result<WifiScan> };
/** `look`: scan after the request was carried out. */
export type DoneEvent = Omit<ScannedEvent, 'type'> & { readonly type: 'wifi.done'; readonly result: Result<void> };

export type JoinInput = Pick<Extract<WifiRequest, { type: 'wifi.join' }>, 'name' | 'secret'>;
export type ForgetInput = Pick<WifiContext, 'name'>;

type WifiEvent =
  | WifiRequest
  | ScannedEvent
  | DoneEvent
  | { readonly type: 'network.changed'; readonly joined: boolean }
  | { readonly type: 'persisted.changed' };

const slots = slotsOf('wifi');

const take = <E>(patch: (args: { context: WifiContext; event: E }) => Partial<WifiContext>) =>
  ({ type: 'take', params: patch }) as const;
const REQUESTS = {
  'wifi.join': {
    target: 'joining',
    actions: take(({ event: { name } }: { event: ForgetInput }) => ({ name, message: '' })),
  },
  'wifi.forget': {
    target: 'forgetting',
    actions: take(({ event: { name } }: { event: ForgetInput }) => ({ name, message: '' })),
  },
} as const;

export const wifiMachine = setup({
  types: typeOnly<{
    input: { readonly parent: ReportsTo<never> };
    context: WifiContext;
    events: WifiEvent;
    tags: 'absent';
  }>(),
  actors: {
    look: slots.callback<ScannedEvent>('look'),
    join: slots.callback<DoneEvent, JoinInput>('join'),
    forget: slots.callback<DoneEvent, ForgetInput>('forget'),
  },
  actions: { take: assign((_, patch: Partial<WifiContext>) => patch) },
  guards: { 'has Wi-Fi': () => false },
}).createMachine({
  id: 'wifi',
  options: MACHINE_OPTIONS,
  context: NO_SCAN,
  initial: 'absent',
  states: {
    absent: { tags: 'absent', always: { guard: 'has Wi-Fi', target: 'looking' } },
    idle: {
      on: {
        ...REQUESTS,
        'wifi.look': { target: 'looking', actions: take(() => ({ message: '' })) },
        'network.changed': 'looking',
      },
    },
    looking: {
      invoke: { src: 'look' },
      on: {
        ...REQUESTS,
        'wifi.looked': { target: 'idle', actions: take(({ event }) => withScan(event.scan)) },
      },
    },
    joining: {
      invoke: {
        src: 'join',
        input: ({ event }) => ({
          name: event.type === 'wifi.join' ? event.name : '',
          secret: event.type === 'wifi.join' ? event.secret : null,
        }),
      },
      on: {
        'wifi.done': {
          target: 'idle',
          actions: take(({ context, event }) => ({ ...withScan(event.scan), ...withJoined(context, event.result) })),
        },
      },
    },
    forgetting: {
      invoke: { src: 'forget', input: ({ context: { name } }) => ({ name }) },
      on: {
        'wifi.done': {
          target: 'idle',
          actions: take(({ context, event }) => ({ ...withScan(event.scan), ...withForgotten(context, event.result) })),
        },
      },
    },
  },
});
