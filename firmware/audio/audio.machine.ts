// The audio pack (C54): the one that is stored is used from the start; after the firmware check a newer one is looked for, once. What goes
// wrong is a line that nobody needs to act on, and changes nothing.

import { assign, enqueueActions, fromPromise, sendParent, setup } from 'xstate';
import type { Result } from '../../wire/errors.ts';

export type AudioEvent = { readonly type: 'audio.begin'; readonly networked: boolean };

export interface AudioInput {
  readonly has_store: boolean;
}

interface AudioContext extends AudioInput {
  readonly version: string;
  /** Its turn has come. */
  readonly begun: boolean;
  readonly networked: boolean;
}

const unfilled = (slot: string) => (): never => {
  throw new Error(`the actor slot ${slot} of the audio pack is not filled`);
};

export const audioMachine = setup({
  types: {
    input: {} as AudioInput,
    context: {} as AudioContext,
    events: {} as AudioEvent,
  },
  actors: {
    /** Gives the version of the pack that is used; '' for none. */
    load: fromPromise<string>(unfilled('load')),
    /** Gives the version that is used then. */
    fetch: fromPromise<Result<string>, string>(unfilled('fetch')),
  },
  actions: {
    takeVersion: assign((_, { version }: { version: string }) => ({ version })),
    takeFetched: enqueueActions(({ enqueue }, { result }: { result: Result<string> }) => {
      if (result.ok) enqueue.assign({ version: result.value });
      else enqueue.sendParent({ type: 'device.note', text: `No new sounds: ${result.error.message}.` });
    }),
    begin: assign((_, { networked }: { networked: boolean }) => ({ begun: true, networked })),
    tellSettled: sendParent({ type: 'audio.settled' }),
  },
  guards: {
    'it can be asked for': ({ context: { begun, has_store, networked } }) => begun && has_store && networked,
    'it is its turn': ({ context }) => context.begun,
  },
}).createMachine({
  id: 'audio',
  context: ({ input }) => ({ ...input, version: '', begun: false, networked: false }),
  on: { 'audio.begin': { actions: { type: 'begin', params: ({ event }) => event } } },
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        src: 'load',
        onDone: {
          target: 'loaded',
          actions: { type: 'takeVersion', params: ({ event }) => ({ version: event.output }) },
        },
        onError: 'loaded',
      },
    },
    loaded: {
      always: [
        { guard: 'it can be asked for', target: 'fetching' },
        { guard: 'it is its turn', target: 'settled' },
      ],
    },
    fetching: {
      invoke: {
        src: 'fetch',
        input: ({ context }) => context.version,
        onDone: {
          target: 'settled',
          actions: { type: 'takeFetched', params: ({ event }) => ({ result: event.output }) },
        },
        onError: 'settled',
      },
    },
    /** Once in a start. */
    settled: { entry: 'tellSettled' },
  },
});
