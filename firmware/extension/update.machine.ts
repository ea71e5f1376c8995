// Update job (store §3.3, R107–R116): checks the store at startup and on request, never by a timer, and applies its
// answer step by step. Reports failures, which change nothing on the device.

import { assign, enqueueActions, sendTo, setup } from 'xstate';
import { MACHINE_OPTIONS, slotsOf, typeOnly, type ReportsTo } from '../machine.ts';
import type { PersistedChange } from '../persisted/changes.ts';
import { assert, fail, messageOf, type Result } from '../../wire/errors.ts';
import type { UpdateNews } from '../../wire/store/messages.ts';
import type { Installed } from '../persisted/extensions.ts';
import { NETWORK_WAIT_MS } from '../store-waits.ts';
import {
  changeOf,
  dueStep,
  failureOf,
  hasRoom,
  NO_ROOM,
  stepToInstall,
  updateContext,
  viewOf,
  withFailure,
  withNews,
  withoutFailure,
  withStep,
  type UpdateFailure,
  type UpdateContext,
  type UpdatePersisted,
} from './update.ts';
import type { CheckInput, FetchInput } from './update.actors.ts';

/** Requests from the user. */
export type UpdateRequest =
  | { readonly type: 'update.check' }
  | { readonly type: 'update.install'; readonly code: string };

type UpdateEvent =
  | UpdateRequest
  | { readonly type: 'persisted.changed'; readonly persisted: UpdatePersisted }
  /** The jobs before the startup check have finished (R115). */
  | { readonly type: 'audio.settled' };

/** Events sent to the device machine. */
type UpdateReport =
  | { readonly type: 'device.change'; readonly change: PersistedChange }
  /** A run has finished. `done`: completed actions; `failures`: failed actions; one sentence each. */
  | { readonly type: 'update.over'; readonly done: readonly string[]; readonly failures: readonly string[] };

interface UpdateInput {
  readonly parent: ReportsTo<UpdateReport>;
  readonly persisted: UpdatePersisted;
}

const slots = slotsOf('update job');

const TIDYING = 'tidying';
const untidy = (sentence: string): UpdateFailure => ({ of: TIDYING, sentence });

