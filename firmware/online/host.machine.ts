// Host loop: registers the session, sends changes to the relay, and long-polls for inputs. One request at a time: a
// change interrupts the poll, and the next poll starts as soon as nothing is left to send.

import { assign, sendTo, setup } from 'xstate';
import { MACHINE_OPTIONS, slotsOf, typeOnly, type ReportsTo } from '../machine.ts';
import { assertDefined } from '../../wire/errors.ts';
import type { Experience, HostEvent } from '../../wire/relay/shapes.ts';
import type { Round } from '../../wire/relay/round.ts';
import {
  hostContext,
  pollCall,
  startCall,
  stopCall,
  wantedControl,
  withControl,
  withFailure,
  withPolled,
  withPollRefused,
  withRound,
  withRoundsSaved,
  withStarted,
  withRefusal,
  withSessionUpdate,
  type HostContext,
  type HostInput,
} from './host.ts';
import { IDLE_ANSWERS_MAX } from './limits.ts';
import {
  DUPLICATE_IDENTITY,
  refusalOf,
  retryDelayMs,
  type AskEvent,
  type AskInput,
  type RelayCall,
  type Self,
} from './relay-call.ts';

interface Persisted {
  readonly self: Self;
  readonly exp: Experience;
}

export type HostMachineEvent =
  | AskEvent
  | ({ readonly type: 'host.persisted' } & Persisted)
  | { readonly type: 'host.round'; readonly round: Round }
  | { readonly type: 'host.saved' }
  | { readonly type: 'host.event'; readonly ev: HostEvent }
  /** The simulator starts or ends a replay of a shot; guests wait during the replay (R35). */
  | { readonly type: 'host.replay'; readonly replay: boolean }
  | { readonly type: 'host.renew'; readonly keep_guests: boolean }
  | { readonly type: 'host.stop' };

/** Reports the whole session context on every change. */
export type HostReport = { readonly type: 'session.told'; readonly session: HostContext };

interface Reports {
  readonly parent: ReportsTo<HostReport>;
}

type Answered = Extract<AskEvent, { type: 'relay.answered' }>;
type Failed = Extract<AskEvent, { type: 'relay.failed' }>;

const ask = (call: (context: HostContext) => RelayCall) =>
  ({
    src: 'ask',
    id: 'ask',
    input: ({ context }: { context: HostContext }): AskInput => ({ identity: context.identity, call: call(context) }),
  }) as const;

const note = { type: 'noteFailure', params: ({ event }: { event: Failed }) => event } as const;
const answerOf = ({ event }: { event: Answered }) => event;

