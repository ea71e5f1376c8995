// POST calls, which act on a device. When a call answers, the device has accepted the action (docs/http-api.md).

import * as v from 'valibot';
import { KEYS } from '../../../hal/keys/keys.ts';
import { fail, ok, type Result } from '../../../wire/errors.ts';
import { SCREEN_HEIGHT, SCREEN_WIDTH } from '../../../hal/screen/screen.ts';
import { isTypedText, TEXT_CHARS_MAX } from '../../../wire/typed-text.ts';
import { about } from '../../../wire/relay/fields.ts';
import { PIPE_FAULTS } from '../../../hal/serial/pipe-faults.ts';
import { checkedStroke, strokeShape } from '../../putter/stroke-call.ts';
import { BOARD_EVENTS } from '../../sensor-board/board-events.ts';
import type { SensorRig } from '../../sensor-board/sensor-rig.ts';
import { POWER_ACTIONS, type PanelDevice } from '../panel-device.ts';
import { command, type PanelRoute } from './route.ts';
import { fields } from './shapes.ts';

const RECORDED = fail('recorded', 'This is a recording: it can only be viewed.');

function withRig(device: PanelDevice, then: (rig: SensorRig) => Result<unknown>): Result<unknown> {
  if (device.replayed) return RECORDED;
  return device.rig ? then(device.rig) : fail('real_sensor', 'A real sensor is attached: strike a real ball.');
}

/** Rejects an action on a device that is off. */
function whileOn(device: PanelDevice, then: () => Result<unknown>): Result<unknown> {
  if (device.replayed) return RECORDED;
  return device.power?.isOn() === false
    ? fail('device_off', 'The device is off: POST power {"action": "on"} first.')
    : then();
}

const flag = (name: string) => v.boolean(`${name} must be true or false.`);

const key = command('key', {
  summary: 'Taps, presses or releases a key.',
  body: fields({
    key: v.picklist(KEYS, `key must be one of ${KEYS.join(', ')}.`),
    action: v.optional(v.picklist(['tap', 'press', 'release'], 'action must be tap, press or release.'), 'tap'),
  }),
  errors: ['recorded', 'device_off'],
  carryOut: (device, { key: name, action }) =>
    whileOn(device, () => ok(action === 'tap' ? device.keys.tap(name) : device.keys.key(name, action))),
});

const TEXT = `text must be a string of 1 to ${TEXT_CHARS_MAX} characters.`;
const text = command('text', {
  summary: 'Types into a field for a name, a code or an address; \\b deletes a character.',
  body: fields({
    text: about(
      v.pipe(
        v.string(TEXT),
        v.check((typed: string) => isTypedText(typed), TEXT),
      ),
      `1 to ${TEXT_CHARS_MAX} characters.`,
    ),
  }),
  errors: ['recorded', 'device_off'],
  carryOut: (device, { text: typed }) => whileOn(device, () => ok(device.keys.text(typed))),
});

const pixel = (name: string, size: number) => {
  const sentence = `${name} must be a number from 0 to below ${size}, in screen pixels.`;
  return v.pipe(v.number(sentence), v.minValue(0, sentence), v.ltValue(size, sentence));
};

const touch = command('touch', {
  summary: 'Touches the screen.',
  body: fields({ x: pixel('x', SCREEN_WIDTH), y: pixel('y', SCREEN_HEIGHT) }),
  errors: ['recorded', 'device_off'],
  carryOut: (device, { x, y }) => whileOn(device, () => ok(device.keys.touch(x, y))),
});

const strike = command('strike', {
  summary: 'Swings the virtual putter.',
  body: strokeShape,
  errors: ['recorded', 'real_sensor', 'device_off', 'stroke_impossible', 'sensor_unplugged', 'putter_busy'],
  carryOut: (device, body) =>
    withRig(device, (rig) =>
      whileOn(device, () => {
        const stroke = checkedStroke(body);
        return stroke.ok ? rig.strike(stroke.value) : stroke;
      }),
    ),
});

const link = command('link', {
  summary: 'Plugs in or unplugs the sensor cable.',
  body: fields({ plugged: flag('plugged') }),
  errors: ['recorded', 'real_sensor'],
  carryOut: (device, { plugged }) => withRig(device, (rig) => ok(rig.setPlugged(plugged))),
});

