// Schemas of the panel's answers, with the messages of its errors; they validate calls and generate the OpenAPI
// document.

import * as v from 'valibot';
import { about } from '../../../wire/relay/fields.ts';
import { BOARD_KINDS } from '../../sensor-board/board-events.ts';

/** Defines an object schema in which each field has its own message, including when the field is missing. */
export const fields = <const Entries extends Readonly<Record<string, v.GenericSchema>>>(entries: Entries) =>
  v.object(entries, ({ path }) => {
    const missing = entries[String(path?.[0]?.key)];
    return (missing && v.safeParse(missing, undefined).issues?.[0].message) ?? 'The body must be a JSON object.';
  });

export const refusalShape = v.strictObject({
  error: about(v.string(), 'Stable code for programs.'),
  message: about(v.string(), 'Message for people, in one sentence.'),
});

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
/** A switchable property is null if it must be switched by hand. */
export const devicesShape = v.array(
  v.strictObject({
    index: count,
    id: v.string(),
    name: v.string(),
    role: v.picklist(['off', 'host', 'guest']),
    sensor: v.picklist(['virtual', 'real']),
    board: about(
      v.nullable(v.picklist(BOARD_KINDS)),
      'Virtual sensor board: a model, or the firmware of a real one. Null with a real sensor.',
    ),
    power: about(v.nullable(v.picklist(['on', 'off'])), 'Null for a real device, which must be switched by hand.'),
    network: about(v.nullable(v.picklist(['joined', 'left'])), 'Null for a real device.'),
    cloud: about(
      v.nullable(v.picklist(['reached', 'cut'])),
      'Cloud connection while the network is joined. Null for a real device.',
    ),
    delay_ms: about(v.nullable(v.number()), 'Delay of requests, and of answers. Null for a real device.'),
    loss_percent: about(v.nullable(v.number()), 'Share of lost requests, and of lost answers. Null for a real device.'),
    clock_wrong_by_s: about(v.nullable(v.number()), 'Null for a real device.'),
  }),
);

const colour = v.nullable(v.string());
const lines = about(
  v.array(v.string()),
  'Screen as text; the focused line starts with "> ". Empty while the device is off.',
);
const states = about(
  v.record(v.string(), v.unknown()),
  'State of each machine and of the sensor link, by name. Empty while the device is off.',
);
const leds = about(v.array(colour), 'Colour names; null for a dark LED.');
const sounds = about(v.array(v.string()), 'The newest 100, oldest first.');

export const statesShape = states;
export const snapshotShape = v.strictObject({
  lines,
  states,
  leds,
  sounds,
  sounds_count: about(count, 'Number of all sounds so far.'),
  wanted_club_speed_mps: about(
    v.nullable(v.number()),
    'Club speed that a good player would choose; null if no putt of this device is due.',
  ),
  wanted_face_angle_deg: about(
    v.nullable(v.number()),
    'Face angle for that putt: 0, or towards the ideal line on a slope; null if no putt of this device is due.',
  ),
});

export const ledsShape = v.array(
  v.strictObject({
    led: v.pipe(v.number(), v.integer(), v.minValue(1)),
    color: about(colour, 'Colour name; null for a dark LED.'),
    rgb: about(v.nullable(v.string()), '#rrggbb'),
  }),
);
export const soundsShape = v.strictObject({ sounds, count });

const level = v.picklist(['debug', 'info', 'warn', 'error']);
export const logLineShape = v.strictObject({
  time_ms: about(v.number(), "Time on the device's clock."),
  level,
  area: v.string(),
  text: v.string(),
  fields: v.record(v.string(), v.nullable(v.union([v.string(), v.number(), v.boolean()]))),
});
export const logShape = v.array(logLineShape);

export const timeShape = v.strictObject({
  clock: about(
    v.picklist(['virtual', 'real']),
    "Real: the machine's time, unless it is paused or its speed changed. Virtual: cloud and network share the devices' clock.",
  ),
  time_ms: about(v.number(), "Time on the devices' clock."),
  paused: v.boolean(),
  speed: about(v.union([v.number(), v.literal('max')]), 'Multiple of real time; max: as fast as possible.'),
  event: v.optional(about(v.string(), 'Event that a step reached, or at which a breakpoint ended the move, in words.')),
});

const measured = v.nullable(v.number());

export const puttsShape = v.array(
  v.strictObject({
    seq: about(v.number(), 'Number of the putt on its device, from 1; never reused.'),
    time: about(v.string(), "UTC; empty if the device's clock was not set."),
    player_id: about(v.number(), '0 if the device could not tell who putted.'),
    player: v.string(),
    experience: v.string(),
    target_ft: about(measured, 'Distance of the hole, or the distance called; null for neither.'),
    club_speed_mps: v.number(),
    ball_speed_mps: v.number(),
    wanted_speed_mps: about(measured, 'Ball speed that stops at the target.'),
    face_angle_deg: about(v.number(), 'Positive if open.'),
    face_rotation_deg_per_in: about(v.number(), 'Positive if opening.'),
    attack_angle_deg: measured,
    impact_mm: about(measured, 'Impact point, positive towards the toe.'),
    verdict: about(v.picklist(['', 'holed', 'lip', 'miss', 'short']), 'Empty if no hole judged the putt.'),
    leave_ft: about(measured, 'Distance left to the target.'),
    past_ft: about(measured, 'Negative if short of the target.'),
    right_ft: about(measured, 'Negative if left of the target.'),
    mark: about(v.string(), 'Place in the strip of a result: holed, near, short, long, left or right.'),
    time_away_s: about(measured, 'Time from the club leaving the gates backwards to its return.'),
  }),
);

export const historyShape = v.array(
  v.strictObject({
    time: about(v.string(), "UTC; empty if the device's clock was not set."),
    experience: v.string(),
    player_id: v.number(),
    player: v.string(),
    measure: v.string(),
    value: v.number(),
    unit: v.string(),
  }),
);