export const hostMachine = setup({
  types: typeOnly<{ input: HostInput & Reports; context: HostContext & Reports; events: HostMachineEvent }>(),
  actors: {
    ask: slotsOf('host loop').callback<AskEvent, AskInput>('ask'),
  },
  actions: {
    take: assign((_, patch: Partial<HostContext>) => patch),
    takeRound: assign(({ context }, { round }: { round: Round }) => withRound(context, round)),
    letRoundsOut: assign(({ context }) => withRoundsSaved(context)),
    /** Resets the retry delay, so that earlier failures do not delay a new action. */
    tryAnew: assign({ failures: 0 }),
    chooseControl: assign(({ context }) => withControl(context)),
    noteStarted: assign(({ context }, event: Answered) => withStarted(context, event)),
    noteTold: assign(({ context }, event: Answered) => withSessionUpdate(context, event)),
    notePolled: assign(({ context }, event: Answered) => withPolled(context, event)),
    noteFailure: assign(({ context }, { reason }: Failed) => withFailure(context, reason)),
    noteRefusal: assign(({ context }, { answer }: Answered) => withFailure(context, refusalOf(answer.status))),
    notePollRefused: assign(({ context }, { answer }: Answered) => withPollRefused(context, answer.status)),
    /** Drops the pending update: registering the session again sends it as new state. */
    noteEnded: assign(({ context }) => ({ idle: context.idle + 1, control: null })),
    noteSecondDevice: assign(({ context }) => ({ ...withFailure(context, DUPLICATE_IDENTITY), idle: 0 })),
    noteNotTaken: assign(({ context }, { reason }: Failed) => withRefusal(context, reason)),
    /** Passes new inputs and changes to the parent once. */
    tell: sendTo(
      ({ context }) => context.parent,
      ({ context }) => ({ type: 'session.told' as const, session: context }),
    ),
  },
  guards: {
    succeeded: (_, { answer }: Answered) => answer.status === 'ok',
    'session gone': (_, { answer }: Answered) => answer.status === 'invalid',
    'permanent failure': (_, { refused }: Failed) => refused,
    'update pending': ({ context }) => context.control !== null,
    'update wanted': ({ context }) => wantedControl(context) !== null,
    'too many empty polls': ({ context }) => context.idle >= IDLE_ANSWERS_MAX,
    'self or experience changed': ({ context }, { self, exp }: Persisted) =>
      JSON.stringify([self, exp]) !== JSON.stringify([context.self, context.exp]),
    'replay changed': ({ context }, { replay }: { replay: boolean }) => context.replay !== replay,
    'round unsent': ({ context }) => context.unsaved.length > 0,
    'only stopping': ({ context }) => context.stopping,
  },
  delays: { retryDelay: ({ context }) => retryDelayMs(context.failures) },
}).createMachine({
  id: 'host',
  options: MACHINE_OPTIONS,
  context: ({ input }) => ({ ...hostContext(input), parent: input.parent }),
  initial: 'beginning',
  on: {
    'host.persisted': { actions: { type: 'take', params: ({ event: { self, exp } }) => ({ self, exp }) } },
    'host.round': { actions: { type: 'takeRound', params: ({ event }) => event } },
    'host.saved': { actions: 'letRoundsOut' },
    'host.event': { actions: { type: 'take', params: ({ event: { ev } }) => ({ ev }) } },
    'host.replay': { actions: { type: 'take', params: ({ event: { replay } }) => ({ replay }) } },
    'host.renew': {
      actions: { type: 'take', params: ({ event: { keep_guests } }) => ({ renewal: { keep_guests } }) },
    },
    'host.stop': { target: '.stopping', actions: 'tryAnew' },
  },
  states: {
    beginning: { always: [{ guard: 'only stopping', target: 'stopping' }, { target: 'registering' }] },
    registering: {
      invoke: ask(startCall),
      on: {
        'relay.answered': [
          {
            guard: { type: 'succeeded', params: answerOf },
            target: 'deciding',
            actions: [{ type: 'noteStarted', params: answerOf }, 'tell'],
          },
          { target: 'pausing', actions: { type: 'noteRefusal', params: answerOf } },
        ],
        'relay.failed': { target: 'pausing', actions: note },
      },
    },
    deciding: {
      entry: 'chooseControl',
      always: [{ guard: 'update pending', target: 'telling' }, { target: 'polling' }],
    },
    telling: {
      invoke: ask(({ control }) => ({ route: 'host', body: assertDefined(control, 'pending update') })),
      on: {
        'relay.answered': [
          { guard: 'too many empty polls', target: 'pausing', actions: 'noteSecondDevice' },
          {
            guard: { type: 'succeeded', params: answerOf },
            target: 'deciding',
            actions: [{ type: 'noteTold', params: answerOf }, 'tell'],
          },
          { target: 'registering', actions: 'noteEnded' },
        ],
        'relay.failed': [
          {
            guard: { type: 'permanent failure', params: ({ event }) => event },
            target: 'polling',
            actions: [{ type: 'noteNotTaken', params: ({ event }) => event }, 'tell'],
          },
          { target: 'pausing', actions: note },
        ],
      },
    },
    polling: {
      invoke: ask(pollCall),
      on: {
        'relay.answered': [
          { guard: 'too many empty polls', target: 'pausing', actions: 'noteSecondDevice' },
          {
            guard: { type: 'succeeded', params: answerOf },
            target: 'deciding',
            actions: [{ type: 'notePolled', params: answerOf }, 'tell'],
          },
          { guard: { type: 'session gone', params: answerOf }, target: 'registering', actions: 'noteEnded' },
          { target: 'pausing', actions: { type: 'notePollRefused', params: answerOf } },
        ],
        'relay.failed': { target: 'pausing', actions: note },
        'host.persisted': {
          guard: { type: 'self or experience changed', params: ({ event }) => event },
          target: 'deciding',
          actions: { type: 'take', params: ({ event: { self, exp } }) => ({ self, exp }) },
        },
        'host.saved': { guard: 'round unsent', target: 'deciding', actions: 'letRoundsOut' },
        'host.event': { target: 'deciding', actions: { type: 'take', params: ({ event: { ev } }) => ({ ev }) } },
        'host.replay': {
          guard: { type: 'replay changed', params: ({ event }) => event },
          target: 'deciding',
          actions: { type: 'take', params: ({ event: { replay } }) => ({ replay }) },
        },
        'host.renew': {
          target: 'deciding',
          actions: { type: 'take', params: ({ event: { keep_guests } }) => ({ renewal: { keep_guests } }) },
        },
      },
    },
    pausing: { entry: 'tell', after: { retryDelay: 'registering' } },
    stopping: {
      invoke: ask(stopCall),
      on: {
        'relay.answered': 'stopped',
        'relay.failed': { target: 'pausingToStop', actions: note },
        'host.stop': {},
      },
    },
    pausingToStop: { after: { retryDelay: 'stopping' }, on: { 'host.stop': {} } },
    stopped: { type: 'final' },
  },
});
