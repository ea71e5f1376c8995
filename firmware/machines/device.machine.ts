// The device from power on: reads what it remembers, waits a moment for its sensor, and runs. It owns the facts: its
// children ask for changes and are told of them, and nobody keeps another truth.

import { FACTS_BEFORE_BOOT } from '../facts/facts.ts';
import { NO_FORWARDING } from '../forwarding/forwarder.ts';
import { NO_FIRMWARE } from '../images/policy.ts';
import { NO_UPDATE } from '../extension/update.ts';
import { NO_SESSION } from '../online/online.ts';
import { NO_SIMULATOR } from '../simulator/simulator.ts';
import {
  PUTT_LIGHT_MS,
  STORAGE_DAMAGED,
  STRIKE_UNUSED,
  forwarderFacts,
  NO_IMAGE,
  policyFacts,
  onlineInput,
  simulatorFacts,
  updateFacts,
} from './device.ts';
import { deviceSetup } from './device.setup.ts';

export const deviceMachine = deviceSetup.createMachine({
  id: 'device',
  options: { maxIterations: 100 },
  context: ({ input }) => ({
    facts: FACTS_BEFORE_BOOT,
    notes: [],
    unread: [],
    sensor: input.sensor,
    networked: true,
    storage_error: '',
    flash: '',
    alarm: '',
    status_line: '',
    session: NO_SESSION,
    simulator: NO_SIMULATOR,
    forwarding: NO_FORWARDING,
    image: NO_IMAGE,
    firmware: { ...NO_FIRMWARE, has_updates: input.has_updates },
    page_busy: false,
    busy: false,
    release_pending: false,
    update: { ...NO_UPDATE, has_store: input.has_store },
    boot: '',
    has_cloud: input.has_cloud,
  }),
  invoke: [
    { src: 'sensor', id: 'sensor' },
    { src: 'network', id: 'network' },
    { src: 'keys', id: 'keys' },
    { src: 'keeper', id: 'keeper' },
    { src: 'feedback', id: 'feedback' },
  ],
  on: {
    'sensor.status': { actions: { type: 'takeStatus', params: ({ event }) => ({ sensor: event.status }) } },
    'network.changed': { actions: { type: 'takeNetwork', params: ({ event }) => ({ networked: event.joined }) } },
    'flash.over': { actions: 'clearFlash' },
    'status.over': { actions: 'clearStatus' },
    'alarm.over': { actions: 'clearAlarm' },
  },
  initial: 'reading',
  states: {
    reading: {
      invoke: {
        src: 'readFacts',
        onDone: {
          target: 'meeting',
          actions: [
            { type: 'takeFacts', params: ({ event }) => ({ loaded: event.output }) },
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
        'storage.failed': {
          actions: { type: 'takeFailure', params: ({ event }) => ({ storage_error: event.message }) },
        },
      },
      after: { sensorWait: 'running' },
    },
    running: {
      entry: { type: 'flash', params: ({ context }) => ({ text: context.notes.length > 0 ? STORAGE_DAMAGED : '' }) },
      invoke: [
        {
          src: 'navigation',
          id: 'navigation',
          input: ({ context: { facts, session, update, firmware } }) => ({ facts, session, update, firmware }),
        },
        { src: 'online', id: 'online', input: ({ context }) => onlineInput(context) },
        { src: 'simulator', id: 'simulator', input: ({ context }) => simulatorFacts(context) },
        { src: 'forwarder', id: 'forwarder', input: ({ context }) => ({ facts: forwarderFacts(context) }) },
        {
          src: 'firmware',
          id: 'firmware',
          input: ({ context }) => ({
            has_updates: context.firmware.has_updates,
            facts: policyFacts(context),
            image: context.image,
            networked: context.networked,
            busy: context.busy,
          }),
        },
        { src: 'audio', id: 'audio', input: ({ context }) => ({ has_store: context.update.has_store }) },
        {
          src: 'update',
          id: 'update',
          input: ({ context }) => ({
            facts: updateFacts(context),
            networked: context.networked,
            has_store: context.update.has_store,
            turn: false,
          }),
        },
      ],
      on: {
        'network.changed': {
          actions: [
            { type: 'takeNetwork', params: ({ event }) => ({ networked: event.joined }) },
            { type: 'tellJoined', params: ({ event }) => event },
          ],
        },
        'key.*': [
          { guard: 'firmware is being installed' },
          { actions: [{ type: 'sound', params: { sound: 'click' } }, 'toNavigation'] },
        ],
        'touch.row': [
          { guard: 'firmware is being installed' },
          { actions: [{ type: 'sound', params: { sound: 'click' } }, 'toNavigation'] },
        ],
        'sensor.strike': [{ guard: 'firmware is being installed' }, { actions: 'toNavigation' }],
        'device.change': {
          actions: [{ type: 'change', params: ({ event }) => ({ change: event.change }) }, 'tellBusy'],
        },
        'storage.failed': {
          actions: [
            { type: 'takeFailure', params: ({ event }) => ({ storage_error: event.message }) },
            { type: 'flash', params: { text: 'Not saved: see the status page.' } },
            'tellSaved',
          ],
        },
        'storage.saved': { actions: [{ type: 'takeFailure', params: { storage_error: '' } }, 'tellSaved'] },
        'device.session': {
          actions: [
            { type: 'takeSession', params: ({ event }) => event },
            'tellBusy',
            'tellSession',
            'factsToSimulator',
            { type: 'tellNews', params: ({ event }) => event },
          ],
        },
        'device.event': { actions: { type: 'showEvent', params: ({ event }) => event } },
        'device.note': { actions: { type: 'flash', params: ({ event }) => event } },
        'online.*': { actions: 'toOnline' },
        'host.*': { actions: 'toOnline' },
        'guest.*': { actions: 'toOnline' },
        'simulator.*': { actions: 'toSimulator' },
        'forwarder.*': { actions: 'toForwarder' },
        'device.forwarding': { actions: { type: 'takeForwarding', params: ({ event }) => event } },
        'update.*': { actions: 'toUpdate' },
        'firmware.settled': { actions: { type: 'beginAudio', params: ({ event }) => event } },
        'audio.settled': { actions: 'giveTurn' },
        'firmware.pick': { actions: { type: 'pickMode', params: ({ event }) => event } },
        'firmware.*': { actions: 'toFirmware' },
        'device.firmware': { actions: { type: 'takeFirmware', params: ({ event }) => event } },
        'device.page': { actions: [{ type: 'takePage', params: ({ event }) => event }, 'tellBusy'] },
        'device.update': {
          actions: [
            { type: 'takeUpdate', params: ({ event }) => event },
            { type: 'tellUpdate', params: ({ event }) => event },
          ],
        },
        'device.simulator': { actions: { type: 'takeSimulator', params: ({ event }) => event } },
        'experience.putt': {
          actions: [
            { type: 'keepSet', params: ({ event }) => ({ set: event.state }) },
            { type: 'sound', params: ({ event }) => ({ sound: event.sound }) },
            { type: 'light', params: ({ event }) => ({ seat: event.seat, light_ms: PUTT_LIGHT_MS }) },
          ],
        },
        'experience.finished': {
          actions: [
            { type: 'keepTrend', params: ({ event }) => event },
            { type: 'sound', params: { sound: 'done' } },
          ],
        },
        'course.changed': {
          actions: [
            { type: 'keepRound', params: ({ event }) => event },
            { type: 'sound', params: ({ event }) => event },
          ],
        },
        'visit.changed': { actions: { type: 'sound', params: ({ event }) => event } },
        'course.refused': { actions: { type: 'flash', params: ({ event }) => event } },
        'strike.unused': { actions: { type: 'flash', params: { text: STRIKE_UNUSED } } },
      },
    },
  },
});
