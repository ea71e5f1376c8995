// Audio pack (C54): loads the stored pack at startup and checks once for a newer one after the firmware check. A
// failure only adds a log line.

import { assign, enqueueActions, sendTo, setup } from 'xstate';
import { MACHINE_OPTIONS, slotsOf, typeOnly, type ReportsTo } from '../machine.ts';
import type { Result } from '../../wire/errors.ts';

interface AudioPersisted {
  readonly has_store: boolean;
  readonly networked: boolean;
}

type AudioEvent =
  | { readonly type: 'persisted.changed'; readonly persisted: AudioPersisted }
  /** The firmware check at startup has finished, so the audio pack may be fetched (R115). */
  | { readonly type: 'firmware.settled' };

/** Events sent to the device machine. */
type AudioReport = { readonly type: 'device.note'; readonly text: string } | { readonly type: 'audio.settled' };

interface AudioInput {
  readonly parent: ReportsTo<AudioReport>;
  readonly persisted: AudioPersisted;
}

interface AudioContext extends AudioInput {
  readonly version: string;
  /** True once the firmware check has finished. */
  readonly firmware_settled: boolean;
}

const slots = slotsOf('audio pack');

export const audioMachine = setup({
  types: typeOnly<{ input: AudioInput; context: AudioContext; events: AudioEvent }>(),
  actors: {
    /** Resolves to the version of the loaded pack; '' if none. */
    load: slots.promise<string>('load'),
    /** Resolves to the version that is in use afterwards. */
    fetch: slots.promise<Result<string>, string>('fetch'),
  },
  actions: {
    takeVersion: assign((_, { version }: { version: string }) => ({ version })),
    takeFetched: enqueueActions(({ context, enqueue }, { result }: { result: Result<string> }) => {
      if (result.ok) enqueue.assign({ version: result.value });
      else
        enqueue.sendTo(context.parent, { type: 'device.note', text: `Sounds not updated: ${result.error.message}.` });
    }),
    takePersisted: assign((_, { persisted }: { persisted: AudioPersisted }) => ({ persisted })),
    begin: assign({ firmware_settled: true }),
    tellSettled: sendTo(({ context }) => context.parent, { type: 'audio.settled' }),
  },
  guards: {
    'can fetch': ({ context: { firmware_settled, persisted } }) =>
      firmware_settled && persisted.has_store && persisted.networked,
    'firmware settled': ({ context }) => context.firmware_settled,
  },
}).createMachine({
  id: 'audio',
  options: MACHINE_OPTIONS,
  context: ({ input }) => ({ ...input, version: '', firmware_settled: false }),
  on: {
    'persisted.changed': { actions: { type: 'takePersisted', params: ({ event }) => event } },
    'firmware.settled': { actions: 'begin' },
  },
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
        { guard: 'can fetch', target: 'fetching' },
        { guard: 'firmware settled', target: 'settled' },
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
    /** Reached once per startup. */
    settled: { entry: 'tellSettled' },
  },
});
