// Installs a firmware image (store §3.6, C52): fetches a signed image, waits until no player is active, counts the try,
// then verifies, writes, arms and restarts. A failure ends the installation and leaves the running firmware untouched.

import { assign, sendTo, setup } from 'xstate';
import { MACHINE_OPTIONS, slotsOf, typeOnly, type ReportsTo } from '../machine.ts';
import type { PersistedChange } from '../persisted/changes.ts';
import type { RunningImage } from '../../hal/images/images.ts';
import { messageOf, type Result } from '../../wire/errors.ts';
import type { FirmwareOffer } from '../../wire/firmware/messages.ts';
import type { Tries } from '../persisted/firmware.ts';
import { withoutStop } from '../within.ts';
import type { DownloadEvent, OfferInput } from './images.actors.ts';
import type { InstallStep } from './policy.ts';

/** Events sent to the policy machine. */
export type InstallerReport =
  | { readonly type: 'installer.step'; readonly step: InstallStep }
  | { readonly type: 'installer.progress'; readonly bytes: number }
  | { readonly type: 'device.change'; readonly change: PersistedChange };

interface InstallerInput {
  readonly parent: ReportsTo<InstallerReport>;
  readonly offer: FirmwareOffer;
  readonly image: RunningImage;
  readonly busy: boolean;
  /** Previous tries of this version. */
  readonly tries: number;
}

/**
 * Result of an installation. `stopped`: it ended before the try started, so it does not count. `reason`: a sentence
 * fragment.
 */
export interface InstallerOutput {
  readonly end: 'restarting' | 'stopped' | 'failed';
  readonly reason: string;
}

type InstallerEvent = DownloadEvent | { readonly type: 'installer.busy'; readonly busy: boolean };

const slots = slotsOf('installer');

const offerOf = ({ context: { offer, image } }: { context: InstallerInput }): OfferInput => ({ offer, hw: image.hw });

const reportStep = (step: InstallStep) => ({ type: 'say', params: { step } }) as const;
const failed = (thrown: unknown) => ({ end: 'failed', reason: withoutStop(messageOf(thrown)) }) as const;

interface Done {
  readonly event: { readonly output: Result<void> };
}

/** Builds the transitions after a step: to `target` on success, otherwise to the end. */
const steps = (target: string, end: 'stopped' | 'failed') =>
  ({
    onDone: [
      { guard: { type: 'succeeded', params: ({ event }: Done) => ({ result: event.output }) }, target },
      {
        target: 'over',
        actions: { type: 'end', params: ({ event }: Done) => ended(end, event.output) },
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
  types: typeOnly<{
    input: InstallerInput;
    context: InstallerInput & InstallerOutput;
    events: InstallerEvent;
    output: InstallerOutput;
  }>(),
  actors: {
    download: slots.callback<DownloadEvent, FirmwareOffer>('download'),
    counted: slots.promise<Result<void>, Tries>('counted'),
    vouch: slots.promise<Result<unknown>, OfferInput>('vouch'),
    verify: slots.promise<Result<void>, OfferInput>('verify'),
    write: slots.promise<Result<void>, FirmwareOffer>('write'),
    arm: slots.promise<Result<void>>('arm'),
    restart: slots.promise<void>('restart'),
  },
  actions: {
    takeBusy: assign((_, { busy }: { busy: boolean }) => ({ busy })),
    end: assign((_, { end, reason }: InstallerOutput) => ({ end, reason })),
    say: sendTo(
      ({ context }) => context.parent,
      (_, { step }: { step: InstallStep }) => ({ type: 'installer.step' as const, step }),
    ),
    sayProgress: sendTo(
      ({ context }) => context.parent,
      (_, { bytes }: { bytes: number }) => ({ type: 'installer.progress' as const, bytes }),
    ),
    count: sendTo(
      ({ context }) => context.parent,
      ({ context: { offer } }) => ({
        type: 'device.change' as const,
        change: { kind: 'count_firmware_try' as const, version: offer.version },
      }),
    ),
  },
  guards: {
    'not busy': ({ context }) => !context.busy,
    succeeded: (_, { result }: { result: Result<unknown> }) => result.ok,
  },
}).createMachine({
  id: 'installer',
  options: MACHINE_OPTIONS,
  context: ({ input }) => ({ ...input, end: 'restarting', reason: '' }),
  on: { 'installer.busy': { actions: { type: 'takeBusy', params: ({ event }) => event } } },
  output: ({ context: { end, reason } }) => ({ end, reason }),
  initial: 'vouching',
  states: {
    /** Skips the download of an offer without a valid signature. Its try then fails at verification. */
    vouching: {
      invoke: {
        src: 'vouch',
        input: offerOf,
        onDone: [
          {
            guard: { type: 'succeeded', params: ({ event }) => ({ result: event.output }) },
            target: 'downloading',
          },
          { target: 'waiting' },
        ],
        onError: { target: 'over', actions: { type: 'end', params: ({ event }) => failed(event.error) } },
      },
    },
    downloading: {
      entry: reportStep('downloading'),
      invoke: { src: 'download', input: ({ context: { offer } }) => offer },
      on: {
        'download.progress': { actions: { type: 'sayProgress', params: ({ event }) => event } },
        'download.over': [
          { guard: { type: 'succeeded', params: ({ event }) => event }, target: 'waiting' },
          { target: 'over', actions: { type: 'end', params: ({ event }) => ended('stopped', event.result) } },
        ],
      },
    },
    waiting: { entry: reportStep('waiting'), always: { guard: 'not busy', target: 'counting' } },
    /** R141: the count must be in the flash before the installation starts. */
    counting: {
      entry: [reportStep('installing'), 'count'],
      invoke: {
        src: 'counted',
        input: ({ context: { offer, tries } }) => ({ version: offer.version, count: tries + 1 }),
        ...steps('verifying', 'stopped'),
      },
    },
    verifying: {
      invoke: {
        src: 'verify',
        input: offerOf,
        ...steps('writing', 'failed'),
      },
    },
    writing: { invoke: { src: 'write', input: ({ context: { offer } }) => offer, ...steps('arming', 'failed') } },
    arming: { invoke: { src: 'arm', ...steps('restarting', 'failed') } },
    restarting: {
      entry: reportStep('restarting'),
      invoke: {
        src: 'restart',
        onDone: 'over',
        onError: { target: 'over', actions: { type: 'end', params: ({ event }) => failed(event.error) } },
      },
    },
    over: { type: 'final' },
  },
});
