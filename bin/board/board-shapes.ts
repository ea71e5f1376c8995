// Schema of a board file (docs/raspberry-pi.md): the hardware wired to this machine. It both validates the file and
// generates its JSON Schema; each message completes a sentence that starts with the key.

import * as v from 'valibot';
import { originIn } from './cloud-address.ts';
import { isWifiSecret } from '../../wire/wifi-secret.ts';
import { ROTATIONS, SCALES } from '../../hal/display/placement.ts';
import { duration } from '../../sims/condition/quantities.ts';

const oneOf = <const T extends readonly string[]>(names: T) => v.picklist(names, `must be one of ${names.join(', ')}`);
const path = (example: string) => {
  const sentence = `must be a path such as ${example}`;
  return v.pipe(v.string(sentence), v.startsWith('/', sentence));
};
const MODE = 'must be a width and height such as 800x480';
const ROTATE = `must be one of ${ROTATIONS.join(', ')}`;

/** Long enough to press the next key, since the one that wakes the display has no other effect. */
const OFF_MS_MIN = 5000;

const display = v.strictObject(
  {
    /** Default: the first usable display. */
    device: v.optional(path('/dev/dri/card1 or /dev/fb0')),
    connector: v.optional(v.string('must be a name such as HDMI-A-1')),
    mode: v.optional(v.pipe(v.string(MODE), v.regex(/^\d{2,4}x\d{2,4}$/, MODE))),
    format: v.optional(oneOf(['XRGB8888', 'RGB565'])),
    /** Clockwise rotation of the picture on the display. */
    rotate: v.optional(v.picklist(ROTATIONS, ROTATE), 0),
    scale: v.optional(oneOf(SCALES), 'fit'),
    /** Idle time after which the display turns off. */
    off_after: v.optional(v.pipe(duration, v.minValue(OFF_MS_MIN, 'must be at least 5 s'))),
  },
  'allows device, connector, mode, format, rotate, scale and off_after',
);

const NUMBERS = 'must be a list of six numbers, as in LIBINPUT_CALIBRATION_MATRIX';
const inputs = v.strictObject(
  {
    /** Meanings of further Linux keys: `KEY_F1: ok`, `KEY_SPACE: none`. */
    keys: v.optional(
      v.record(
        v.string(),
        v.string('must be a key of the device, or none'),
        'must map Linux key names to keys of the device',
      ),
      {},
    ),
    /** Whether to grab the inputs, so that key presses do not reach a console. */
    grab: v.optional(v.boolean('must be true or false'), true),
    knob_reversed: v.optional(v.boolean('must be true or false'), false),
    /** Calibration matrix of a touch screen. */
    calibration: v.optional(v.pipe(v.array(v.number(NUMBERS), NUMBERS), v.length(6, NUMBERS))),
  },
  'allows keys, grab, knob_reversed and calibration',
);

const LED = 'must have name, or red, green and blue, or multicolor, with names from /sys/class/leds';
const name = v.pipe(v.string(LED), v.minLength(1, LED));
const led = v.union(
  [
    v.strictObject({ name }),
    v.strictObject({ red: name, green: name, blue: name }),
    v.strictObject({ multicolor: name }),
  ],
  LED,
);
const LEDS = 'must list the LEDs of one to four players';

const speaker = v.strictObject(
  {
    device: v.optional(
      v.pipe(v.string('must be a name from aplay -L'), v.minLength(1, 'must be a name from aplay -L')),
      'default',
    ),
  },
  'allows device',
);

const wifi = v.union(
  [
    v.literal('virtual'),
    v.strictObject({
      adapter: v.optional(v.pipe(v.string(), v.regex(/^[\w.-]{1,15}$/))),
      password: v.optional(v.pipe(v.string(), v.check(isWifiSecret))),
    }),
  ],
  'must be {} or virtual, or have an adapter such as wlan0 and a password of 8 to 63 ASCII characters',
);

const CLOUD = 'must be a URL such as http://192.168.1.20:8322';
const SENSOR = 'must be virtual, or a path such as /dev/serial/by-id/usb-tapin_gate_board-if00';

export const BOARD = {
  /** `virtual`: putts come from the page. */
  sensor: v.optional(v.pipe(v.string(SENSOR), v.regex(/^\/|^virtual$/, SENSOR))),
  /** USB gadget that acts as a keyboard. */
  keyboard: v.optional(path('/dev/hidg0')),
  display: v.optional(display),
  /** Keys, knobs and touch screens. Default: all that are present. */
  inputs: v.optional(inputs),
  /** One LED of this machine for each player. */
  leds: v.optional(v.pipe(v.array(led, LEDS), v.minLength(1, LEDS), v.maxLength(4, LEDS))),
  speaker: v.optional(speaker),
  /**
   * Wi-Fi, joined on the device itself through NetworkManager; `virtual`: a few networks that do not exist. `password`:
   * of the device's own network, for a device without a display. Default: a random one.
   */
  wifi: v.optional(wifi),
  /** Origin of the cloud: relay, store and firmware updates. */
  cloud: v.optional(
    v.pipe(
      v.string(CLOUD),
      v.check((text) => originIn(text) !== null, CLOUD),
      v.transform((text) => originIn(text) ?? text),
    ),
  ),
} as const;
export type BoardSetup = v.InferOutput<v.ObjectSchema<typeof BOARD, undefined>>;
