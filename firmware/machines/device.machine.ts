// Device machine from power-on: reads the persisted state, waits briefly for the sensor, and runs. It owns the
// persisted state: services request changes and receive updates, and keep no copies. The services are listed in
// services/services.ts.

import { MACHINE_OPTIONS } from '../machine.ts';
import { SERVICES } from '../services/services.ts';
import {
  deviceContext,
  deviceState,
  SERVICE_NAMES,
  startToast,
  STORAGE_DAMAGED,
  type DeviceContext,
} from './device-state.ts';
import { deviceSetup } from './device.setup.ts';

const handOver = { type: 'handOver', params: ({ event }: { event: never }) => ({ event }) } as const;

/** Events that only services handle. */
const SERVICE_EVENTS = Object.fromEntries(
  SERVICE_NAMES.flatMap((name) =>
    SERVICES[name].event_descriptors.map((descriptor) => [descriptor, { actions: handOver }]),
  ),
);

/** Invokes each service under its name with its persisted state, and propagates its changes. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- xstate has no type for a list of all services; each input is checked where the service is declared
const SERVICE_INVOKES = SERVICE_NAMES.map((name) => ({
  src: name,
  id: name,
  input: ({ context, self }: { context: DeviceContext; self: unknown }) => {
    const { persisted, start } = SERVICES[name];
    const state = deviceState({ ...context, children: () => ({}) });
    return { parent: self, persisted: persisted(state), start: 'start' in SERVICES[name] ? start?.(state) : undefined };
  },
  onSnapshot: { actions: ['tellParts', 'refreshPages'] },
})) as never[];

const ignore = { guard: 'installing firmware' } as const;
/** Short enough to see each beat. */
const BEAT_LIGHT_MS = 80;
const click = { type: 'sound', params: { sound: 'click' } } as const;

