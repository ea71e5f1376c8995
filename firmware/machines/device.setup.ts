// Setup of the device machine: its events, the slots filled by ports, its services, actions and guards.

import { assign, enqueueActions, sendTo, setup, type EventFrom } from 'xstate';
import type { RunningImage } from '../../hal/images/images.ts';
import type { SensorStatus, Strike } from '../../hal/sensor/sensor.ts';
import type { Sound } from '../../hal/speaker/speaker.ts';
import { changePersisted, isHostDriven, type PersistedChange } from '../persisted/changes.ts';
import { RECORDS, writableOf } from '../persisted/persisted.ts';
import type { LoadedPersisted } from '../persisted/storage.ts';
import { isInstalling } from '../images/policy.ts';
import type { KeepPutt } from '../play/kept-putt.ts';
import type { SaveEvent } from '../record-writer.ts';
import { slotsOf, typeOnly, type PlayKey } from '../machine.ts';
import { matchesDescriptor } from '../services/service.ts';
import { SERVICES, type ServiceName, type Service } from '../services/services.ts';
import type { NavigationEvent } from '../pages/navigation.ts';
import { navigationMachine } from '../pages/navigation.machine.ts';
import {
  ALARM_MS,
  deviceState,
  toastMs,
  isSame,
  momentOf,
  type Toast,
  SERVICE_NAMES,
  pageState,
  SENSOR_WAIT_MS,
  STORED_AGAIN,
  type DeviceContext,
  type DeviceInput,
  type FeedbackEvent,
  type RenewEvent,
  type ResetEvent,
} from './device-state.ts';
import { isSettled } from './sensor-settled.ts';

/** Event for a service, sent by a page, another service or a port. */
type ServiceEvent = Exclude<EventFrom<Service[ServiceName]['machine']>, { type: 'persisted.changed' }>;

type DeviceEvent =
  | ServiceEvent
  | NavigationEvent
  | { readonly type: 'sensor.status'; readonly status: SensorStatus }
  | { readonly type: 'sensor.strike'; readonly strike: Strike }
  | { readonly type: 'network.changed'; readonly joined: boolean }
  | { readonly type: 'web_page.changed'; readonly address: string | null }
  | { readonly type: 'keys.released'; readonly key: PlayKey }
  | { readonly type: 'storage.failed'; readonly message: string }
  | { readonly type: 'storage.saved' }
  | { readonly type: 'storage.damaged'; readonly sentence: string }
  | { readonly type: 'device.change'; readonly change: PersistedChange }
  /** `holds`: the toast is withdrawn when the state of play or the session changes. */
  | ({ readonly type: 'device.note' } & Toast)
  | { readonly type: 'device.unsay'; readonly text: string }
  | { readonly type: 'device.sound'; readonly sound: Sound }
  | { readonly type: 'device.beat' }
  | { readonly type: 'device.light'; readonly seat: number; readonly light_ms: number }
  | { readonly type: 'device.lights'; readonly light_ms: number }
  | KeepPutt
  | RenewEvent
  | ResetEvent
  | { readonly type: 'play.begun' }
  /** A player in the session has acted. `place`: index among its devices, for the LED. */
  | { readonly type: 'session.event'; readonly text: string; readonly place: number | null }
  | { readonly type: 'session.note'; readonly text: string }
  | { readonly type: 'session.unsent'; readonly text: string }
  | { readonly type: 'update.over'; readonly done: readonly string[]; readonly failures: readonly string[] }
  | { readonly type: 'toast.over' | 'status.over' | 'alarm.over' };

/** Result of reading at boot. */
type Loaded = LoadedPersisted & { readonly image: RunningImage };

/** R90: display time of a status line and of the LED that flashes with it. */
const STATUS_LINE_MS = 4000;

const OWN_SETTINGS = 'Not following the host: your settings apply.';

const slots = slotsOf('device');

type ServiceActors = { readonly [Name in ServiceName]: Service[Name]['machine'] };
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the list type loses the link between a service and its machine
const SERVICE_ACTORS = Object.fromEntries(
  SERVICE_NAMES.map((name) => [name, SERVICES[name].machine]),
) as unknown as ServiceActors;

