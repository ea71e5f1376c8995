// The device from power on: reads what it remembers, waits a moment for its sensor, and runs. It owns the facts: its parts ask for changes
// and receive them, and nobody keeps a copy of their own. What its parts are stands in parts/parts.ts.

import { MACHINE_OPTIONS } from '../machine.ts';
import { SERVICES } from '../services/services.ts';
import { deviceContext, deviceState, SERVICE_NAMES, STORAGE_DAMAGED, type DeviceContext } from './device-state.ts';
import { deviceSetup } from './device.setup.ts';

const handOver = { type: 'handOver', params: ({ event }: { event: never }) => ({ event }) } as const;

/** What parts hear, and the device itself has nothing to do with. */
const HEARD = Object.fromEntries(
  SERVICE_NAMES.flatMap((name) => SERVICES[name].hears.map((descriptor) => [descriptor, { actions: handOver }])),
);

/** Each part under its name: it begins with its facts, and whatever changes in it is told on. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- xstate has no type for a list of all parts: what each is given is checked where it is declared
const PART_INVOKES = SERVICE_NAMES.map((name) => ({
  src: name,
  id: name,
  input: ({ context, self }: { context: DeviceContext; self: unknown }) => {
    const { persisted, start } = SERVICES[name];
    const state = deviceState({ ...context, children: () => ({}) });
    return { parent: self, persisted: persisted(state), start: 'start' in SERVICES[name] ? start?.(state) : undefined };
  },
  onSnapshot: { actions: ['tellParts', 'refreshPages'] },
})) as never[];

const ignore = { guard: 'firmware is being installed' } as const;
const click = { type: 'sound', params: { sound: 'click' } } as const;

export const deviceMachine = deviceSetup.createMachine({
  id: 'device',
  options: MACHINE_OPTIONS,
  context: ({ input, self }) => deviceContext(input, () => self.getSnapshot().children),
  invoke: [
    { src: 'sensor', id: 'sensor' },
    { src: 'network', id: 'network' },
    { src: 'keys', id: 'keys' },
    { src: 'writer', id: 'writer' },
    { src: 'feedback', id: 'feedback' },
  ],
  on: {
    'sensor.status': { actions: { type: 'take', params: ({ event }) => ({ sensor: event.status }) } },
    'network.changed': { actions: { type: 'take', params: ({ event }) => ({ networked: event.joined }) } },
    'storage.damaged': { actions: { type: 'addNote', params: ({ event }) => event } },
    'flash.over': { actions: { type: 'take', params: { flash: '' } } },
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
      always: { guard: 'the sensor is settled', target: 'running' },
      on: {
        'key.ok': 'running',
        'storage.failed': { actions: { type: 'take', params: ({ event }) => ({ storage_error: event.message }) } },
        'storage.saved': { actions: { type: 'take', params: { storage_error: '' } } },
      },
      after: { sensorWait: 'running' },
    },
    running: {
      entry: { type: 'flash', params: ({ context }) => ({ text: context.notes.length > 0 ? STORAGE_DAMAGED : '' }) },
      invoke: [
        {
          src: 'navigation',
          id: 'navigation',
          input: ({ context, self }) => ({
            parent: self,
            // While it begins, the device's own snapshot is of before it ran, perhaps of before it had read its facts.
            deviceState: () =>
              deviceState(self.getSnapshot().value === 'running' ? self.getSnapshot().context : context),
          }),
          onSnapshot: { actions: 'tellParts' },
        },
        ...PART_INVOKES,
      ],
      on: {
        ...HEARD,
        'network.changed': {
          actions: [
            { type: 'take', params: ({ event }) => ({ networked: event.joined }) },
            'tellParts',
            { type: 'handOver', params: ({ event }) => ({ event }) },
          ],
        },
        'key.*': [ignore, { actions: [click, { type: 'toNavigation', params: ({ event }) => ({ event }) }] }],
        /** Goes to play past the page: an extension that saw a key pressed sees it released. */
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
            guard: 'the page asks for a strike',
            actions: { type: 'toNavigation', params: ({ event }) => ({ event }) },
          },
          { actions: [{ type: 'strikeToPlay', params: ({ event }) => ({ event }) }, 'showPlay'] },
        ],
        'device.change': {
          actions: [{ type: 'change', params: ({ event }) => event }, 'tellParts', 'refreshPages'],
        },
        'device.note': { actions: { type: 'flash', params: ({ event }) => event } },
        'device.unsay': {
          guard: { type: 'it is said', params: ({ event }) => event },
          actions: { type: 'flash', params: { text: '' } },
        },
        'device.sound': { actions: { type: 'sound', params: ({ event }) => event } },
        'device.lights': { actions: { type: 'lights', params: ({ event }) => event } },
        'device.light': { actions: { type: 'light', params: ({ event }) => event } },
        'storage.damaged': {
          actions: [
            { type: 'addNote', params: ({ event }) => event },
            { type: 'flash', params: { text: STORAGE_DAMAGED } },
          ],
        },
        /** What waits for the flash goes out: also where the flash fails, since play goes on. */
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
        'session.note': { actions: { type: 'flash', params: ({ event: { text } }) => ({ text, holds: 'session' }) } },
        'session.unsent': {
          actions: [
            { type: 'flash', params: ({ event: { text } }) => ({ text, holds: 'session' }) },
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
        'touchscreen.over': { actions: { type: 'toNavigation', params: ({ event }) => ({ event }) } },
        'set.finished': { actions: { type: 'toNavigation', params: ({ event }) => ({ event }) } },
      },
    },
  },
});
