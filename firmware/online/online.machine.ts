// Online play: waits for the clock to sync, then hosts, joins as a guest, or stays off. Sends session news to the
// device and persists its role.

import { assign, enqueueActions, sendTo, setup } from 'xstate';
import type { PersistedChange } from '../persisted/changes.ts';
import { MACHINE_OPTIONS, slotsOf, typeOnly, type ReportsTo } from '../machine.ts';
import { guestMachine, type GuestMachineEvent, type GuestReport } from './guest.machine.ts';
import { guestContext, isDeadCode, joinCall } from './guest.ts';
import { hostMachine, type HostMachineEvent, type HostReport } from './host.machine.ts';
import { stopCall } from './host.ts';
import { NO_GUESTS } from './missing-guests.ts';
import { NOTHING_SEEN, type News } from './news.ts';
import {
  bootOf,
  onlineContext,
  refusalOf,
  restartedInputs,
  withSessionUpdate,
  type OnlineContext,
  type OnlinePersisted,
  type OnlineStart,
  type Role,
  type SessionView,
} from './online.ts';
import { retryDelayMs, type AskEvent, type AskInput, type DeviceIdentity } from './relay-call.ts';
import { assertDefined } from '../../wire/errors.ts';

type HostRequest = Extract<HostMachineEvent, { type: `host.${'stop' | 'renew' | 'event' | 'round' | 'replay'}` }>;
type GuestRequest = Extract<GuestMachineEvent, { type: 'guest.leave' | 'guest.follow' | 'guest.input' }>;

/** Requests to the session from other services. */
export type OnlineRequest =
  | { readonly type: 'online.host' }
  | { readonly type: 'online.join'; readonly code: string }
  /** The player has read why a code was refused. */
  | { readonly type: 'online.dismiss' }
  | HostRequest
  | GuestRequest;

/** Session news as events: `session.pull`, `session.round`, and so on. */
type NewsEvent<N = News> = N extends { readonly kind: infer K extends string }
  ? { readonly type: `session.${K}` } & Omit<N, 'kind'>
  : never;

/** Reports to the device. */
type OnlineReport =
  | NewsEvent
  | { readonly type: 'device.change'; readonly change: PersistedChange }
  | { readonly type: 'device.note'; readonly text: string; readonly holds?: 'session' };

interface OnlineInput {
  readonly parent: ReportsTo<OnlineReport>;
  readonly persisted: OnlinePersisted;
  readonly start: OnlineStart;
}

export type OnlineEvent =
  | OnlineRequest
  | AskEvent
  | { readonly type: 'clock.synced' }
  /** The persisted state has changed. */
  | { readonly type: 'persisted.changed'; readonly persisted: OnlinePersisted }
  /** The persisted state is saved to flash, and messages that wait for it go out. */
  | { readonly type: 'storage.settled' }
  | HostReport
  | GuestReport;

type On<T extends OnlineEvent['type']> = Extract<OnlineEvent, { type: T }>;

const become = (role: Role) => ({ type: 'become', params: { role } }) as const;
const takeCode = { type: 'takeCode', params: ({ event }: { event: On<'online.join'> }) => event } as const;
const clearStopping = { type: 'noteStopping', params: { stopping: false } } as const;
const slots = slotsOf('online play');
const identityOf = ({ identity }: OnlineContext): DeviceIdentity => assertDefined(identity, 'identity');

