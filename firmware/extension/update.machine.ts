// The update job (store §3.3, R107–R116): checks the store when the device has started and when somebody asks, never by a timer, and
// does what its answer asks for, one step after the other. What goes wrong is said, and leaves everything as it was.

import { assign, enqueueActions, fromPromise, sendParent, setup } from 'xstate';
import { NETWORK_WAIT_MS } from '../../wire/choices.ts';
import { fail, messageOf, type Result } from '../../wire/errors.ts';
import type { UpdateNews } from '../../wire/store/messages.ts';
import type { Installed } from '../facts/extensions.ts';
import {
  changeOf,
  dueStep,
  failureOf,
  hasRoom,
  NO_ROOM,
  stepToInstall,
  viewOf,
  withNews,
  withStep,
  type FetchStep,
  type UpdateContext,
  type UpdateFacts,
} from './update.ts';
import type { CheckInput, FetchInput } from './update.actors.ts';

/** What a person asks of the job. */
export type UpdateRequest =
  { readonly type: 'update.check' } | { readonly type: 'update.install'; readonly code: string };

export type UpdateEvent =
  | UpdateRequest
  | { readonly type: 'update.facts'; readonly facts: UpdateFacts }
  | { readonly type: 'update.network'; readonly joined: boolean }
  /** What comes before the check of the start is over. `skip`: a firmware offer is pending, so it does not happen (R115). */
  | { readonly type: 'update.turn'; readonly skip: boolean };

export interface UpdateInput {
  readonly facts: UpdateFacts;
  readonly has_store: boolean;
  readonly networked: boolean;
  /** The check of the start may begin. */
  readonly turn: boolean;
}

const unfilled = (slot: string) => (): never => {
  throw new Error(`the actor slot ${slot} of the update job is not filled`);
};

const tell = { type: 'tell', params: { over: false } } as const;

