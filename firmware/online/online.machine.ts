// Playing together: nothing goes out before the clock is right; then the device hosts, is a guest, or is off. It tells the
// device what the session has for it, and keeps its part in the facts.

import { assign, fromCallback, sendParent, sendTo, setup } from 'xstate';
import { guestMachine, type GuestMachineEvent } from './guest.machine.ts';
import { guestContext, joinCall, type GuestContext } from './guest.ts';
import { hostMachine, type HostMachineEvent } from './host.machine.ts';
import type { HostContext } from './host.ts';
import { NOTHING_SEEN } from './news.ts';
import {
  bootOf,
  onlineContext,
  refusalOf,
  withTold,
  type OnlineContext,
  type OnlineFacts,
  type OnlineInput,
  type Role,
  type SessionView,
} from './online.ts';
import type { AskEvent, AskInput, Identity } from './relay-call.ts';

/** What the device's other parts ask of the session. */
export type OnlineRequest =
  | { readonly type: 'online.host' }
  | { readonly type: 'online.join'; readonly code: string }
  | Extract<HostMachineEvent, { type: 'host.stop' | 'host.renew' | 'host.event' | 'host.round' }>
  | Extract<GuestMachineEvent, { type: 'guest.leave' | 'guest.follow' | 'guest.input' }>;

export type OnlineEvent =
  | OnlineRequest
  | AskEvent
  | { readonly type: 'clock.synced' }
  /** The facts as they are now. */
  | { readonly type: 'online.facts'; readonly facts: OnlineFacts }
  /** The facts are safe in the flash: what was waiting for it goes out. */
  | { readonly type: 'online.saved'; readonly facts: OnlineFacts }
  | { readonly type: 'session.told'; readonly session: HostContext | GuestContext };

type On<T extends OnlineEvent['type']> = Extract<OnlineEvent, { type: T }>;

const become = (role: Role) => ({ type: 'become', params: { role } }) as const;
const takeCode = { type: 'takeCode', params: ({ event }: { event: On<'online.join'> }) => event } as const;
const identityOf = ({ identity }: OnlineContext): Identity => identity as Identity;

