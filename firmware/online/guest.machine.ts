// Guest loop: joins, stays listed with a held heartbeat, and sends inputs, one request at a time. An input, a change of
// following, or leaving interrupts the heartbeat.

import { assign, sendTo, setup } from 'xstate';
import { MACHINE_OPTIONS, slotsOf, typeOnly, type ReportsTo } from '../machine.ts';
import {
  endOf,
  failureOf,
  guestContext,
  hasStopped,
  heartbeatCall,
  inputCall,
  isDeadCode,
  isOdd,
  joinCall,
  leaveCall,
  withFailure,
  withReceived,
  withInput,
  withSent,
  withoutStaleInputs,
  type GuestContext,
  type GuestInput,
  type GuestLoopInput,
} from './guest.ts';
import { IDLE_ANSWERS_MAX, RETRY_FAILURES } from './limits.ts';
import {
  DUPLICATE_IDENTITY,
  retryDelayMs,
  type AskEvent,
  type AskInput,
  type RelayCall,
  type Self,
} from './relay-call.ts';

export type GuestMachineEvent =
  | AskEvent
  | { readonly type: 'guest.persisted'; readonly self: Self }
  | { readonly type: 'guest.follow'; readonly fol: boolean; readonly again?: boolean }
  | { readonly type: 'guest.input'; readonly input: GuestInput }
  | { readonly type: 'guest.leave' };

/** Reports the whole session context on every change. */
export type GuestReport = { readonly type: 'session.told'; readonly session: GuestContext };

interface Reports {
  readonly parent: ReportsTo<GuestReport>;
}

type Answered = Extract<AskEvent, { type: 'relay.answered' }>;
type Failed = Extract<AskEvent, { type: 'relay.failed' }>;

const ask = (call: (context: GuestContext) => RelayCall) =>
  ({
    src: 'ask',
    id: 'ask',
    input: ({ context }: { context: GuestContext }): AskInput => ({ identity: context.identity, call: call(context) }),
  }) as const;

const answerOf = ({ event }: { event: Answered }) => event;
const fail = {
  target: 'pausing',
  actions: [{ type: 'noteFailure', params: ({ event }: { event: Failed }) => event }, 'tell'],
} as const;
const oddAnswer = (refused: boolean) =>
  ({
    guard: { type: 'unexpected status', params: answerOf },
    target: 'pausing',
    actions: [{ type: 'noteFailure', params: ({ event }: { event: Answered }) => failureOf(event, refused) }, 'tell'],
  }) as const;
const theEnd = {
  guard: { type: 'session ended', params: answerOf },
  target: 'gone',
  actions: { type: 'noteEnd', params: answerOf },
} as const;
const takeInput = [
  { type: 'takeInput', params: ({ event }: { event: Extract<GuestMachineEvent, { type: 'guest.input' }> }) => event },
  'tell',
] as const;
const onAnswer = [{ type: 'noteHeard', params: answerOf }, 'tell'] as const;

