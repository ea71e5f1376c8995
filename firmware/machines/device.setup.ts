// What the device machine is made of: its events, the slots that its ports fill, its actions and guards.

import { assign, enqueueActions, fromCallback, fromPromise, sendTo, setup } from 'xstate';
import type { SensorStatus, Strike } from '../../hal/sensor/sensor.ts';
import type { Sound } from '../../hal/speaker/speaker.ts';
import { EVENT_SHOWN_MS } from '../../wire/limits.ts';
import { changeFacts, isHostDriven, type Change } from '../facts/changes.ts';
import { RECORDS, writableOf } from '../facts/facts.ts';
import type { LoadedFacts } from '../facts/storage.ts';
import { publicRound, type CourseState } from '../experiences/course/round.ts';
import { isStored, rulesOf, type AnySetState } from '../experiences/registry.ts';
import type { RunningImage } from '../../hal/images/images.ts';
import { audioMachine } from '../audio/audio.machine.ts';
import type { FirmwareMode } from '../facts/firmware.ts';
import { policyMachine, type FirmwareEvent } from '../images/policy.machine.ts';
import { isInstalling, type FirmwareView } from '../images/policy.ts';
import { updateMachine, type UpdateEvent } from '../extension/update.machine.ts';
import type { UpdateView } from '../extension/update.ts';
import { forwarderMachine, type ForwarderEvent } from '../forwarding/forwarder.machine.ts';
import type { ForwardingView } from '../forwarding/forwarder.ts';
import type { News } from '../online/news.ts';
import { onlineMachine, type OnlineEvent } from '../online/online.machine.ts';
import type { SessionView } from '../online/online.ts';
import { simulatorMachine, type SimulatorEvent } from '../simulator/simulator.machine.ts';
import { wayOf, type SimulatorView } from '../simulator/simulator.ts';
import {
  ALARM_MS,
  flashMs,
  isBusy,
  eventOfRound,
  forwarderFacts,
  isSettled,
  onlineFacts,
  policyFacts,
  SENSOR_WAIT_MS,
  simulatorFacts,
  updateFacts,
} from './device.ts';
import type { DeviceContext, FeedbackEvent, SaveEvent } from './device.ts';
import { trendEntries } from './set.ts';
import { navigationMachine } from './navigation.machine.ts';
import type { NavigationEvent } from './navigation.ts';

export type DeviceEvent =
  | NavigationEvent
  | { readonly type: 'sensor.status'; readonly status: SensorStatus }
  | { readonly type: 'sensor.strike'; readonly strike: Strike }
  | { readonly type: 'network.changed'; readonly joined: boolean }
  | { readonly type: 'device.change'; readonly change: Change }
  | { readonly type: 'device.session'; readonly view: SessionView; readonly news: readonly News[] }
  /** Somebody in the session has done something. */
  | { readonly type: 'device.event'; readonly text: string; readonly place: number }
  | { readonly type: 'device.simulator'; readonly view: SimulatorView }
  | { readonly type: 'storage.failed'; readonly message: string }
  | { readonly type: 'storage.saved' }
  | { readonly type: 'strike.unused' }
  | { readonly type: 'flash.over' }
  | { readonly type: 'status.over' }
  | { readonly type: 'alarm.over' }
  /** `over`: a run has come to its end. */
  | { readonly type: 'device.forwarding'; readonly view: ForwardingView }
  | { readonly type: 'device.page'; readonly busy: boolean }
  | Extract<FirmwareEvent, { type: 'firmware.picked' }>
  | { readonly type: 'device.firmware'; readonly view: FirmwareView }
  /** The firmware check of the start is over, or there is none. */
  | { readonly type: 'firmware.settled'; readonly pending: boolean }
  | { readonly type: 'audio.settled' }
  | { readonly type: 'device.update'; readonly view: UpdateView; readonly over: boolean };

/** What a boot reads. */
export type Loaded = LoadedFacts & { readonly image: RunningImage };

type FinishedSet = Extract<NavigationEvent, { type: 'experience.finished' }>;

const unfilled = (slot: string) => (): never => {
  throw new Error(`the actor slot ${slot} of the device is not filled`);
};

