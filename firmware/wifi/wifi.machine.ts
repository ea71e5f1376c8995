// Wi-Fi machine: scans for networks on request or when the network changes, joins or forgets one, and opens the
// device's own network while there is no other. Passes a password on to the port and never stores it. A board without
// Wi-Fi stays in its initial state.

import { assign, sendTo, setup } from 'xstate';
import type { Result } from '../../wire/errors.ts';
import type { SetUpNetwork } from '../../wire/set-up.ts';
import { MACHINE_OPTIONS, slotsOf, typeOnly, type ReportsTo } from '../machine.ts';
import {
  aloneAfter_ms,
  isAlone,
  mayRejoin,
  NO_SCAN,
  LOOK_AGAIN_MS,
  REJOIN_MS,
  withForgotten,
  withJoined,
  withOpened,
  withScan,
  type WifiContext,
  type WifiPersisted,
  type WifiScan,
} from './wifi.ts';

/** Requests from pages. */
export type WifiRequest =
  | { readonly type: 'wifi.look' }
  | ({ readonly type: 'wifi.join' } & SetUpNetwork)
  | { readonly type: 'wifi.forget'; readonly name: string }
  /** Opens the device's own network. */
  | { readonly type: 'wifi.share' }
  /** Closes it, and lets the device rejoin a known network. */
  | { readonly type: 'wifi.unshare' };

export type ScannedEvent = { readonly type: 'wifi.looked'; readonly scan: Result<WifiScan> };
/** `scan`: after the request was carried out. */
export type DoneEvent = Omit<ScannedEvent, 'type'> & { readonly type: 'wifi.done'; readonly result: Result<void> };
/** `scan`: networks found before the device's own was opened. */
export type OpenedEvent = Omit<DoneEvent, 'type'> & { readonly type: 'wifi.opened' };
/** No phone has used the device's own network for a while. */
export type UnusedEvent = { readonly type: 'wifi.unused' };

export type ClosedEvent = { readonly type: 'wifi.closed' };

export type JoinInput = SetUpNetwork & OpenInput;
export type ForgetInput = Pick<WifiContext, 'name'>;
export type OpenInput = Pick<WifiPersisted, 'country'>;

type WifiEvent =
  | WifiRequest
  | ScannedEvent
  | DoneEvent
  | OpenedEvent
  | UnusedEvent
  | ClosedEvent
  | { readonly type: 'network.changed'; readonly joined: boolean }
  /** Phones get a new link: the device's own network gets a new name and password. */
  | { readonly type: 'web_page.renew' }
  | { readonly type: 'persisted.changed'; readonly persisted: WifiPersisted };

/** Event sent to the device machine. */
interface WifiReport {
  readonly type: 'device.change';
  readonly change: { readonly kind: 'finish_set_up' };
}

interface Context extends WifiContext {
  readonly parent: ReportsTo<WifiReport>;
}

const slots = slotsOf('wifi');

const take = <E>(patch: (args: { context: WifiContext; event: E }) => Partial<WifiContext>) =>
  ({ type: 'take', params: patch }) as const;
const takeName = take(({ event: { name } }: { event: ForgetInput }) => ({ name, message: '' }));
const REQUESTS = {
  'wifi.join': { target: 'joining', actions: takeName },
  'wifi.forget': { target: 'forgetting', actions: takeName },
} as const;
/** Becomes idle after a scan. Once a network is joined, the first start is finished. */
const toIdle = <E extends ScannedEvent | DoneEvent>(
  result: (context: WifiContext, event: E) => Partial<WifiContext>,
) => {
  const taken = take(({ context, event }: { context: WifiContext; event: E }) => ({
    ...withScan(event.scan),
    ...result(context, event),
  }));
  const first = { type: 'joined for the first time', params: ({ event }: { event: E }) => event } as const;
  return [
    { guard: first, target: 'idle', actions: [taken, 'finishSetUp'] },
    { target: 'idle', actions: taken },
  ] as const;
};
const NO_NETWORK: SetUpNetwork = { name: '', secret: null };