const fault = command('fault', {
  summary: 'Sets the fault of the sensor cable.',
  body: fields({ fault: about(v.string('fault must be a string.'), `One of ${PIPE_FAULTS.join(', ')}.`) }),
  errors: ['recorded', 'real_sensor', 'fault_unsupported'],
  carryOut: (device, { fault: name }) => withRig(device, (rig) => rig.setFault(name.slice(0, 40))),
});

const board = command('board', {
  summary: 'Triggers an event inside a sensor board that runs its firmware.',
  body: fields({ event: v.picklist(BOARD_EVENTS, `event must be one of ${BOARD_EVENTS.join(', ')}.`) }),
  errors: ['recorded', 'real_sensor', 'fault_unsupported', 'sensor_unplugged'],
  carryOut: (device, { event }) => withRig(device, (rig) => rig.disturb(event)),
});

const golfer = command('golfer', {
  summary: 'Starts or stops a golfer who putts unattended.',
  body: fields({ on: flag('on') }),
  errors: ['recorded', 'real_sensor'],
  carryOut: (device, { on }) => withRig(device, (rig) => ok(rig.golfer.setOn(on))),
});

const BY_HAND = fail('real_device', 'This is a real device: operate its switch and plug by hand.');

const power = command('power', {
  summary: 'Switches the device: off finishes pending writes, cut does not, reset is off and on.',
  body: fields({ action: v.picklist(POWER_ACTIONS, `action must be one of ${POWER_ACTIONS.join(', ')}.`) }),
  errors: ['real_device'],
  carryOut: (device, { action }) => (device.power ? device.power.turn(action) : BY_HAND),
});

const DELAY_MS_MAX = 10_000;
const DELAY = `delay_ms must be a number from 0 to ${DELAY_MS_MAX}.`;
const LOSS = 'loss_percent must be a number from 0 to 100.';
const NETWORK = 'Give joined or cloud (true or false), delay_ms or loss_percent.';
const network = command('network', {
  summary: 'Joins or leaves the network, connects or cuts off the cloud alone, or sets delay and loss.',
  body: v.pipe(
    fields({
      joined: v.optional(flag('joined')),
      cloud: v.optional(flag('cloud')),
      delay_ms: about(
        v.optional(v.pipe(v.number(DELAY), v.minValue(0, DELAY), v.maxValue(DELAY_MS_MAX, DELAY))),
        'Delay of requests, and of answers.',
      ),
      loss_percent: about(
        v.optional(v.pipe(v.number(LOSS), v.minValue(0, LOSS), v.maxValue(100, LOSS))),
        'Share of requests, and of answers, that get lost without an error.',
      ),
    }),
    v.check((given) => Object.values(given).some((value) => value !== undefined), NETWORK),
  ),
  errors: ['real_device'],
  carryOut({ network: switched }, { joined, cloud, delay_ms, loss_percent }) {
    if (!switched) return BY_HAND;
    if (joined !== undefined) switched.setJoined(joined);
    if (cloud !== undefined) switched.setCloud(cloud);
    if (delay_ms !== undefined || loss_percent !== undefined) {
      const before = switched.conditions();
      const loss = loss_percent === undefined ? before.loss : loss_percent / 100;
      switched.setConditions({ delay_ms: delay_ms ?? before.delay_ms, loss });
    }
    return ok(undefined);
  },
});

/** Ten years. */
const WRONG_S_MAX = 315_360_000;
const WRONG_BY = `wrong_by_s must be a whole number from -${WRONG_S_MAX} to ${WRONG_S_MAX}, in seconds.`;
const clock = command('clock', {
  summary: "Sets the error of the device's time of day; 0 corrects it.",
  body: fields({
    wrong_by_s: v.pipe(
      v.number(WRONG_BY),
      v.integer(WRONG_BY),
      v.minValue(-WRONG_S_MAX, WRONG_BY),
      v.maxValue(WRONG_S_MAX, WRONG_BY),
    ),
  }),
  errors: ['real_device'],
  carryOut: ({ time_of_day }, { wrong_by_s }) => (time_of_day ? ok(time_of_day.setWrongBy(wrong_by_s)) : BY_HAND),
});

export const COMMAND_ROUTES: readonly PanelRoute[] = [
  strike,
  key,
  text,
  touch,
  link,
  fault,
  board,
  golfer,
  power,
  network,
  clock,
];