export const guestMachine = setup({
  types: typeOnly<{
    input: GuestLoopInput & Reports;
    context: GuestContext & Reports;
    events: GuestMachineEvent;
    output: Pick<GuestContext, 'end' | 'dead_code'>;
  }>(),
  actors: {
    ask: slotsOf('guest loop').callback<AskEvent, AskInput>('ask'),
  },
  actions: {
    take: assign((_, patch: Partial<GuestContext>) => patch),
    takeInput: assign(({ context }, { input }: { input: GuestInput }) => ({
      ...withInput(context, input),
      accepted: false,
    })),
    dropStale: assign(({ context }) => withoutStaleInputs(context)),
    noteHeard: assign(({ context }, event: Answered) => withReceived(context, event)),
    noteSent: assign(({ context }, event: Answered) => withSent(context, event)),
    noteFailure: assign(({ context }, event: Failed) => withFailure(context, event)),
    noteSecondDevice: assign(({ context }) => ({
      problem: DUPLICATE_IDENTITY,
      failures: context.failures + 1,
      idle: 0,
    })),
    noteEnd: assign((_, { answer }: Answered) => ({ end: endOf(answer), dead_code: isDeadCode(answer) })),
    tell: sendTo(
      ({ context }) => context.parent,
      ({ context }) => ({ type: 'session.told' as const, session: context }),
    ),
  },
  guards: {
    succeeded: (_, { answer }: Answered) => answer.status === 'ok',
    'unexpected status': (_, { answer }: Answered) => isOdd(answer),
    'session ended': (_, { answer }: Answered) => endOf(answer) !== '',
    'host stopped': (_, { answer }: Answered) => hasStopped(answer),
    'stale input': ({ context }) => withoutStaleInputs(context).inputs !== undefined,
    'input queued': ({ context }) => context.inputs.length > 0,
    'too many empty heartbeats': ({ context }) => context.idle >= IDLE_ANSWERS_MAX,
    'self changed': ({ context }, { self }: { self: Self }) => JSON.stringify(self) !== JSON.stringify(context.self),
    'following changed': ({ context }, { fol }: { fol: boolean }) => fol !== context.fol,
    'may retry': ({ context }) => context.failures < RETRY_FAILURES,
  },
  delays: { retryDelay: ({ context }) => retryDelayMs(context.failures) },
}).createMachine({
  id: 'guest',
  options: MACHINE_OPTIONS,
  context: ({ input }) => ({ ...guestContext(input), parent: input.parent }),
  initial: 'joining',
  on: {
    'guest.persisted': { actions: { type: 'take', params: ({ event: { self } }) => ({ self }) } },
    'guest.follow': {
      actions: [{ type: 'take', params: ({ event: { fol } }) => ({ fol, word: '', accepted: false }) }, 'tell'],
    },
    'guest.input': { actions: takeInput },
    'guest.leave': { target: '.leaving', actions: { type: 'take', params: { failures: 0 } } },
  },
  states: {
    joining: {
      invoke: ask(joinCall),
      on: {
        'relay.answered': [
          theEnd,
          oddAnswer(false),
          { guard: { type: 'succeeded', params: answerOf }, target: 'deciding', actions: onAnswer },
          { target: 'pausing', actions: onAnswer },
        ],
        'relay.failed': fail,
      },
    },
    deciding: {
      always: [
        { guard: 'stale input', target: 'deciding', reenter: true, actions: ['dropStale', 'tell'] },
        { guard: 'input queued', target: 'sending' },
        { target: 'listening' },
      ],
    },
    listening: {
      invoke: ask(heartbeatCall),
      on: {
        'relay.answered': [
          theEnd,
          oddAnswer(false),
          { guard: 'too many empty heartbeats', target: 'pausing', actions: ['noteSecondDevice', 'tell'] },
          { target: 'deciding', actions: onAnswer },
        ],
        'relay.failed': fail,
        'guest.input': { target: 'deciding', actions: takeInput },
        'guest.follow': {
          guard: { type: 'following changed', params: ({ event }) => event },
          target: 'deciding',
          actions: [{ type: 'take', params: ({ event: { fol } }) => ({ fol, word: '', accepted: false }) }, 'tell'],
        },
        'guest.persisted': {
          guard: { type: 'self changed', params: ({ event }) => event },
          target: 'deciding',
          actions: { type: 'take', params: ({ event: { self } }) => ({ self }) },
        },
      },
    },
    sending: {
      invoke: ask(inputCall),
      on: {
        'relay.answered': [
          { ...theEnd, guard: { type: 'host stopped', params: answerOf } },
          oddAnswer(true),
          { target: 'deciding', actions: [{ type: 'noteSent', params: answerOf }, 'tell'] },
        ],
        'relay.failed': fail,
      },
    },
    pausing: { after: { retryDelay: 'deciding' } },
    leaving: {
      invoke: ask(leaveCall),
      on: {
        'relay.answered': 'gone',
        'relay.failed': [
          { guard: 'may retry', target: 'pausingToLeave', actions: fail.actions[0] },
          { target: 'gone' },
        ],
        'guest.leave': {},
      },
    },
    pausingToLeave: { after: { retryDelay: 'leaving' }, on: { 'guest.leave': {} } },
    gone: { type: 'final' },
  },
  output: ({ context: { end, dead_code } }) => ({ end, dead_code }),
});
