// Firmware update policy (store §3.6): checks for a newer release at startup and when the device joins a network, never
// by a timer, and installs it automatically, after consent, or not at all (C53). Confirms a new image after it has run
// for a while.

import { assign, enqueueActions, sendTo, setup } from 'xstate';
import { MACHINE_OPTIONS, slotsOf, typeOnly, type ReportsTo } from '../machine.ts';
import { fail, messageOf, assertDefined, type Result } from '../../wire/errors.ts';
import type { FirmwareOffer } from '../../wire/firmware/messages.ts';
import type { PersistedChange } from '../persisted/changes.ts';
import { triesOf, withMode, withTry, type FirmwareMode } from '../persisted/firmware.ts';
import { NETWORK_WAIT_MS } from '../store-waits.ts';
import { withoutStop } from '../within.ts';
import type { FirmwareCheckInput } from './images.actors.ts';
import { installerMachine, type InstallerOutput, type InstallerReport } from './installer.machine.ts';
import {
  failureText,
  installsItself,
  isPending,
  mustEnd,
  policyContext,
  stoppedText,
  type InstallStep,
  type PolicyContext,
  type PolicyPersisted,
  type PolicyStart,
} from './policy.ts';

/** Requests from the user. */
export type FirmwareRequest =
  | { readonly type: 'firmware.install' }
  | { readonly type: 'firmware.pick'; readonly mode: FirmwareMode };

type FirmwareEvent =
  | FirmwareRequest
  /** The user picked a mode, possibly the same one; the persisted state was updated before. */
  | { readonly type: 'firmware.picked' }
  | { readonly type: 'persisted.changed'; readonly persisted: PolicyPersisted }
  | { readonly type: 'network.changed'; readonly joined: boolean }
  | InstallerReport;

/** Events sent to the device machine. */
type PolicyReport =
  | { readonly type: 'device.change'; readonly change: PersistedChange }
  | { readonly type: 'device.note'; readonly text: string }
  /** A check has finished, or none is needed. */
  | { readonly type: 'firmware.settled' };

interface PolicyInput {
  readonly parent: ReportsTo<PolicyReport>;
  readonly persisted: PolicyPersisted;
  readonly start: PolicyStart;
}

/** C94: run time after which a new image is confirmed as the one to start. */
const TRIAL_MS = 10_000;
const slots = slotsOf('firmware policy');

const takePersisted = {
  type: 'takePersisted',
  params: ({ event }: { event: { persisted: PolicyPersisted } }) => event,
} as const;
const unasked = { type: 'noteConsent', params: { consented: false } } as const;
const takeNetwork = { type: 'takeNetwork', params: ({ event }: { event: { joined: boolean } }) => event } as const;

