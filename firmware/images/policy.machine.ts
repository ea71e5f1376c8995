// The policy of firmware updates (store §3.6): looks for a newer release when the device has started and when it joins a network, never
// by a timer, and installs it by itself, after consent, or not at all. A new image is confirmed when it has run for a while.

import { assign, enqueueActions, fromPromise, sendParent, sendTo, setup } from 'xstate';
import { NETWORK_WAIT_MS, TRIAL_MS } from '../../wire/choices.ts';
import { fail, messageOf, type Result } from '../../wire/errors.ts';
import type { FirmwareOffer } from '../../wire/firmware/messages.ts';
import type { Change } from '../facts/changes.ts';
import { triesOf, withTry, type FirmwareMode } from '../facts/firmware.ts';
import { withoutStop } from '../within.ts';
import type { FirmwareCheckInput } from './images.actors.ts';
import { installerMachine, type InstallerOutput } from './installer.machine.ts';
import {
  failureText,
  installsItself,
  isPending,
  mustEnd,
  rolledBackText,
  stoppedText,
  viewOf,
  type InstallStep,
  type PolicyContext,
  type PolicyFacts,
} from './policy.ts';

/** What a person asks for. */
export type FirmwareRequest =
  { readonly type: 'firmware.install' } | { readonly type: 'firmware.pick'; readonly mode: FirmwareMode };

export type FirmwareEvent =
  | FirmwareRequest
  /** A mode was picked, also the same one; the facts have come before. */
  | { readonly type: 'firmware.picked' }
  | { readonly type: 'firmware.facts'; readonly facts: PolicyFacts }
  | { readonly type: 'firmware.network'; readonly joined: boolean }
  | { readonly type: 'firmware.busy'; readonly busy: boolean }
  | { readonly type: 'installer.step'; readonly step: InstallStep }
  | { readonly type: 'installer.progress'; readonly bytes: number }
  | { readonly type: 'device.change'; readonly change: Change };

export type PolicyInput = Pick<PolicyContext, 'has_updates' | 'facts' | 'image' | 'networked' | 'busy'>;

const unfilled = (slot: string) => (): never => {
  throw new Error(`the actor slot ${slot} of the firmware policy is not filled`);
};

const takeFacts = { type: 'takeFacts', params: ({ event }: { event: { facts: PolicyFacts } }) => event } as const;
const unasked = { type: 'noteConsent', params: { consented: false } } as const;
const takeNetwork = { type: 'takeNetwork', params: ({ event }: { event: { joined: boolean } }) => event } as const;

