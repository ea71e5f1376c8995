// One installation of firmware (store §3.6, C52): fetches the image, waits until nobody plays, counts the try, and only then begins:
// verifies, writes, arms, restarts. What goes wrong ends it, and what runs goes on running.

import { assign, fromCallback, fromPromise, sendParent, setup } from 'xstate';
import type { RunningImage } from '../../hal/images/images.ts';
import { messageOf, type Result } from '../../wire/errors.ts';
import type { FirmwareOffer } from '../../wire/firmware/messages.ts';
import type { Tries } from '../facts/firmware.ts';
import { withoutStop } from '../within.ts';
import type { DownloadEvent } from './images.actors.ts';
import type { InstallStep } from './policy.ts';

export interface InstallerInput {
  readonly offer: FirmwareOffer;
  readonly image: RunningImage;
  readonly busy: boolean;
  /** Of this version, before this one. */
  readonly tries: number;
}

/** `stopped`: before the try began, so it does not count. `reason`: a half sentence. */
export interface InstallerOutput {
  readonly end: 'restarting' | 'stopped' | 'failed';
  readonly reason: string;
}

export type InstallerEvent = DownloadEvent | { readonly type: 'installer.busy'; readonly busy: boolean };

const unfilled = (slot: string) => (): never => {
  throw new Error(`the actor slot ${slot} of the installer is not filled`);
};

const say = (step: InstallStep) => ({ type: 'say', params: { step } }) as const;
const failed = (thrown: unknown) => ({ end: 'failed', reason: withoutStop(messageOf(thrown)) }) as const;

/** The outcome of a step: on with the next where it went well. */
const steps = (target: string, end: 'stopped' | 'failed') =>
  ({
    onDone: [
      { guard: 'it went well', target },
      {
        target: 'over',
        actions: { type: 'end', params: ({ event }: { event: { output: Result<void> } }) => ended(end, event.output) },
      },
    ],
    onError: {
      target: 'over',
      actions: { type: 'end', params: ({ event }: { event: { error: unknown } }) => failed(event.error) },
    },
  }) as const;

const ended = (end: 'stopped' | 'failed', result: Result<void>): InstallerOutput => ({
  end,
  reason: result.ok ? '' : withoutStop(result.error.message),
});

export const installerMachine = setup({
  types: {
    input: {} as InstallerInput,
    context: {} as InstallerInput & InstallerOutput,
    events: {} as InstallerEvent,
    output: {} as InstallerOutput,
  },
  actors: {
    download: fromCallback<DownloadEvent, FirmwareOffer>(unfilled('download')),
    counted: fromPromise<Result<void>, Tries>(unfilled('counted')),
    verify: fromPromise<Result<void>, { readonly offer: FirmwareOffer; readonly hw: string }>(unfilled('verify')),
    write: fromPromise<Result<void>, FirmwareOffer>(unfilled('write')),
    arm: fromPromise<Result<void>>(unfilled('arm')),
    restart: fromPromise<void>(unfilled('restart')),
  },
  actions: {
    takeBusy: assign((_, { busy }: { busy: boolean }) => ({ busy })),
    end: assign((_, { end, reason }: InstallerOutput) => ({ end, reason })),
    say: sendParent((_, { step }: { step: InstallStep }) => ({ type: 'installer.step', step })),
    sayProgress: sendParent((_, { bytes }: { bytes: number }) => ({ type: 'installer.progress', bytes })),
    count: sendParent(({ context: { offer } }) => ({
      type: 'device.change',
      change: { kind: 'count_firmware_try', version: offer.version },
    })),
  },
  guards: {
    'nobody plays': ({ context }) => !context.busy,
    'it went well': ({ event }) => 'output' in event && (event.output as Result<void>).ok,
    'it is all here': (_, { result }: { result: Result<void> }) => result.ok,
  },
}).createMachine({
  id: 'installer',
  options: { maxIterations: 100 },
  context: ({ input }) => ({ ...input, end: 'restarting', reason: '' }),
  on: { 'installer.busy': { actions: { type: 'takeBusy', params: ({ event }) => event } } },
  output: ({ context: { end, reason } }) => ({ end, reason }),
  initial: 'downloading',
  states: {
    downloading: {
      entry: say('downloading'),
      invoke: { src: 'download', input: ({ context: { offer } }) => offer },
      on: {
        'download.progress': { actions: { type: 'sayProgress', params: ({ event }) => event } },
        'download.over': [
          { guard: { type: 'it is all here', params: ({ event }) => event }, target: 'waiting' },
          { target: 'over', actions: { type: 'end', params: ({ event }) => ended('stopped', event.result) } },
        ],
      },
    },
    waiting: { entry: say('waiting'), always: { guard: 'nobody plays', target: 'counting' } },
    /** R141: in the flash before anything begins. */
    counting: {
      entry: [say('installing'), 'count'],
      invoke: {
        src: 'counted',
        input: ({ context: { offer, tries } }) => ({ version: offer.version, count: tries + 1 }),
        ...steps('verifying', 'stopped'),
      },
    },
    verifying: {
      invoke: {
        src: 'verify',
        input: ({ context: { offer, image } }) => ({ offer, hw: image.hw }),
        ...steps('writing', 'failed'),
      },
    },
    writing: { invoke: { src: 'write', input: ({ context: { offer } }) => offer, ...steps('arming', 'failed') } },
    arming: { invoke: { src: 'arm', ...steps('restarting', 'failed') } },
    restarting: {
      entry: say('restarting'),
      invoke: {
        src: 'restart',
        onDone: 'over',
        onError: { target: 'over', actions: { type: 'end', params: ({ event }) => failed(event.error) } },
      },
    },
    over: { type: 'final' },
  },
});