export const policyMachine = setup({
  types: typeOnly<{ input: PolicyInput; context: PolicyContext & PolicyInput; events: FirmwareEvent }>(),
  actors: {
    check: slots.promise<Result<FirmwareOffer | null>, FirmwareCheckInput>('check'),
    confirm: slots.promise<Result<void>>('confirm'),
    installer: installerMachine,
  },
  actions: {
    takePersisted: assign((_, { persisted }: { persisted: PolicyPersisted }) => ({ persisted })),
    noteConsent: assign((_, { consented }: { consented: boolean }) => ({ consented })),
    /** Records the network; one that is joined while no check can run leaves a check due. */
    takeNetwork: assign(({ context: { owed } }, { joined }: { joined: boolean }) => ({
      networked: joined,
      owed: owed || joined,
    })),
    busyToInstaller: sendTo('installer', (_, { persisted: { busy } }: { persisted: PolicyPersisted }) => ({
      type: 'installer.busy' as const,
      busy,
    })),
    /** Picks a mode: resets the tries, and applies the new mode before any other event. */
    pick: enqueueActions(({ context: { persisted, parent }, enqueue }, { mode }: { mode: FirmwareMode }) => {
      enqueue.sendTo(parent, { type: 'device.change', change: { kind: 'pick_firmware_mode', mode } });
      enqueue.raise({ type: 'persisted.changed', persisted: { ...persisted, firmware: withMode(mode) } });
      enqueue.raise({ type: 'firmware.picked' });
    }),
    takeStep: assign((_, { step }: { step: InstallStep }) => ({ step })),
    takeProgress: assign((_, { bytes }: { bytes: number }) => ({ bytes })),
    beginCheck: assign({ step: 'checking', owed: false }),
    takeOffer: assign((_, { result }: { result: Result<FirmwareOffer | null> }) =>
      result.ok
        ? { offer: result.value, checked: result.value ? '' : 'No newer firmware.', step: '' as const }
        : { checked: `Not checked: ${withoutStop(result.error.message)}.`, step: '' as const },
    ),
    beginInstall: assign({ failure: '', bytes: 0 }),
    takeEnd: assign(({ context: { offer, persisted } }, { end, reason }: InstallerOutput) => {
      const version = offer?.version ?? '';
      const failure =
        end === 'failed' ? failureText(persisted.firmware, version, reason) : stoppedText(version, reason);
      return { step: '' as const, failure: end === 'restarting' ? '' : failure };
    }),
    noteTry: assign(({ context: { persisted } }, { change }: { change: PersistedChange }) =>
      change.kind === 'count_firmware_try'
        ? { persisted: { ...persisted, firmware: withTry(persisted.firmware, change.version) } }
        : {},
    ),
    stopStep: assign({ step: '' }),
    confirmed: assign(({ context: { image } }) => ({ image: { ...image, trial: false }, failure: '' })),
    sayConfirmed: sendTo(
      ({ context }) => context.parent,
      ({ context: { image } }) => ({ type: 'device.note' as const, text: `Firmware ${image.version} is installed.` }),
    ),
    noteFailure: assign((_, { reason }: { reason: string }) => ({
      failure: `The new firmware is not confirmed: ${withoutStop(reason)}.`,
    })),
    sayFailure: enqueueActions(({ context: { failure, parent }, enqueue }) => {
      if (failure !== '') enqueue.sendTo(parent, { type: 'device.note', text: failure });
    }),
    /** Releases the jobs that wait for the first check. */
    tellSettled: sendTo(({ context }) => context.parent, { type: 'firmware.settled' }),
    tellTry: sendTo(
      ({ context }) => context.parent,
      (_, { change }: { change: PersistedChange }) => ({ type: 'device.change' as const, change }),
    ),
  },
  guards: {
    'updates unavailable': ({ context }) => !context.has_updates,
    'image on trial': ({ context }) => context.image.trial,
    networked: ({ context }) => context.networked,
    'check due': ({ context }) => context.owed,
    'installs automatically': ({ context }) => installsItself(context) && context.persisted.countable,
    'may install': ({ context }) => isPending(context) && context.persisted.countable,
    /** An installation in progress must end. */
    'must stop': ({ context }, { persisted }: { persisted: PolicyPersisted }) => mustEnd(context, persisted),
    'network joined': (_, { joined }: { joined: boolean }) => joined,
    succeeded: (_, { result }: { result: Result<void> }) => result.ok,
  },
  delays: { trial: TRIAL_MS, networkWait: NETWORK_WAIT_MS },
}).createMachine({
  id: 'firmware',
  options: MACHINE_OPTIONS,
  context: ({ input }) => ({ ...input, ...policyContext(input.persisted, input.start) }),
  on: {
    'persisted.changed': { actions: takePersisted },
    'network.changed': { actions: takeNetwork },
    'firmware.pick': { actions: { type: 'pick', params: ({ event }) => event } },
    'device.change': {
      actions: [
        { type: 'noteTry', params: ({ event }) => event },
        { type: 'tellTry', params: ({ event }) => event },
      ],
    },
  },
  initial: 'starting',
  states: {
    starting: {
      entry: 'sayFailure',
      always: [
        { guard: 'image on trial', target: 'trial' },
        { guard: 'updates unavailable', target: 'off' },
        { guard: 'networked', target: 'checking' },
        { target: 'waiting' },
      ],
    },
    off: { entry: 'tellSettled' },
    trial: { after: { trial: 'confirming' } },
    confirming: {
      invoke: {
        src: 'confirm',
        onDone: [
          {
            guard: { type: 'succeeded', params: ({ event }) => ({ result: event.output }) },
            target: 'starting',
            actions: ['confirmed', 'sayConfirmed'],
          },
          {
            target: 'unconfirmed',
            actions: { type: 'noteFailure', params: ({ event }) => ({ reason: reasonOf(event.output) }) },
          },
        ],
        onError: {
          target: 'unconfirmed',
          actions: { type: 'noteFailure', params: ({ event }) => ({ reason: messageOf(event.error) }) },
        },
      },
    },
    /**
     * Neither checks nor installs, which would overwrite the only confirmed image; retries the confirmation until the
     * board's watchdog ends the trial.
     */
    unconfirmed: { entry: 'tellSettled', after: { trial: 'confirming' } },
    /** Waits for the network before the startup check, up to a timeout. */
    waiting: {
      on: {
        'network.changed': {
          guard: { type: 'network joined', params: ({ event }) => event },
          target: 'checking',
          actions: takeNetwork,
        },
      },
      after: { networkWait: 'settled' },
    },
    checking: {
      entry: 'beginCheck',
      invoke: {
        src: 'check',
        input: ({ context: { persisted, image } }) => ({ persisted, image }),
        onDone: {
          target: 'settled',
          actions: { type: 'takeOffer', params: ({ event }) => ({ result: event.output }) },
        },
        onError: {
          target: 'settled',
          actions: { type: 'takeOffer', params: ({ event }) => ({ result: broken(event.error) }) },
        },
      },
    },
    settled: {
      entry: 'tellSettled',
      always: [{ guard: 'installs automatically', target: 'installing', actions: unasked }, { target: 'resting' }],
    },
    resting: {
      always: { guard: 'check due', target: 'checking' },
      on: {
        'firmware.install': {
          guard: 'may install',
          target: 'installing',
          actions: { type: 'noteConsent', params: { consented: true } },
        },
        'firmware.picked': { guard: 'installs automatically', target: 'installing', actions: unasked },
      },
    },
    installing: {
      entry: 'beginInstall',
      invoke: {
        src: 'installer',
        id: 'installer',
        input: ({ context: { offer, image, persisted }, self }) => ({
          parent: self,
          offer: assertDefined(offer, 'offer'),
          image,
          busy: persisted.busy,
          tries: triesOf(persisted.firmware, offer?.version ?? ''),
        }),
        onDone: {
          target: 'resting',
          actions: [{ type: 'takeEnd', params: ({ event }) => event.output }, 'sayFailure'],
        },
        onError: {
          target: 'resting',
          actions: [
            {
              type: 'takeEnd',
              params: ({ event }) => ({ end: 'failed' as const, reason: messageOf(event.error) }),
            },
            'sayFailure',
          ],
        },
      },
      on: {
        'installer.step': { actions: { type: 'takeStep', params: ({ event }) => event } },
        'installer.progress': { actions: { type: 'takeProgress', params: ({ event }) => event } },
        'persisted.changed': [
          {
            guard: { type: 'must stop', params: ({ event }) => event },
            target: 'resting',
            actions: [takePersisted, 'stopStep'],
          },
          { actions: [takePersisted, { type: 'busyToInstaller', params: ({ event }) => event }] },
        ],
      },
    },
  },
});

const broken = (thrown: unknown): Result<never> => fail('bad_value', messageOf(thrown));
const reasonOf = (result: Result<void>): string => (result.ok ? '' : result.error.message);