export const deviceSetup = setup({
  types: {
    input: {} as { sensor: SensorStatus; has_cloud: boolean; has_store: boolean; has_updates: boolean },
    context: {} as DeviceContext,
    events: {} as DeviceEvent,
  },
  actors: {
    readFacts: fromPromise<Loaded>(unfilled('readFacts')),
    sensor: fromCallback(unfilled('sensor')),
    network: fromCallback(unfilled('network')),
    keys: fromCallback(unfilled('keys')),
    keeper: fromCallback<SaveEvent>(unfilled('keeper')),
    feedback: fromCallback<FeedbackEvent>(unfilled('feedback')),
    navigation: navigationMachine,
    online: onlineMachine,
    simulator: simulatorMachine,
    audio: audioMachine,
    firmware: policyMachine,
    update: updateMachine,
    forwarder: forwarderMachine,
  },
  actions: {
    takeStatus: assign((_, { sensor }: { sensor: SensorStatus }) => ({ sensor })),
    takeNetwork: assign((_, { networked }: { networked: boolean }) => ({ networked })),
    /** A simulator need not wait for its next try then, nor the check of the extensions. */
    tellJoined: enqueueActions(({ enqueue }, { joined }: { joined: boolean }) => {
      if (joined) enqueue.sendTo('simulator', { type: 'simulator.joined' });
      enqueue.sendTo('firmware', { type: 'firmware.network', joined });
      enqueue.sendTo('update', { type: 'update.network', joined });
    }),
    takeFailure: assign((_, { storage_error }: { storage_error: string }) => ({ storage_error })),
    takeFacts: assign((_, { loaded }: { loaded: Loaded }) => {
      const { facts, notes, unread, boot, image } = loaded;
      return { facts, notes, unread, boot, image };
    }),
    saveUnsaved: sendTo('keeper', ({ context }, { loaded }: { loaded: Loaded }): SaveEvent => {
      return { type: 'keeper.save', facts: context.facts, records: loaded.unsaved };
    }),
    noteUnreadable: assign({
      notes: ['The storage could not be read: defaults are used, and until the next start nothing is saved over.'],
      unread: RECORDS,
    }),
    toNavigation: sendTo('navigation', ({ event }) => event as NavigationEvent),
    toOnline: sendTo('online', ({ event }) => event as OnlineEvent),
    toForwarder: sendTo('forwarder', ({ event }) => event as ForwarderEvent),
    takeForwarding: enqueueActions(({ enqueue }, { view }: { view: ForwardingView }) => {
      enqueue.assign({ forwarding: view });
      enqueue.sendTo('navigation', { type: 'navigation.forwarding', view });
    }),
    toFirmware: sendTo('firmware', ({ event }) => event as FirmwareEvent),
    takeFirmware: enqueueActions(({ enqueue }, { view }: { view: FirmwareView }) => {
      enqueue.assign({ firmware: view });
      enqueue.sendTo('navigation', { type: 'navigation.firmware', view });
    }),
    /** Picking begins the tries anew before anything goes by them. */
    pickMode: enqueueActions(({ enqueue }, { mode }: { mode: FirmwareMode }) => {
      enqueue.raise({ type: 'device.change', change: { kind: 'pick_firmware_mode', mode } });
      enqueue.raise({ type: 'firmware.picked' });
    }),
    takePage: assign((_, { busy }: { busy: boolean }) => ({ page_busy: busy })),
    tellBusy: enqueueActions(({ context, enqueue }) => {
      const busy = isBusy(context);
      if (busy === context.busy) return;
      enqueue.assign({ busy });
      enqueue.sendTo('firmware', { type: 'firmware.busy', busy });
    }),
    /** R115: firmware, then the audio pack, then the extensions. */
    beginAudio: enqueueActions(({ context, enqueue }, { pending }: { pending: boolean }) => {
      enqueue.assign({ release_pending: pending });
      enqueue.sendTo('audio', { type: 'audio.begin', networked: context.networked });
    }),
    giveTurn: sendTo('update', ({ context }) => ({ type: 'update.turn' as const, skip: context.release_pending })),
    toUpdate: sendTo('update', ({ event }) => event as UpdateEvent),
    toSimulator: sendTo('simulator', ({ event }) => event as SimulatorEvent),
    change: enqueueActions(({ context, enqueue }, { change }: { change: Change }) => {
      const { facts, records } = changeFacts(context.facts, change);
      if (records.length === 0) return;
      enqueue.assign({ facts });
      const writable = writableOf(records, context.unread);
      enqueue.sendTo('keeper', { type: 'keeper.save', facts, records: writable });
      enqueue.sendTo('navigation', { type: 'navigation.facts', facts });
      enqueue.sendTo('online', { type: 'online.facts', facts: onlineFacts(facts) });
      enqueue.sendTo('simulator', { type: 'simulator.facts', facts: simulatorFacts({ ...context, facts }) });
      enqueue.sendTo('update', { type: 'update.facts', facts: updateFacts({ ...context, facts }) });
      enqueue.sendTo('forwarder', { type: 'forwarder.facts', facts: forwarderFacts({ ...context, facts }) });
      if (records.includes('firmware'))
        enqueue.sendTo('firmware', { type: 'firmware.facts', facts: policyFacts({ ...context, facts }) });
      // A test at once, so that nobody plays a round into the void.
      if (change.kind === 'set_forwarding' && facts.forwarding.address !== '')
        enqueue.sendTo('forwarder', { type: 'forwarder.test' });
      if (isHostDriven(change)) enqueue.sendTo('online', { type: 'guest.follow', fol: false });
    }),
    /** What waits for the flash goes out: also where the flash fails, since play goes on. */
    tellSaved: sendTo('online', ({ context }) => ({
      type: 'online.saved' as const,
      facts: onlineFacts(context.facts),
    })),
    takeSimulator: assign((_, { view }: { view: SimulatorView }) => ({ simulator: view })),
    takeSession: assign((_, { view }: { view: SessionView }) => ({ session: view })),
    tellSession: sendTo('navigation', ({ context }) => ({
      type: 'navigation.session' as const,
      session: context.session,
    })),
    factsToSimulator: sendTo('simulator', ({ context }) => ({
      type: 'simulator.facts' as const,
      facts: simulatorFacts(context),
    })),
    tellNews: enqueueActions(({ context, enqueue }, { news }: { news: readonly News[] }) => {
      const simulated = wayOf(context.facts.exp.mode) !== null;
      for (const item of news) {
        if (item.kind === 'event') enqueue.raise({ type: 'device.event', text: item.text, place: item.place });
        else if (item.kind === 'note') enqueue.raise({ type: 'device.note', text: item.text });
        else if (item.kind === 'inputs' && simulated)
          enqueue.sendTo('simulator', { type: 'simulator.inputs', items: item.items, at_ms: item.at_ms });
        else enqueue.sendTo('navigation', navigationEvent(item));
        if (item.kind === 'unsent') enqueue.raise({ type: 'device.note', text: item.text });
      }
    }),
    showEvent: enqueueActions(({ enqueue }, { text, place }: { text: string; place: number }) => {
      enqueue.cancel('status');
      enqueue.assign({ status_line: text });
      enqueue.sendTo('feedback', { type: 'feedback.light', seat: place, light_ms: EVENT_SHOWN_MS });
      enqueue.raise({ type: 'status.over' }, { delay: EVENT_SHOWN_MS, id: 'status' });
    }),
    keepTrend: enqueueActions(({ enqueue }, { game, results, unix_s }: FinishedSet) => {
      const entries = trendEntries(results, unix_s);
      const change: Change = isStored(game) ? { kind: 'end_set', game, entries } : { kind: 'add_trend', game, entries };
      enqueue.raise({ type: 'device.change', change });
    }),
    keepSet: enqueueActions(({ enqueue }, { set }: { set: AnySetState }) => {
      const { game } = set;
      // The last putt is kept with the result, so that no loss of power comes between them.
      if (!isStored(game) || rulesOf(game).over(set)) return;
      enqueue.raise({ type: 'device.change', change: { kind: 'keep_set', game, set } });
    }),
    /** Kept first; the session may see it as soon as it is. */
    keepRound: enqueueActions(({ context, enqueue }, { state }: { state: CourseState }) => {
      enqueue.sendTo('online', { type: 'host.round', round: publicRound(state) });
      const ev = eventOfRound(state, context.facts);
      if (ev) enqueue.sendTo('online', { type: 'host.event', ev });
      enqueue.raise({ type: 'device.change', change: { kind: 'keep_round', round: state } });
    }),
    sound: enqueueActions(({ context, enqueue }, { sound }: { sound: Sound | null }) => {
      const volume_percent = context.facts.settings.sound_percent;
      if (sound) enqueue.sendTo('feedback', { type: 'feedback.sound', sound, volume_percent });
    }),
    light: sendTo('feedback', (_, { seat, light_ms }: { seat: number; light_ms: number }): FeedbackEvent => {
      return { type: 'feedback.light', seat, light_ms };
    }),
    flash: enqueueActions(({ enqueue }, { text }: { text: string }) => {
      enqueue.cancel('flash');
      enqueue.assign({ flash: text });
      if (text === '') return;
      enqueue.raise({ type: 'flash.over' }, { delay: flashMs(text), id: 'flash' });
    }),
    clearFlash: assign({ flash: '' }),
    clearStatus: assign({ status_line: '' }),
    clearAlarm: assign({ alarm: '' }),
    takeUpdate: assign((_, { view }: { view: UpdateView }) => ({ update: view })),
    tellUpdate: enqueueActions(({ enqueue }, { view, over }: Extract<DeviceEvent, { type: 'device.update' }>) => {
      enqueue.sendTo('navigation', { type: 'navigation.update', update: view });
      if (!over) return;
      const { done, failures } = view;
      enqueue.cancel('alarm');
      enqueue.assign({ alarm: failures.join(' ') });
      enqueue.raise({ type: 'alarm.over' }, { delay: ALARM_MS, id: 'alarm' });
      if (done.length > 0) enqueue.raise({ type: 'device.note', text: done.join(' ') });
    }),
  },
  guards: {
    'the sensor is settled': ({ context }) => isSettled(context.sensor),
    /** Nobody's key or putt gets in between. */
    'firmware is being installed': ({ context: { firmware } }) => isInstalling(firmware),
  },
  delays: { sensorWait: SENSOR_WAIT_MS },
});

/** News as the pages take them. */
function navigationEvent(news: Exclude<News, { kind: 'event' | 'note' }>): NavigationEvent {
  switch (news.kind) {
    case 'pull':
      return { type: 'navigation.pull', exp: news.exp };
    case 'settings':
      return { type: 'navigation.settings', exp: news.exp };
    case 'round':
      return { type: 'navigation.round', round: news.round, at_ms: news.at_ms, label: news.label };
    case 'roster':
      return { type: 'navigation.roster', roster: { own: [], devices: news.devices, away: news.away } };
    case 'inputs':
      return { type: 'navigation.inputs', items: news.items, at_ms: news.at_ms };
    case 'unsent':
      return { type: 'navigation.unsent' };
  }
}