export const deviceMachine = deviceSetup.createMachine({
  id: 'device',
  options: MACHINE_OPTIONS,
  context: ({ input, self }) => deviceContext(input, () => self.getSnapshot().children),
  invoke: [
    { src: 'sensor', id: 'sensor' },
    { src: 'network', id: 'network' },
    { src: 'webPage', id: 'webPage' },
    { src: 'keys', id: 'keys' },
    { src: 'writer', id: 'writer' },
    { src: 'feedback', id: 'feedback' },
    { src: 'stamp', id: 'stamp' },
    { src: 'reset', id: 'reset' },
  ],
  on: {
    'sensor.status': { actions: { type: 'take', params: ({ event }) => ({ sensor: event.status }) } },
    'network.changed': { actions: { type: 'take', params: ({ event }) => ({ networked: event.joined }) } },
    'web_page.changed': { actions: { type: 'take', params: ({ event }) => ({ web_address: event.address }) } },
    'storage.damaged': { actions: { type: 'addNote', params: ({ event }) => event } },
    'toast.over': { actions: { type: 'take', params: { toast: '' } } },
    'status.over': { actions: { type: 'take', params: { status_line: '' } } },
    'alarm.over': { actions: { type: 'take', params: { alarm: '' } } },
  },
  initial: 'reading',
  states: {
    reading: {
      invoke: {
        src: 'readPersisted',
        onDone: {
          target: 'meeting',
          actions: [
            { type: 'takePersisted', params: ({ event }) => ({ loaded: event.output }) },
            { type: 'saveUnsaved', params: ({ event }) => ({ loaded: event.output }) },
          ],
        },
        onError: { target: 'meeting', actions: 'noteUnreadable' },
      },
    },
    meeting: {
      always: { guard: 'sensor settled', target: 'running' },
      on: {
        'key.ok': 'running',
        'storage.failed': { actions: { type: 'take', params: ({ event }) => ({ storage_error: event.message }) } },
        'storage.saved': { actions: { type: 'take', params: { storage_error: '' } } },
      },
      after: { sensorWait: 'running' },
    },
    running: {
      entry: { type: 'toast', params: ({ context }) => ({ text: startToast(context) }) },
      invoke: [
        {
          src: 'navigation',
          id: 'navigation',
          input: ({ context, self }) => ({
            parent: self,
            // During startup the device's own snapshot predates `running`, and may predate the persisted state.
            deviceState: () =>
              deviceState(self.getSnapshot().value === 'running' ? self.getSnapshot().context : context),
          }),
          onSnapshot: { actions: 'tellParts' },
        },
        ...SERVICE_INVOKES,
      ],
      on: {
        ...SERVICE_EVENTS,
        'network.changed': {
          actions: [
            { type: 'take', params: ({ event }) => ({ networked: event.joined }) },
            'tellParts',
            { type: 'handOver', params: ({ event }) => ({ event }) },
          ],
        },
        'web_page.changed': {
          actions: [{ type: 'take', params: ({ event }) => ({ web_address: event.address }) }, 'refreshPages'],
        },
        'key.*': [ignore, { actions: [click, { type: 'toNavigation', params: ({ event }) => ({ event }) }] }],
        'open.reset': [ignore, { actions: { type: 'toNavigation', params: ({ event }) => ({ event }) } }],
        /** Sent to play directly, not through the page: an extension that got a key press also gets the release. */
        'keys.released': {
          actions: {
            type: 'handOver',
            params: ({ event: { key } }) => ({ event: { type: 'play.release' as const, key } }),
          },
        },
        'touch.row': [ignore, { actions: [click, { type: 'toNavigation', params: ({ event }) => ({ event }) }] }],
        'text.typed': [ignore, { actions: { type: 'toNavigation', params: ({ event }) => ({ event }) } }],
        'sensor.strike': [
          ignore,
          {
            guard: 'page wants strikes',
            actions: { type: 'toNavigation', params: ({ event }) => ({ event }) },
          },
          { actions: [{ type: 'strikeToPlay', params: ({ event }) => ({ event }) }, 'showPlay'] },
        ],
        'device.change': {
          actions: [{ type: 'change', params: ({ event }) => event }, 'tellParts', 'refreshPages'],
        },
        'device.note': { actions: { type: 'toast', params: ({ event }) => event } },
        'device.unsay': {
          guard: { type: 'toast shown', params: ({ event }) => event },
          actions: { type: 'toast', params: { text: '' } },
        },
        'device.putt': { actions: { type: 'stampPutt', params: ({ event }) => event } },
        'device.sound': { actions: { type: 'sound', params: ({ event }) => event } },
        'device.beat': {
          guard: 'page beats',
          actions: [click, { type: 'lights', params: { light_ms: BEAT_LIGHT_MS } }],
        },
        'device.lights': { actions: { type: 'lights', params: ({ event }) => event } },
        'device.light': { actions: { type: 'light', params: ({ event }) => event } },
        'storage.damaged': {
          actions: [
            { type: 'addNote', params: ({ event }) => event },
            { type: 'toast', params: { text: STORAGE_DAMAGED } },
          ],
        },
        /** Releases everything that waits for the flash even if the write failed, so that play continues. */
        'storage.failed': {
          actions: [
            { type: 'sayStorage', params: ({ event }) => ({ text: event.message }) },
            { type: 'handOver', params: { event: { type: 'storage.settled' } } },
          ],
        },
        'storage.saved': {
          actions: [
            { type: 'sayStorage', params: { text: '' } },
            { type: 'handOver', params: { event: { type: 'storage.settled' } } },
          ],
        },
        'session.event': { actions: { type: 'showEvent', params: ({ event }) => event } },
        'session.note': { actions: { type: 'toast', params: ({ event: { text } }) => ({ text, holds: 'session' }) } },
        'session.unsent': {
          actions: [
            { type: 'toast', params: ({ event: { text } }) => ({ text, holds: 'session' }) },
            { type: 'handOver', params: ({ event }) => ({ event }) },
          ],
        },
        'update.over': {
          actions: [
            { type: 'alarm', params: ({ event }) => ({ text: event.failures.join(' ') }) },
            { type: 'noteDone', params: ({ event }) => event },
          ],
        },
        'play.begun': { actions: { type: 'toNavigation', params: { event: { type: 'open.played' } } } },
        'play.over': { actions: { type: 'toNavigation', params: ({ event }) => ({ event }) } },
        'device.reset': { actions: { type: 'resetDevice', params: ({ event }) => event } },
        'web_page.renew': {
          actions: [
            { type: 'renewLink', params: ({ event }) => event },
            { type: 'handOver', params: ({ event }) => ({ event }) },
          ],
        },
        'set_up.finished': { actions: { type: 'toNavigation', params: ({ event }) => ({ event }) } },
        'touchscreen.over': { actions: { type: 'toNavigation', params: ({ event }) => ({ event }) } },
        'set.finished': { actions: { type: 'toNavigation', params: ({ event }) => ({ event }) } },
      },
    },
  },
});