export const updateMachine = setup({
  types: typeOnly<{ input: UpdateInput; context: UpdateContext & UpdateInput; events: UpdateEvent }>(),
  actors: {
    check: slots.promise<Result<UpdateNews>, CheckInput>('check'),
    fetch: slots.promise<Result<Installed>, FetchInput>('fetch'),
    tidy: slots.promise<Result<void>, readonly Installed[]>('tidy'),
  },
  actions: {
    takePersisted: assign((_, { persisted }: { persisted: UpdatePersisted }) => ({ persisted })),
    takeTurn: assign({ turn: true }),
    noteUserRequest: assign({ requested: true }),
    begin: assign({ queue: [], done: [], failures: [], fetched: {}, requested: true, checked: false }),
    askToCheck: assign(({ context: { queue } }) => ({ queue: withStep(queue, { kind: 'check' }) })),
    askToInstall: assign(({ context: { queue } }, { code }: { code: string }) => ({
      queue: withStep(queue, stepToInstall(code)),
    })),
    takeNews: assign(({ context }, { news }: { news: Result<UpdateNews> }) => withNews(context, news)),
    /** Changes the list and sends the change to the device. */
    change: enqueueActions(
      (
        { context: { queue, done, failures, persisted, fetched, parent }, enqueue },
        { entry }: { entry: Installed | null },
      ) => {
        const [step, ...rest] = queue;
        const changed = step && changeOf(step, entry, persisted.installed);
        if (!changed) return;
        const { installed } = changed;
        enqueue.assign({ queue: rest, done: [...done, ...changed.done], persisted: { ...persisted, installed } });
        if (entry)
          enqueue.assign({
            fetched: { ...fetched, [entry.code]: '' },
            failures: withoutFailure(failures, entry.code),
          });
        if (changed.change) enqueue.sendTo(parent, { type: 'device.change', change: changed.change });
      },
    ),
    giveUp: assign(({ context: { queue, failures, fetched } }, { reason }: { reason: string }) => {
      const [step, ...rest] = queue;
      if (step?.kind !== 'fetch') return { queue: rest };
      const failure = failureOf(step, reason);
      return {
        queue: rest,
        failures: withFailure(failures, failure),
        fetched: { ...fetched, [step.code]: failure.sentence },
      };
    }),
    note: assign(({ context: { failures } }, { failure }: { failure: UpdateFailure }) => ({
      failures: withFailure(failures, failure),
    })),
    noteTidied: assign(({ context: { failures } }, { result }: { result: Result<void> }) => ({
      failures: result.ok ? withoutFailure(failures, TIDYING) : withFailure(failures, untidy(result.error.message)),
    })),
    endRun: assign({ over: true }),
    beginRun: assign({ over: false }),
    tellOver: sendTo(
      ({ context }) => context.parent,
      ({ context }) => {
        const { done, failures } = viewOf(context);
        return { type: 'update.over' as const, done, failures };
      },
    ),
  },
  guards: {
    'no store': ({ context }) => !context.persisted.has_store,
    'no network': ({ context }) => !context.persisted.networked,
    'ready to check': ({ context }) => context.turn && context.persisted.networked,
    'release pending': ({ context }) => context.persisted.release_pending,
    'queue empty': ({ context: { queue } }) => queue.length === 0,
    'check is next': ({ context: { queue } }) => queue[0]?.kind === 'check',
    'fetch is next': ({ context: { queue } }) => queue[0]?.kind === 'fetch',
    'no free slot': ({ context: { queue, persisted } }) => {
      const [step] = queue;
      return step?.kind === 'fetch' && !hasRoom(persisted.installed, step.code);
    },
    succeeded: (_, { result }: { result: Result<unknown> }) => result.ok,
  },
  delays: { networkWait: NETWORK_WAIT_MS },
}).createMachine({
  id: 'update',
  options: MACHINE_OPTIONS,
  context: ({ input }) => updateContext(input),
  on: {
    'persisted.changed': { actions: { type: 'takePersisted', params: ({ event }) => event } },
    'update.check': { actions: ['noteUserRequest', 'askToCheck'] },
    'update.install': { actions: ['noteUserRequest', { type: 'askToInstall', params: ({ event }) => event }] },
  },
  initial: 'starting',
  states: {
    /** Waits for the network before the startup check, up to a timeout. */
    starting: {
      always: [
        { guard: 'no store', target: 'off' },
        { guard: 'ready to check', target: 'next', actions: 'askToCheck' },
      ],
      on: {
        'audio.settled': [{ guard: 'release pending', target: 'idle' }, { actions: 'takeTurn' }],
        'update.check': { target: 'next', actions: ['begin', 'askToCheck'] },
        'update.install': {
          target: 'next',
          // The startup check is still due.
          actions: ['begin', { type: 'askToInstall', params: ({ event }) => event }, 'askToCheck'],
        },
      },
      after: {
        networkWait: {
          guard: 'no network',
          target: 'idle',
          actions: { type: 'note', params: { failure: failureOf({ kind: 'check' }, 'no network') } },
        },
      },
    },
    /** Does nothing: there is no store. */
    off: { on: { 'update.check': {}, 'update.install': {} } },
    idle: {
      entry: ['endRun', 'tellOver'],
      on: {
        'update.check': { target: 'next', actions: ['begin', 'askToCheck'] },
        'update.install': {
          target: 'next',
          actions: ['begin', { type: 'askToInstall', params: ({ event }) => event }],
        },
      },
    },
    next: {
      entry: 'beginRun',
      always: [
        { guard: 'queue empty', target: 'tidying' },
        { guard: 'check is next', target: 'checking' },
        {
          guard: 'no free slot',
          target: 'next',
          reenter: true,
          actions: { type: 'giveUp', params: { reason: NO_ROOM } },
        },
        { guard: 'fetch is next', target: 'fetching' },
        { target: 'next', reenter: true, actions: { type: 'change', params: { entry: null } } },
      ],
    },
    checking: {
      invoke: {
        src: 'check',
        input: ({ context: { persisted } }) => ({
          installed: persisted.installed,
          device_id: persisted.id,
          firmware: persisted.firmware,
        }),
        onDone: { target: 'next', actions: { type: 'takeNews', params: ({ event }) => ({ news: event.output }) } },
        onError: {
          target: 'next',
          actions: { type: 'takeNews', params: ({ event }) => ({ news: broken(event.error) }) },
        },
      },
    },
    fetching: {
      invoke: {
        src: 'fetch',
        input: ({ context: { queue, persisted } }) => {
          const [step] = queue;
          assert(step?.kind === 'fetch', 'the next step is a fetch');
          return { step: dueStep(step, persisted.installed), device_id: persisted.id };
        },
        onDone: [
          {
            guard: { type: 'succeeded', params: ({ event }) => ({ result: event.output }) },
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
    /** Removes texts that no list names, including leftovers of a power loss. */
    tidying: {
      invoke: {
        src: 'tidy',
        input: ({ context }) => context.persisted.installed,
        onDone: {
          target: 'ending',
          actions: { type: 'noteTidied', params: ({ event }) => ({ result: event.output }) },
        },
        onError: {
          target: 'ending',
          actions: { type: 'note', params: ({ event }) => ({ failure: untidy(`${messageOf(event.error)}.`) }) },
        },
      },
    },
    /** Handles requests that arrived during this run as part of it. */
    ending: { always: [{ guard: 'queue empty', target: 'idle' }, { target: 'next' }] },
  },
});

const broken = (thrown: unknown): Result<never> => fail('bad_value', messageOf(thrown));
const reasonOf = (result: Result<unknown>): string => (result.ok ? '' : result.error.message);