export const onlineMachine = setup({
  types: { input: {} as OnlineInput, context: {} as OnlineContext, events: {} as OnlineEvent },
  actors: {
    clockSync: fromCallback(() => {
      throw new Error('the actor slot clockSync of online play is not filled');
    }),
    ask: fromCallback<AskEvent, AskInput>(() => {
      throw new Error('the actor slot ask of online play is not filled');
    }),
    host: hostMachine,
    guest: guestMachine,
  },
  actions: {
    takeFacts: assign((_, { facts }: { facts: OnlineFacts }) => facts),
    /** The rest counts once it is safe (R61). */
    takeSelf: assign((_, { facts: { self } }: { facts: OnlineFacts }) => ({ self })),
    show: assign(({ context }, part: Partial<SessionView>) => ({
      news: [],
      view: { ...context.view, ...part },
    })),
    takeCode: assign((_, { code }: { code: string }) => ({ code })),
    noteAgain: assign((_, { again }: { again: boolean }) => ({ again })),
    become: assign(({ context }, { role }: { role: Role }) => ({
      role,
      rounds: [],
      sessions: context.sessions + 1,
      seen: NOTHING_SEEN,
      news: [],
      again: false,
      view: { ...context.view, role, fol: true, devices: [], trouble: '', code: role === 'guest' ? context.code : '' },
    })),
    keepRole: sendParent(({ context: { role, code } }) => ({
      type: 'device.change',
      change: { kind: 'set_online', role, code: role === 'guest' ? code : '' },
    })),
    takeTold: assign(({ context }, { session }: On<'session.told'>) => withTold(context, session)),
    sayEnd: assign((_, { end }: { end: string }) => ({ news: end ? [{ kind: 'note', text: end } as const] : [] })),
    tell: sendParent(({ context: { view, news } }) => ({ type: 'device.session', view, news })),
    toHost: sendTo('host', ({ event }) => event as HostMachineEvent),
    toGuest: sendTo('guest', ({ event }) => event as GuestMachineEvent),
    factsToHost: sendTo('host', ({ context: { self, exp } }) => ({ type: 'host.facts' as const, self, exp })),
    savedToHost: sendTo('host', { type: 'host.saved' }),
    factsToGuest: sendTo('guest', ({ context: { self } }) => ({ type: 'guest.facts' as const, self })),
  },
  guards: {
    'a cloud knows us': ({ context }) => context.identity !== null,
    'we host': ({ context }) => context.role === 'host',
    'we are leaving': ({ context }) => context.role === 'off',
    'we are a guest': ({ context }) => context.role === 'guest',
    'the code works': (_, { answer }: On<'relay.answered'>) => answer.status === 'ok',
    'the code has changed': ({ context }, { session }: On<'session.told'>) =>
      'fol' in session && session.code !== context.code,
  },
}).createMachine({
  id: 'online',
  options: { maxIterations: 100 },
  context: ({ input }) => onlineContext(input),
  initial: 'starting',
  on: {
    'online.facts': { actions: { type: 'takeSelf', params: ({ event }) => event } },
    'online.saved': { actions: { type: 'takeFacts', params: ({ event }) => event } },
    'session.told': { actions: [{ type: 'takeTold', params: ({ event }) => event }, 'tell'] },
  },
  states: {
    starting: {
      always: [
        { guard: 'a cloud knows us', target: 'syncing', actions: { type: 'show', params: { ready: 'syncing' } } },
        { target: 'unenrolled' },
      ],
    },
    unenrolled: { entry: 'tell' },
    syncing: {
      entry: 'tell',
      invoke: { src: 'clockSync', id: 'clockSync' },
      on: { 'clock.synced': { target: 'choosing', actions: { type: 'show', params: { ready: 'ready' } } } },
    },
    choosing: {
      always: [
        { guard: 'we host', target: 'hosting' },
        { guard: 'we are a guest', target: 'visiting' },
        { target: 'off' },
      ],
    },
    off: {
      entry: ['tell'],
      on: {
        'online.host': { target: 'hosting', actions: [become('host'), 'keepRole'] },
        'online.join': { target: 'checking', actions: takeCode },
      },
    },
    checking: {
      entry: [{ type: 'show', params: { checking: true, refusal: '' } }, 'tell'],
      exit: { type: 'show', params: { checking: false } },
      invoke: {
        src: 'ask',
        id: 'ask',
        input: ({ context }) => ({
          identity: identityOf(context),
          call: joinCall(guestContext({ ...context, identity: identityOf(context) })),
        }),
      },
      on: {
        'relay.answered': [
          {
            guard: { type: 'the code works', params: ({ event }) => event },
            target: 'visiting',
            actions: [{ type: 'takeCode', params: ({ event: { answer } }) => answer }, become('guest'), 'keepRole'],
          },
          {
            target: 'off',
            actions: { type: 'show', params: ({ event: { answer } }) => ({ refusal: refusalOf(answer) }) },
          },
        ],
        'relay.failed': {
          target: 'off',
          actions: { type: 'show', params: ({ event }) => ({ refusal: event.reason }) },
        },
        'guest.leave': 'off',
      },
    },
    hosting: {
      entry: 'tell',
      invoke: {
        src: 'host',
        id: 'host',
        input: ({ context }) => ({ ...context, boot: bootOf(context), identity: identityOf(context) }),
        onDone: { target: 'off', actions: [become('off'), { type: 'sayEnd', params: { end: '' } }] },
      },
      on: {
        'online.saved': {
          actions: [{ type: 'takeFacts', params: ({ event }) => event }, 'factsToHost', 'savedToHost'],
        },
        'host.stop': { actions: ['toHost', become('off'), 'keepRole', 'tell'] },
        'host.*': { actions: 'toHost' },
        'online.host': {
          guard: 'we are leaving',
          target: 'hosting',
          reenter: true,
          actions: [become('host'), 'keepRole'],
        },
        'online.join': { guard: 'we are leaving', target: 'checking', actions: takeCode },
      },
    },
    visiting: {
      entry: 'tell',
      invoke: {
        src: 'guest',
        id: 'guest',
        input: ({ context }) => ({ ...context, boot: bootOf(context), identity: identityOf(context) }),
        onDone: {
          target: 'off',
          actions: [become('off'), 'keepRole', { type: 'sayEnd', params: ({ event }) => event.output }],
        },
      },
      on: {
        'online.facts': {
          actions: [{ type: 'takeSelf', params: ({ event }) => event }, 'factsToGuest'],
        },
        'session.told': [
          {
            guard: { type: 'the code has changed', params: ({ event }) => event },
            actions: [{ type: 'takeTold', params: ({ event }) => event }, 'keepRole', 'tell'],
          },
          { actions: [{ type: 'takeTold', params: ({ event }) => event }, 'tell'] },
        ],
        'guest.leave': { actions: ['toGuest', become('off'), 'keepRole', 'tell'] },
        'guest.follow': {
          actions: [{ type: 'noteAgain', params: ({ event }) => ({ again: event.again ?? false }) }, 'toGuest'],
        },
        'guest.*': { actions: 'toGuest' },
        'online.host': { guard: 'we are leaving', target: 'hosting', actions: [become('host'), 'keepRole'] },
        'online.join': { guard: 'we are leaving', target: 'checking', actions: takeCode },
      },
    },
  },
});