export const updateMachine = setup({
  types: { input: {} as UpdateInput, context: {} as UpdateContext & UpdateInput, events: {} as UpdateEvent },
  actors: {
    check: fromPromise<Result<UpdateNews>, CheckInput>(unfilled('check')),
    fetch: fromPromise<Result<Installed>, FetchInput>(unfilled('fetch')),
    tidy: fromPromise<Result<void>, readonly Installed[]>(unfilled('tidy')),
  },
  actions: {
    takeFacts: assign((_, { facts }: { facts: UpdateFacts }) => ({ facts })),
    takeNetwork: assign((_, { joined }: { joined: boolean }) => ({ networked: joined })),
    takeTurn: assign({ turn: true }),
    somebodyWaits: assign({ asked: true }),
    begin: assign({ queue: [], done: [], failures: [], fetched: {}, asked: true, checked: false }),
    askToCheck: assign(({ context: { queue } }) => ({ queue: withStep(queue, { kind: 'check' }) })),
    askToInstall: assign(({ context: { queue } }, { code }: { code: string }) => ({
      queue: withStep(queue, stepToInstall(code)),
    })),
    takeNews: assign(({ context }, { news }: { news: Result<UpdateNews> }) => withNews(context, news)),
    /** The device changes its list, and says so to everybody. */
    change: enqueueActions(
      ({ context: { queue, done, facts, fetched }, enqueue }, { entry }: { entry: Installed | null }) => {
        const [step, ...rest] = queue;
        const changed = step && changeOf(step, entry, facts.installed);
        if (!changed) return;
        const { installed } = changed;
        enqueue.assign({ queue: rest, done: [...done, ...changed.done], facts: { ...facts, installed } });
        if (entry) enqueue.assign({ fetched: { ...fetched, [entry.code]: '' } });
        if (changed.change) enqueue.sendParent({ type: 'device.change', change: changed.change });
      },
    ),
    giveUp: assign(({ context: { queue, failures, fetched } }, { reason }: { reason: string }) => {
      const [step, ...rest] = queue;
      if (step?.kind !== 'fetch') return { queue: rest };
      const failure = failureOf(step, reason);
      return { queue: rest, failures: [...failures, failure], fetched: { ...fetched, [step.code]: failure } };
    }),
    note: assign(({ context: { failures } }, { sentence }: { sentence: string }) => ({
      failures: [...failures, sentence],
    })),
    noteIfFailed: enqueueActions(({ context: { failures }, enqueue }, { result }: { result: Result<void> }) => {
      if (!result.ok) enqueue.assign({ failures: [...failures, result.error.message] });
    }),
    tell: sendParent(({ context }, { over }: { over: boolean }) => ({
      type: 'device.update',
      view: viewOf(context, over),
      over,
    })),
  },
  guards: {
    'there is no store': ({ context }) => !context.has_store,
    'there is no network': ({ context }) => !context.networked,
    'it is its turn': ({ context }) => context.turn && context.networked,
    'it is skipped': (_, { skip }: { skip: boolean }) => skip,
    'nothing is left': ({ context: { queue } }) => queue.length === 0,
    'a check is next': ({ context: { queue } }) => queue[0]?.kind === 'check',
    'a text is next': ({ context: { queue } }) => queue[0]?.kind === 'fetch',
    'there is no slot for it': ({ context: { queue, facts } }) => {
      const [step] = queue;
      return step?.kind === 'fetch' && !hasRoom(facts.installed, step.code);
    },
    'it is here': (_, { result }: { result: Result<unknown> }) => result.ok,
  },
  delays: { networkWait: NETWORK_WAIT_MS },
}).createMachine({
  id: 'update',
  options: { maxIterations: 100 },
  context: ({ input }) => ({ ...input, queue: [], done: [], failures: [], fetched: {}, asked: false, checked: false }),
  on: {
    'update.facts': { actions: { type: 'takeFacts', params: ({ event }) => event } },
    'update.network': { actions: { type: 'takeNetwork', params: ({ event }) => event } },
    'update.check': { actions: ['somebodyWaits', 'askToCheck'] },
    'update.install': { actions: ['somebodyWaits', { type: 'askToInstall', params: ({ event }) => event }] },
  },
  initial: 'starting',
  states: {
    /** The check of the start waits for the network, but not for ever. */
    starting: {
      always: [
        { guard: 'there is no store', target: 'off' },
        { guard: 'it is its turn', target: 'next', actions: 'askToCheck' },
      ],
      on: {
        'update.turn': [
          { guard: { type: 'it is skipped', params: ({ event }) => event }, target: 'idle' },
          { actions: 'takeTurn' },
        ],
        'update.check': { target: 'next', actions: ['begin', 'askToCheck'] },
        'update.install': {
          target: 'next',
          // The check of the start is owed all the same.
          actions: ['begin', { type: 'askToInstall', params: ({ event }) => event }, 'askToCheck'],
        },
      },
      after: {
        networkWait: {
          guard: 'there is no network',
          target: 'idle',
          actions: { type: 'note', params: { sentence: failureOf({ kind: 'check' }, 'there is no network') } },
        },
      },
    },
    /** Without a store there is nothing to do. */
    off: { on: { 'update.check': {}, 'update.install': {} } },
    idle: {
      entry: { type: 'tell', params: { over: true } },
      on: {
        'update.check': { target: 'next', actions: ['begin', 'askToCheck'] },
        'update.install': {
          target: 'next',
          actions: ['begin', { type: 'askToInstall', params: ({ event }) => event }],
        },
      },
    },
    next: {
      always: [
        { guard: 'nothing is left', target: 'tidying' },
        { guard: 'a check is next', target: 'checking' },
        {
          guard: 'there is no slot for it',
          target: 'next',
          reenter: true,
          actions: { type: 'giveUp', params: { reason: NO_ROOM } },
        },
        { guard: 'a text is next', target: 'fetching' },
        { target: 'next', reenter: true, actions: { type: 'change', params: { entry: null } } },
      ],
    },
    checking: {
      entry: tell,
      invoke: {
        src: 'check',
        input: ({ context: { facts } }) => ({
          installed: facts.installed,
          device_id: facts.id,
          firmware: facts.firmware,
        }),
        onDone: { target: 'next', actions: { type: 'takeNews', params: ({ event }) => ({ news: event.output }) } },
        onError: {
          target: 'next',
          actions: { type: 'takeNews', params: ({ event }) => ({ news: broken(event.error) }) },
        },
      },
    },
    fetching: {
      entry: tell,
      invoke: {
        src: 'fetch',
        input: ({ context: { queue, facts } }) => ({
          step: dueStep(queue[0] as FetchStep, facts.installed),
          device_id: facts.id,
        }),
        onDone: [
          {
            guard: { type: 'it is here', params: ({ event }) => ({ result: event.output }) },
            target: 'next',
            actions: {
              type: 'change',
              params: ({ event }) => ({ entry: event.output.ok ? event.output.value : null }),
            },
          },
          { target: 'next', actions: { type: 'giveUp', params: ({ event }) => ({ reason: reasonOf(event.output) }) } },
        ],
        onError: {
          target: 'next',
          actions: { type: 'giveUp', params: ({ event }) => ({ reason: messageOf(event.error) }) },
        },
      },
    },
    /** What no list names any more goes, also what a loss of power has left behind. */
    tidying: {
      invoke: {
        src: 'tidy',
        input: ({ context }) => context.facts.installed,
        onDone: {
          target: 'ending',
          actions: { type: 'noteIfFailed', params: ({ event }) => ({ result: event.output }) },
        },
        onError: {
          target: 'ending',
          actions: { type: 'note', params: ({ event }) => ({ sentence: `${messageOf(event.error)}.` }) },
        },
      },
    },
    /** What was asked for meanwhile belongs to this run. */
    ending: { always: [{ guard: 'nothing is left', target: 'idle' }, { target: 'next' }] },
  },
});

const broken = (thrown: unknown): Result<never> => fail('bad_value', messageOf(thrown));
const reasonOf = (result: Result<unknown>): string => (result.ok ? '' : result.error.message);
