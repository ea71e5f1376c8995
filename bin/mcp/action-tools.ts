// Tools that act on the devices. Each is one step of a scenario (docs/scenarios.md), so that a session can be saved and
// played again.

import * as v from 'valibot';
import { deviceNamed, shownScreen, type Desk } from './desk.ts';
import type { Tool } from './protocol.ts';
import { DEVICE, device, failed, string, tool } from './tool.ts';

export const actionTools = ({ step, withSession }: Desk): readonly Tool[] => [
  tool({
    name: 'press',
    description: 'Presses keys one after the other: up, down, left, right, ok, back.',
    shape: v.strictObject({ keys: v.array(string, 'must be a list of keys'), device }, 'takes keys and device'),
    properties: { keys: { type: 'array', items: { type: 'string', enum: ['up', 'down', 'left', 'right', 'ok', 'back'] } }, device: DEVICE }, // oxfmt-ignore
    required: ['keys'],
    run: ({ keys, device: name }) => step(name, 'press', keys),
  }),
  tool({
    name: 'choose',
    description: 'Moves down to the row that starts with each text, and presses OK.',
    shape: v.strictObject({ rows: v.array(string, 'must be a list of texts'), device }, 'takes rows and device'),
    properties: { rows: { type: 'array', items: { type: 'string' } }, device: DEVICE },
    required: ['rows'],
    run: ({ rows, device: name }) => step(name, 'choose', rows),
  }),
  tool({
    name: 'putt',
    description:
      'Strikes the ball: "good" for the putt of a good player, or an object such as {"share": 0.8}, {"roll_ft": 9} or {"club_speed_mps": 1.5, "face_angle_deg": 1}.',
    shape: v.strictObject({ putt: v.optional(v.union([string, v.record(string, v.number())], 'must be "good" or an object'), 'good'), device }, 'takes putt and device'), // oxfmt-ignore
    properties: { putt: { description: '"good", or an object of numbers.' }, device: DEVICE },
    run: ({ putt, device: name }) => step(name, 'putt', putt),
  }),
  tool({
    name: 'wait',
    description:
      'Lets time pass until an expectation holds: a screen text, or an object such as {"page": "playing"}, {"state": {"set": "resting"}}, {"led": {"1": "off"}}, {"sound": "holed"}, with "within": "10 s".',
    shape: v.strictObject({ for: v.union([string, v.record(string, v.unknown())], 'must be a text or an object'), device }, 'takes for and device'), // oxfmt-ignore
    properties: { for: { description: 'A screen text, or an object.' }, device: DEVICE },
    required: ['for'],
    run: ({ for: condition, device: name }) => step(name, 'wait_for', condition),
  }),
  tool({
    name: 'advance',
    description: 'Lets time pass: "200 ms", "5 s", "2 min".',
    shape: v.strictObject({ time: string, device }, 'takes time and device'),
    properties: { time: { type: 'string', description: 'A time with its unit.' }, device: DEVICE },
    required: ['time'],
    run: ({ time, device: name }) => step(name, 'advance', time),
  }),
  tool({
    name: 'steps',
    description:
      'Plays any steps of a scenario, as a YAML list: expect, check, unplug, fault, power, network, save, ….',
    shape: v.strictObject({ yaml: string, device }, 'takes yaml and device'),
    properties: { yaml: { type: 'string', description: 'A list, such as "- unplug\\n- wait_for: { state: { sensor: lost } }".' }, device: DEVICE }, // oxfmt-ignore
    required: ['yaml'],
    run: ({ yaml, device: name }) =>
      withSession(async (open) => {
        const done = await open.play(yaml);
        return done.ok ? shownScreen(open, deviceNamed(open, name)) : failed(done.error.message);
      }),
  }),
];