export const onlineMachine = setup({
  types: typeOnly<{ input: OnlineInput; context: OnlineContext & Pick<OnlineInput, 'parent'>; events: OnlineEvent }>(),
  actors: {
    clockSync: slots.callback('clockSync'),
    ask: slots.callback<AskEvent, AskInput>('ask'),
    host: hostMachine,
    guest: guestMachine,
  },
  actions: {
    /** Applies the name and players immediately; the experience counts only once it is saved (R61). */
    takePersisted: assign((_, { persisted }: { persisted: OnlinePersisted }) => ({
      self: persisted.self,
      latest: persisted,
    })),
    settle: assign(({ context: { latest } }) => latest),
    show: assign(({ context }, patch: Partial<SessionView>) => ({ view: { ...context.view, ...patch } })),
    takeCode: assign((_, { code }: { code: string }) => ({ code })),
    forgetFailures: assign({ failures: 0 }),
    noteFailure: assign(({ context: { failures, view } }, { reason }: On<'relay.failed'>) => ({
      failures: failures + 1,
      view: { ...view, problem: reason },
    })),
    noteAgain: assign((_, { again }: { again: boolean }) => ({ again })),
    become: assign(({ context }, { role }: { role: Role }) => ({
      role,
      stopping: false,
      rounds: [],
      sessions: context.sessions + 1,
      seen: NOTHING_SEEN,
      known: NO_GUESTS,
      again: false,
      view: {
        ...context.view,
        role,
        fol: true,
        devices: [],
        problem: '',
        refusal: '',
        code: role === 'guest' ? context.code : '',
      },
    })),
    keepRole: sendTo(
      ({ context }) => context.parent,
      ({ context: { role, code } }) => ({
        type: 'device.change' as const,
        change: { kind: 'set_online' as const, role, code: role === 'guest' ? code : '' },
      }),
    ),
    noteStopping: assign((_, { stopping }: { stopping: boolean }) => ({ stopping })),
    /** Persists `stopping` until the cloud knows, so that it is reported even after a restart. */
    keepStopping: sendTo(({ context }) => context.parent, {
      type: 'device.change' as const,
      change: { kind: 'set_online' as const, role: 'stopping' as const, code: '' },
    }),
    /** Forgets a dead code, so that it is not offered again. */
    forgetCode: enqueueActions(({ context: { parent, code }, enqueue }, { dead_code }: { dead_code: boolean }) => {
      if (dead_code) enqueue.sendTo(parent, { type: 'device.change', change: { kind: 'forget_code', code } });
    }),
    takeTold: enqueueActions(({ context, enqueue }, { session }: On<'session.told'>) => {
      const { news, ...update } = withSessionUpdate(context, session);
      enqueue.assign(update);
      const seq = restartedInputs(context, session);
      if (seq !== null)
        enqueue.sendTo(context.parent, { type: 'device.change', change: { kind: 'restart_inputs', seq } });
      for (const each of news) enqueue.sendTo(context.parent, newsEvent(each));
    }),
    sayEnd: enqueueActions(({ context, enqueue }, { end }: { end: string }) => {
      if (end !== '') enqueue.sendTo(context.parent, { type: 'device.note', text: end, holds: 'session' });
    }),
    toHost: sendTo('host', (_, { event }: { event: HostRequest }) => event),
    toGuest: sendTo('guest', (_, { event }: { event: GuestRequest }) => event),
    persistedToHost: sendTo('host', ({ context: { self, exp } }) => ({ type: 'host.persisted' as const, self, exp })),
    savedToHost: sendTo('host', { type: 'host.saved' }),
    persistedToGuest: sendTo('guest', ({ context: { self } }) => ({ type: 'guest.persisted' as const, self })),
  },
  guards: {
    enrolled: ({ context }) => context.identity !== null,
    'is host': ({ context }) => context.role === 'host',
    'stop unreported': ({ context }) => context.stopping,
    leaving: ({ context }) => context.role === 'off',
    'is guest': ({ context }) => context.role === 'guest',
    'permanent failure': (_, { refused }: On<'relay.failed'>) => refused,
    'code accepted': (_, { answer }: On<'relay.answered'>) => answer.status === 'ok',
    'code changed': ({ context }, { session }: On<'session.told'>) => 'fol' in session && session.code !== context.code,
  },
  delays: { retryDelay: ({ context }) => retryDelayMs(context.failures) },
}).createMachine({
  id: 'online',
  options: MACHINE_OPTIONS,
  context: ({ input: { parent, persisted, start } }) => ({ ...onlineContext(persisted, start), parent }),
  initial: 'starting',
  on: {
    'persisted.changed': { actions: { type: 'takePersisted', params: ({ event }) => event } },
    'storage.settled': { actions: 'settle' },
    'online.dismiss': { actions: { type: 'show', params: { refusal: '' } } },
    'session.told': { actions: { type: 'takeTold', params: ({ event }) => event } },
  },
  states: {
    starting: {
      always: [
        { guard: 'enrolled', target: 'syncing', actions: { type: 'show', params: { ready: 'syncing' } } },
        { target: 'unenrolled' },
      ],
    },
    unenrolled: {},
    syncing: {
      invoke: { src: 'clockSync', id: 'clockSync' },
      on: { 'clock.synced': { target: 'choosing', actions: { type: 'show', params: { ready: 'ready' } } } },
    },
    choosing: {
      always: [
        { guard: 'is host', target: 'hosting' },
        { guard: 'stop unreported', target: 'hosting' },
        { guard: 'is guest', target: 'visiting' },
        { target: 'off' },
      ],
    },
    off: {
      on: {
        'online.host': { target: 'hosting', actions: [become('host'), 'keepRole'] },
        'online.join': { target: 'checking', actions: takeCode },
      },
    },
    checking: {
      entry: ['forgetFailures', { type: 'show', params: { checking: true, refusal: '' } }],
      exit: { type: 'show', params: { checking: false, problem: '' } },
      on: {
        'online.join': { target: 'checking', reenter: true, actions: takeCode },
        'online.host': { target: 'hosting', actions: [become('host'), 'keepRole'] },
        'guest.leave': [{ guard: 'stop unreported', target: 'hosting' }, { target: 'off' }],
      },
      initial: 'beginning',
      states: {
        beginning: {
          always: [{ guard: 'stop unreported', target: 'ending' }, { target: 'asking' }],
        },
        ending: {
          invoke: {
            src: 'ask',
            id: 'ask',
            input: ({ context }) => ({ identity: identityOf(context), call: stopCall() }),
          },
          on: {
            'relay.answered': { target: 'asking', actions: [clearStopping, 'keepRole'] },
            'relay.failed': [
              {
                guard: { type: 'permanent failure', params: ({ event }) => event },
                target: 'asking',
                actions: [clearStopping, 'keepRole'],
              },
              { target: 'pausing', actions: { type: 'noteFailure', params: ({ event }) => event } },
            ],
          },
        },
        asking: {
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
                guard: { type: 'code accepted', params: ({ event }) => event },
                target: '#online.visiting',
                actions: [{ type: 'takeCode', params: ({ event: { answer } }) => answer }, become('guest'), 'keepRole'],
              },
              {
                target: '#online.off',
                actions: [
                  { type: 'show', params: ({ event: { answer } }) => ({ refusal: refusalOf(answer) }) },
                  { type: 'forgetCode', params: ({ event: { answer } }) => ({ dead_code: isDeadCode(answer) }) },
                ],
              },
            ],
            'relay.failed': [
              {
                guard: { type: 'permanent failure', params: ({ event }) => event },
                target: '#online.off',
                actions: { type: 'show', params: ({ event }) => ({ refusal: event.reason }) },
              },
              { target: 'pausing', actions: { type: 'noteFailure', params: ({ event }) => event } },
            ],
          },
        },
        pausing: { after: { retryDelay: 'beginning' } },
      },
    },
    hosting: {
      invoke: {
        src: 'host',
        id: 'host',
        input: ({ context, self }) => ({
          ...context,
          parent: self,
          input_seq: context.latest.input_seq,
          boot: bootOf(context),
          identity: identityOf(context),
        }),
        onDone: { target: 'off', actions: [become('off'), 'keepRole'] },
      },
      on: {
        'storage.settled': { actions: ['settle', 'persistedToHost', 'savedToHost'] },
        'host.stop': {
          actions: [
            { type: 'toHost', params: ({ event }) => ({ event }) },
            become('off'),
            { type: 'noteStopping', params: { stopping: true } },
            'keepStopping',
          ],
        },
        'host.*': { actions: { type: 'toHost', params: ({ event }) => ({ event }) } },
        'online.host': {
          guard: 'leaving',
          target: 'hosting',
          reenter: true,
          actions: [become('host'), 'keepRole'],
        },
        'online.join': { guard: 'leaving', target: 'checking', actions: takeCode },
      },
    },
    visiting: {
      invoke: {
        src: 'guest',
        id: 'guest',
        input: ({ context, self }) => ({
          ...context,
          parent: self,
          boot: bootOf(context),
          identity: identityOf(context),
        }),
        onDone: {
          target: 'off',
          actions: [
            become('off'),
            'keepRole',
            { type: 'sayEnd', params: ({ event }) => event.output },
            { type: 'forgetCode', params: ({ event }) => event.output },
          ],
        },
      },
      on: {
        'persisted.changed': { actions: [{ type: 'takePersisted', params: ({ event }) => event }, 'persistedToGuest'] },
        'session.told': [
          {
            guard: { type: 'code changed', params: ({ event }) => event },
            actions: [{ type: 'takeTold', params: ({ event }) => event }, 'keepRole'],
          },
          { actions: { type: 'takeTold', params: ({ event }) => event } },
        ],
        'guest.leave': {
          actions: [{ type: 'toGuest', params: ({ event }) => ({ event }) }, become('off'), 'keepRole'],
        },
        'guest.follow': {
          actions: [
            { type: 'noteAgain', params: ({ event }) => ({ again: event.again ?? false }) },
            { type: 'toGuest', params: ({ event }) => ({ event }) },
          ],
        },
        'guest.*': { actions: { type: 'toGuest', params: ({ event }) => ({ event }) } },
        'online.host': { guard: 'leaving', target: 'hosting', actions: [become('host'), 'keepRole'] },
        'online.join': { guard: 'leaving', target: 'checking', actions: takeCode },
      },
    },
  },
});

function newsEvent(news: News): NewsEvent {
  const { kind, ...rest } = news;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- TypeScript does not distribute a template literal type over the union
  return { type: `session.${kind}`, ...rest } as NewsEvent;
}