export const wifiMachine = setup({
  types: typeOnly<{
    input: Pick<Context, 'parent' | 'persisted'>;
    context: Context;
    events: WifiEvent;
    tags: 'absent';
  }>(),
  actors: {
    look: slots.callback<ScannedEvent>('look'),
    join: slots.callback<DoneEvent, JoinInput>('join'),
    forget: slots.callback<DoneEvent, ForgetInput>('forget'),
    open: slots.callback<OpenedEvent, OpenInput>('open'),
    watchUse: slots.callback<UnusedEvent>('watchUse'),
    close: slots.callback<ClosedEvent>('close'),
  },
  actions: {
    take: assign((_, patch: Partial<WifiContext>) => patch),
    finishSetUp: sendTo(({ context }) => context.parent, { type: 'device.change', change: { kind: 'finish_set_up' } }),
  },
  guards: {
    'has Wi-Fi': () => false,
    'is alone': ({ context }) => isAlone(context),
    'may rejoin': ({ context }) => mayRejoin(context),
    'joined for the first time': ({ context }, { scan }: Pick<ScannedEvent, 'scan'>) =>
      !context.persisted.set_up && scan.ok && scan.value.status.name !== null,
    'has seen no adapter': ({ context }) => context.unseen !== '',
    'was sharing': ({ context }) => context.sharing,
    'may share no longer': ({ context }, { persisted }: { persisted: WifiPersisted }) =>
      context.persisted.own_network && !persisted.own_network,
    'lost its own network': ({ context }, { result }: { result: Result<void> }) => context.sharing && !result.ok,
  },
  delays: { rejoin: REJOIN_MS, again: LOOK_AGAIN_MS, alone: ({ context }) => aloneAfter_ms(context) },
}).createMachine({
  id: 'wifi',
  options: MACHINE_OPTIONS,
  context: ({ input }) => ({ ...NO_SCAN, ...input }),
  on: {
    'persisted.changed': { actions: take(({ event: { persisted } }) => ({ persisted })) },
  },
  initial: 'absent',
  states: {
    absent: { tags: 'absent', always: { guard: 'has Wi-Fi', target: 'looking' } },
    idle: {
      entry: take(() => ({ sharing: false })),
      on: {
        ...REQUESTS,
        'wifi.share': 'opening',
        'wifi.look': { target: 'looking', actions: take(() => ({ message: '' })) },
        'network.changed': 'looking',
        // Starts the wait below again, under the new settings.
        'persisted.changed': {
          target: 'idle',
          reenter: true,
          actions: take(({ event: { persisted } }) => ({ persisted })),
        },
      },
      after: {
        alone: { guard: 'is alone', target: 'opening' },
        // NetworkManager may start more slowly than the device, and an adapter may be plugged in.
        again: { guard: 'has seen no adapter', target: 'looking' },
      },
    },
    looking: {
      invoke: { src: 'look' },
      on: {
        ...REQUESTS,
        'wifi.share': 'opening',
        'wifi.looked': toIdle<ScannedEvent>(() => ({})),
      },
    },
    joining: {
      invoke: {
        src: 'join',
        input: ({ context, event }) => ({
          ...(event.type === 'wifi.join' ? event : NO_NETWORK),
          country: context.persisted.country,
        }),
      },
      on: {
        'wifi.done': [
          {
            // The phone that sent the password needs the device's own network to learn why it failed.
            guard: { type: 'lost its own network', params: ({ event }) => event },
            target: 'opening',
            actions: take(({ context, event }) => withJoined(context, event.result)),
          },
          ...toIdle<DoneEvent>((context, { result }) => withJoined(context, result)),
        ],
      },
    },
    forgetting: {
      invoke: { src: 'forget', input: ({ context: { name } }) => ({ name }) },
      on: {
        'wifi.done': [
          {
            guard: 'was sharing',
            target: 'opening',
            actions: take(({ context, event }) => withForgotten(context, event.result)),
          },
          ...toIdle<DoneEvent>((context, { result }) => withForgotten(context, result)),
        ],
      },
    },
    opening: {
      entry: take(() => ({ sharing: true })),
      invoke: { src: 'open', input: ({ context }) => ({ country: context.persisted.country }) },
      on: {
        ...REQUESTS,
        'wifi.opened': [
          {
            guard: ({ event }) => event.result.ok,
            target: 'sharing',
            actions: take(({ event }) => ({ ...withScan(event.scan), failed_to_open: false })),
          },
          { target: 'idle', actions: take(({ event }) => ({ ...withScan(event.scan), ...withOpened(event.result) })) },
        ],
      },
    },
    sharing: {
      invoke: { src: 'watchUse' },
      on: {
        ...REQUESTS,
        'wifi.unshare': 'closing',
        // Opens it again if the board has lost it.
        'wifi.unused': [{ guard: 'may rejoin', target: 'closing' }, { target: 'opening' }],
        'web_page.renew': 'renewing',
        'persisted.changed': [
          {
            guard: { type: 'may share no longer', params: ({ event }) => event },
            target: 'closing',
            actions: take(({ event: { persisted } }) => ({ persisted })),
          },
          { actions: take(({ event: { persisted } }) => ({ persisted })) },
        ],
      },
    },
    closing: {
      invoke: { src: 'close' },
      on: { ...REQUESTS, 'wifi.closed': 'rejoining' },
    },
    renewing: {
      invoke: { src: 'close' },
      on: { ...REQUESTS, 'wifi.closed': 'opening' },
    },
    rejoining: {
      on: { ...REQUESTS, 'wifi.share': 'opening', 'network.changed': 'looking' },
      after: { rejoin: 'looking' },
    },
  },
});
