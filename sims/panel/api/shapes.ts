// Schemas of the panel's answers, with the messages of its errors; they validate calls and generate the OpenAPI
// document.

import * as v from 'valibot';
import { about } from '../../../wire/relay/fields.ts';

/** Defines an object schema in which each field has its own message, also if it is missing. */
export const fields = <const Entries extends Readonly<Record<string, v.GenericSchema>>>(entries: Entries) =>
  v.object(entries, ({ path }) => {
    const missing = entries[String(path?.[0]?.key)];
    return (missing && v.safeParse(missing, undefined).issues?.[0].message) ?? 'The body must be a JSON object.';
  });

export const refusalShape = v.strictObject({
  error: about(v.string(), 'A code for programs, which never changes its meaning.'),
  message: about(v.string(), 'One sentence for people.'),
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
    power: about(v.nullable(v.picklist(['on', 'off'])), 'Null for a real device, which is switched by hand.'),
    network: about(v.nullable(v.picklist(['joined', 'left'])), 'Null for a real device.'),
    cloud: about(v.nullable(v.picklist(['reached', 'cut'])), 'While the network is joined. Null for a real device.'),
    delay_ms: about(v.nullable(v.number()), 'Of the way that requests take, each way. Null for a real device.'),
    loss_percent: about(v.nullable(v.number()), 'Of what crosses it, each way. Null for a real device.'),
    clock_wrong_by_s: about(v.nullable(v.number()), 'Null for a real device.'),
  }),
);

const colour = v.nullable(v.string());
const lines = about(
  v.array(v.string()),
  'The screen as text; the focused line begins with "> ". None while the device is off.',
);
const states = about(
  v.record(v.string(), v.unknown()),
  "The state of each machine by its name, and of the sensor's link. None while the device is off.",
);
const leds = about(v.array(colour), 'Colours in words; null for a dark one.');
const sounds = about(v.array(v.string()), 'The newest 100, oldest first.');

export const statesShape = states;
export const snapshotShape = v.strictObject({
  lines,
  states,
  leds,
  sounds,
  sounds_count: about(count, 'Of all sounds so far.'),
  wanted_club_speed_mps: about(
    v.nullable(v.number()),
    'The club speed that a good player would choose; null while no putt of this device is due.',
  ),
});

export const ledsShape = v.array(
  v.strictObject({
    led: v.pipe(v.number(), v.integer(), v.minValue(1)),
    color: about(colour, 'In a word; null for a dark one.'),
    rgb: about(v.nullable(v.string()), '#rrggbb'),
  }),
);
export const soundsShape = v.strictObject({ sounds, count });

const level = v.picklist(['debug', 'info', 'warn', 'error']);
export const logLineShape = v.strictObject({
  time_ms: about(v.number(), "Of the device's clock."),
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
  time_ms: about(v.number(), 'What the clock of the devices shows.'),
  paused: v.boolean(),
  speed: about(v.union([v.number(), v.literal('max')]), 'Times as fast as real time.'),
});

export const historyShape = v.array(
  v.strictObject({
    time: about(v.string(), "UTC; empty where the device's clock was not right."),
    experience: v.string(),
    player_id: v.number(),
    player: v.string(),
    measure: v.string(),
    value: v.number(),
    unit: v.string(),
  }),
);