export const policyMachine = setup({
  types: { input: {} as PolicyInput, context: {} as PolicyContext, events: {} as FirmwareEvent },
  actors: {
    check: fromPromise<Result<FirmwareOffer | null>, FirmwareCheckInput>(unfilled('check')),
    confirm: fromPromise<Result<void>>(unfilled('confirm')),
    installer: installerMachine,
  },
  actions: {
    /** What is disabled owes no check. */
    takeFacts: assign(({ context: { owed } }, { facts }: { facts: PolicyFacts }) => ({
      facts,
      owed: owed && facts.firmware.mode !== 'disabled',
    })),
    noteConsent: assign((_, { consented }: { consented: boolean }) => ({ consented })),
    /** A network that is joined while there is no time to check leaves a check owed. */
    takeNetwork: assign(({ context: { facts, owed } }, { joined }: { joined: boolean }) => ({
      networked: joined,
      owed: owed || (joined && facts.firmware.mode !== 'disabled'),
    })),
    takeBusy: assign((_, { busy }: { busy: boolean }) => ({ busy })),
    busyToInstaller: sendTo('installer', (_, { busy }: { busy: boolean }) => ({
      type: 'installer.busy' as const,
      busy,
    })),
    takeStep: assign((_, { step }: { step: InstallStep }) => ({ step })),
    takeProgress: assign((_, { bytes }: { bytes: number }) => ({ bytes })),
    beginCheck: assign({ step: 'checking', owed: false }),
    takeOffer: assign((_, { result }: { result: Result<FirmwareOffer | null> }) =>
      result.ok
        ? { offer: result.value, checked: result.value ? '' : 'Nothing newer is there.', step: '' as const }
        : { checked: `Not checked: ${withoutStop(result.error.message)}.`, step: '' as const },
    ),
    beginInstall: assign({ failure: '', bytes: 0 }),
    takeEnd: assign(({ context: { offer, facts } }, { end, reason }: InstallerOutput) => {
      const version = offer?.version ?? '';
      const failure = end === 'failed' ? failureText(facts.firmware, version, reason) : stoppedText(version, reason);
      return { step: '' as const, failure: end === 'restarting' ? '' : failure };
    }),
    noteTry: assign(({ context: { facts } }, { change }: { change: Change }) =>
      change.kind === 'count_firmware_try'
        ? { facts: { ...facts, firmware: withTry(facts.firmware, change.version) } }
        : {},
    ),
    stopStep: assign({ step: '' }),
    confirmed: assign(({ context: { image } }) => ({ image: { ...image, trial: false }, failure: '' })),
    sayConfirmed: sendParent(({ context: { image } }) => ({
      type: 'device.note',
      text: `Firmware ${image.version} is installed.`,
    })),
    noteFailure: assign((_, { reason }: { reason: string }) => ({
      failure: `The new firmware is not confirmed: ${withoutStop(reason)}.`,
    })),
    sayFailure: enqueueActions(({ context: { failure }, enqueue }) => {
      if (failure !== '') enqueue.sendParent({ type: 'device.note', text: failure });
    }),
    tell: sendParent(({ context }) => ({ type: 'device.firmware', view: viewOf(context) })),
    /** What waits for the first check may go on. */
    tellSettled: sendParent(({ context }) => ({ type: 'firmware.settled', pending: isPending(context) })),
    tellParent: sendParent(({ event }) => event),
  },
  guards: {
    'there are no updates': ({ context }) => !context.has_updates,
    'an image is on trial': ({ context }) => context.image.trial,
    'it is disabled': ({ context }) => context.facts.firmware.mode === 'disabled',
    'there is a network': ({ context }) => context.networked,
    'a check is owed': ({ context }) => context.owed,
    'it installs itself': ({ context }) => installsItself(context) && context.facts.countable,
    'it may be installed': ({ context }) => isPending(context) && context.facts.countable,
    'disabled is picked': (_, { facts }: { facts: PolicyFacts }) => facts.firmware.mode === 'disabled',
    /** What has begun comes to its end. */
    'it must end': ({ context }, { facts }: { facts: PolicyFacts }) => mustEnd(context, facts),
    'it joins': (_, { joined }: { joined: boolean }) => joined,
    'it went well': (_, { result }: { result: Result<void> }) => result.ok,
  },
  delays: { trial: TRIAL_MS, networkWait: NETWORK_WAIT_MS },
}).createMachine({
  id: 'firmware',
  options: { maxIterations: 100 },
  context: ({ input }) => ({
    ...input,
    offer: null,
    step: '',
    bytes: 0,
    failure: rolledBackText(input.image),
    checked: '',
    consented: false,
    owed: false,
  }),
  on: {
    'firmware.facts': { actions: [takeFacts, 'tell'] },
    'firmware.network': { actions: takeNetwork },
    'firmware.busy': { actions: { type: 'takeBusy', params: ({ event }) => event } },
    'device.change': { actions: [{ type: 'noteTry', params: ({ event }) => event }, 'tellParent'] },
  },
  initial: 'starting',
  states: {
    starting: {
      entry: ['tell', 'sayFailure'],
      always: [
        { guard: 'an image is on trial', target: 'trial' },
        { guard: 'there are no updates', target: 'off' },
        { guard: 'it is disabled', target: 'settled' },
        { guard: 'there is a network', target: 'checking' },
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
            guard: { type: 'it went well', params: ({ event }) => ({ result: event.output }) },
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
    /** Nothing is checked or installed over the only image that is confirmed; it is tried again, until the board's watchdog ends it. */
    unconfirmed: { entry: ['tell', 'tellSettled'], after: { trial: 'confirming' } },
    /** The check of the start waits for the network, but not for ever. */
    waiting: {
      always: { guard: 'it is disabled', target: 'settled' },
      on: {
        'firmware.network': {
          guard: { type: 'it joins', params: ({ event }) => event },
          target: 'checking',
          actions: takeNetwork,
        },
      },
      after: { networkWait: 'settled' },
    },
    checking: {
      entry: ['beginCheck', 'tell'],
      invoke: {
        src: 'check',
        input: ({ context: { facts, image } }) => ({ facts, image }),
        onDone: {
          target: 'settled',
          actions: { type: 'takeOffer', params: ({ event }) => ({ result: event.output }) },
        },
        onError: {
          target: 'settled',
          actions: { type: 'takeOffer', params: ({ event }) => ({ result: broken(event.error) }) },
        },
      },
      on: {
        'firmware.facts': [
          {
            guard: { type: 'disabled is picked', params: ({ event }) => event },
            target: 'settled',
            actions: [takeFacts, 'stopStep'],
          },
          { actions: takeFacts },
        ],
      },
    },
    settled: {
      entry: 'tellSettled',
      always: [{ guard: 'it installs itself', target: 'installing', actions: unasked }, { target: 'resting' }],
    },
    resting: {
      entry: 'tell',
      always: { guard: 'a check is owed', target: 'checking' },
      on: {
        'firmware.install': {
          guard: 'it may be installed',
          target: 'installing',
          actions: { type: 'noteConsent', params: { consented: true } },
        },
        'firmware.picked': { guard: 'it installs itself', target: 'installing', actions: unasked },
      },
    },
    installing: {
      entry: 'beginInstall',
      invoke: {
        src: 'installer',
        id: 'installer',
        input: ({ context: { offer, image, busy, facts } }) => ({
          offer: offer as FirmwareOffer,
          image,
          busy,
          tries: triesOf(facts.firmware, offer?.version ?? ''),
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
        'firmware.busy': {
          actions: [
            { type: 'takeBusy', params: ({ event }) => event },
            { type: 'busyToInstaller', params: ({ event }) => event },
          ],
        },
        'installer.step': { actions: [{ type: 'takeStep', params: ({ event }) => event }, 'tell'] },
        'installer.progress': { actions: [{ type: 'takeProgress', params: ({ event }) => event }, 'tell'] },
        'firmware.facts': [
          {
            guard: { type: 'it must end', params: ({ event }) => event },
            target: 'resting',
            actions: [takeFacts, 'stopStep'],
          },
          { actions: [takeFacts, 'tell'] },
        ],
      },
    },
  },
});

const broken = (thrown: unknown): Result<never> => fail('bad_value', messageOf(thrown));
const reasonOf = (result: Result<void>): string => (result.ok ? '' : result.error.message);