export const deviceSetup = setup({
  types: typeOnly<{
    input: DeviceInput;
    context: DeviceContext;
    events: DeviceEvent;
    children: { navigation: 'navigation' };
  }>(),
  actors: {
    readPersisted: slots.promise<Loaded>('readPersisted'),
    sensor: slots.callback('sensor'),
    network: slots.callback('network'),
    webPage: slots.callback<RenewEvent>('webPage'),
    reset: slots.callback<ResetEvent>('reset'),
    keys: slots.callback('keys'),
    writer: slots.callback<SaveEvent>('writer'),
    feedback: slots.callback<FeedbackEvent>('feedback'),
    stamp: slots.callback<KeepPutt>('stamp'),
    navigation: navigationMachine,
    ...SERVICE_ACTORS,
  },
  actions: {
    take: assign((_, service: Partial<DeviceContext>) => service),
    takePersisted: assign((_, { loaded }: { loaded: Loaded }) => {
      const { persisted, unread, boot, image } = loaded;
      return { persisted, unread, boot, image };
    }),
    saveUnsaved: sendTo('writer', ({ context }, { loaded }: { loaded: Loaded }): SaveEvent => {
      return { type: 'keeper.save', persisted: context.persisted, records: loaded.unsaved };
    }),
    addNote: assign(({ context }, { sentence }: { sentence: string }) => ({ notes: [...context.notes, sentence] })),
    noteUnreadable: assign({
      notes: ['Storage cannot be read: using defaults. Nothing is overwritten until the next start.'],
      unread: RECORDS,
    }),
    toNavigation: sendTo('navigation', (_, { event }: { event: NavigationEvent }) => event),
    /** Forwards the event to every service that handles it. */
    handOver: enqueueActions(({ enqueue }, { event }: { event: DeviceEvent }) => {
      for (const name of SERVICE_NAMES)
        if (matchesDescriptor(SERVICES[name].event_descriptors, event.type)) enqueue.sendTo(name, event);
    }),
    strikeToPlay: sendTo(
      'play',
      ({ context }, { event }: { event: Extract<DeviceEvent, { type: 'sensor.strike' }> }) => ({
        ...event,
        practises: pageState(context.children()).practises,
      }),
    ),
    /** Opens the game that the strike counts for (C101). */
    showPlay: enqueueActions(({ context, enqueue }) => {
      if (deviceState(context).play.kind !== 'idle') enqueue.sendTo('navigation', { type: 'open.played' });
    }),
    /** Sends each service its persisted state if it has changed. */
    tellParts: enqueueActions(({ context, enqueue }) => {
      const state = deviceState(context);
      const given = { ...context.given };
      for (const name of SERVICE_NAMES) {
        const persisted = SERVICES[name].persisted(state);
        if (isSame(persisted, given[name])) continue;
        given[name] = persisted;
        enqueue.assign({ given });
        enqueue.sendTo(name, { type: 'persisted.changed', persisted });
      }
    }),
    /** Makes a watching page check whether it must close. */
    refreshPages: enqueueActions(({ context, enqueue }) => {
      if (pageState(context.children()).watches) enqueue.sendTo('navigation', { type: 'pages.refresh' });
    }),
    change: enqueueActions(({ context, enqueue }, { change }: { change: PersistedChange }) => {
      const { persisted, records } = changePersisted(context.persisted, change);
      if (records.length === 0) return;
      enqueue.assign({ persisted });
      const writable = writableOf(records, context.unread);
      enqueue.sendTo('writer', { type: 'keeper.save', persisted, records: writable });
      if (!isHostDriven(change)) return;
      const { role, fol } = deviceState(context).session;
      if (role === 'guest' && fol) enqueue.raise({ type: 'device.note', text: OWN_SETTINGS });
      enqueue.sendTo('session', { type: 'guest.follow', fol: false });
    }),
    showEvent: enqueueActions(({ enqueue }, { text, place }: { text: string; place: number | null }) => {
      enqueue.cancel('status');
      enqueue.assign({ status_line: text });
      if (place !== null) enqueue.sendTo('feedback', { type: 'feedback.light', seat: place, light_ms: STATUS_LINE_MS });
      enqueue.raise({ type: 'status.over' }, { delay: STATUS_LINE_MS, id: 'status' });
    }),
    sound: enqueueActions(({ context, enqueue }, { sound }: { sound: Sound }) => {
      const volume_percent = context.persisted.settings.sound_percent;
      enqueue.sendTo('feedback', { type: 'feedback.sound', sound, volume_percent });
    }),
    resetDevice: sendTo('reset', (_, event: ResetEvent) => event),
    renewLink: sendTo('webPage', (_, event: RenewEvent) => event),
    stampPutt: sendTo('stamp', (_, event: KeepPutt) => event),
    lights: sendTo('feedback', (_, { light_ms }: { light_ms: number }): FeedbackEvent => {
      return { type: 'feedback.lights', light_ms };
    }),
    light: sendTo('feedback', (_, { seat, light_ms }: { seat: number; light_ms: number }): FeedbackEvent => {
      return { type: 'feedback.light', seat, light_ms };
    }),
    toast: enqueueActions(({ context, enqueue }, { text, holds }: Toast) => {
      enqueue.cancel('toast');
      enqueue.assign({
        toast: text,
        toast_while: holds ? { holds, moment: momentOf(deviceState(context), holds) } : null,
      });
      if (text === '') return;
      enqueue.raise({ type: 'toast.over' }, { delay: toastMs(text), id: 'toast' });
    }),
    /** Keeps a storage error on the pages and shows a toast when it changes. */
    sayStorage: enqueueActions(({ context, enqueue }, { text }: { text: string }) => {
      if (context.storage_error === text) return;
      enqueue.assign({ storage_error: text });
      enqueue.raise({ type: 'device.note', text: text || STORED_AGAIN });
    }),
    alarm: enqueueActions(({ enqueue }, { text }: { text: string }) => {
      enqueue.cancel('alarm');
      enqueue.assign({ alarm: text });
      enqueue.raise({ type: 'alarm.over' }, { delay: ALARM_MS, id: 'alarm' });
    }),
    /** Shows a toast for an update run that changed something. */
    noteDone: enqueueActions(({ enqueue }, { done }: { done: readonly string[] }) => {
      if (done.length > 0) enqueue.raise({ type: 'device.note', text: done.join(' ') });
    }),
  },
  guards: {
    'toast shown': ({ context }, { text }: { text: string }) => context.toast === text,
    'sensor settled': ({ context }) => isSettled(context.sensor),
    'installing firmware': ({ context }) => isInstalling(deviceState(context).firmware),
    'page beats': ({ context }) => pageState(context.children()).beats,
    'page wants strikes': ({ context }) => pageState(context.children()).wants_strikes,
  },
  delays: { sensorWait: SENSOR_WAIT_MS },
});
