// Schema of a rig: a sensor board or a whole device on a bench, as listed in a hardware map (rig.yaml, docs/rigs.md).
// Uses the keys of Zephyr's twister where they exist. The schema both reads a map and generates its JSON Schema; a
// message completes the sentence that starts with the key.

import * as v from 'valibot';
import { BAUD_RATES } from '../../hal/sensor/protocol-limits.ts';
import { STROKE_FIELDS } from '../../sims/putter/stroke-call.ts';
import type { Capability } from '../scenarios/backend.ts';

const text = (what: string) => v.pipe(v.string(what), v.minLength(1, what));
const listOf = (what: string) => v.array(text(what), what);

/** Program with arguments, run without a shell. */
const COMMAND = 'must be a list of a program and its arguments';
const command = v.pipe(
  v.array(v.string(COMMAND), COMMAND),
  v.minLength(1, COMMAND),
  v.check(([first]) => first !== '', COMMAND),
);

const STROKE_NAMES: readonly string[] = STROKE_FIELDS.map(({ name }) => name);
const STROKE_COMMAND = `must be a list of a program and its arguments, where \${NAME} is one of ${STROKE_NAMES.join(', ')}`;
const strokeCommand = v.pipe(
  command,
  v.check(
    (words) =>
      words.every((word) => [...word.matchAll(/\$\{(.*?)\}/g)].every(([, name = '']) => STROKE_NAMES.includes(name))),
    STROKE_COMMAND,
  ),
);

const TYPE = 'is command';
const type = v.literal('command', TYPE);
const SCRIPT = 'is the path of a program';
const PORT = 'must be a number from 0 to 65535';

/** Capabilities that the rig's operator has set up in advance and declares. */
const SET_UP = ['cloud', 'players', 'records'] as const satisfies readonly Capability[];
const CAN = `must be a list of capabilities: ${SET_UP.join(', ')}`;

export const RIG = {
  /** Name in reports. */
  id: v.pipe(
    v.string('must be a name'),
    v.regex(/^[\w.-]{1,64}$/, 'must be a name of at most 64 letters, digits, dots, dashes and underscores'),
  ),
  platform: v.optional(
    v.union(
      [text('must be a text'), listOf('must be a text, or a list of texts')],
      'must be a text, or a list of texts',
    ),
  ),
  product: v.optional(text('must be a text')),
  connected: v.boolean('is true or false'),
  /** Local serial port of a sensor board. */
  serial: v.optional(text('is the path of a serial port, such as /dev/serial/by-id/usb-tapin_gate_board-if00')),
  /** Only for the reader of the map: the driver finds the rate. */
  baud: v.optional(v.picklist(BAUD_RATES, `is ${BAUD_RATES.join(' or ')}, and may be left out: the driver finds it`)),
  /** Port of the web page of the device on this machine. Default: a free one. */
  port: v.optional(v.pipe(v.number(PORT), v.integer(PORT), v.minValue(0, PORT), v.maxValue(65_535, PORT))),
  /** Address of a device that runs elsewhere. */
  panel: v.optional(
    v.pipe(v.string('must be an address'), v.check(isOrigin, 'must be an address such as http://192.168.1.20:8321')),
  ),
  token_file: v.optional(text("is the path of the file with the panel's token")),
  fixtures: v.optional(listOf('must be a list of names'), []),
  can: v.optional(v.array(v.picklist(SET_UP, CAN), CAN), []),
  notes: v.optional(v.string('must be a text')),
  pre_script: v.optional(text(SCRIPT)),
  post_script: v.optional(text(SCRIPT)),
  power: v.optional(v.strictObject({ type, on: command, off: command }, 'has type, on and off')),
  stroke: v.optional(v.strictObject({ type, run: strokeCommand }, 'has type and run')),
  cable: v.optional(v.strictObject({ type, plug: command, unplug: command }, 'has type, plug and unplug')),
  expect: v.optional(
    v.strictObject(
      {
        firmware: v.optional(text("must be a text such as '1.0.0'")),
        protocol: v.optional(
          v.pipe(v.string("must be a text such as '1.0'"), v.regex(/^\d+\.\d+$/, "must be a text such as '1.0'")),
        ),
      },
      'must have firmware and protocol',
    ),
    {},
  ),
} as const;

export type Rig = v.InferOutput<v.ObjectSchema<typeof RIG, undefined>>;

function isOrigin(given: string): boolean {
  const url = URL.canParse(given) ? new URL(given) : null;
  return url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === '';
}

/** Fixtures that tapin uses: for each, the map key that describes it, and the capabilities it gives a scenario. */
export const FIXTURES = {
  strike_solenoid: { key: 'stroke', gives: ['stroke'] },
  relay_power: { key: 'power', gives: ['power', 'power-cut'] },
  usb_switch: { key: 'cable', gives: ['cable'] },
} as const satisfies Readonly<Record<string, { readonly key: keyof Rig; readonly gives: readonly Capability[] }>>;

type FixtureName = keyof typeof FIXTURES;
const isFixture = (name: string): name is FixtureName => Object.hasOwn(FIXTURES, name);

/** Returns the name of a fixture without the user's note after the colon, as in `camera:left`. */
const fixtureName = (fixture: string): string => fixture.split(':')[0] ?? '';

/** Returns the fixtures that tapin uses. */
export const knownFixtures = ({ fixtures }: Rig): readonly FixtureName[] => fixtures.map(fixtureName).filter(isFixture);

/** Returns the capabilities of a rig: from its fixtures, their own names, and its kind. */
export function capabilitiesOf(rig: Rig): readonly string[] {
  const own: readonly Capability[] = rig.serial === undefined ? [] : ['power', 'power-cut', 'players', 'records'];
  const given = knownFixtures(rig).flatMap((name): readonly Capability[] => FIXTURES[name].gives);
  return [...new Set([...own, ...given, ...rig.fixtures.map(fixtureName), ...rig.can])];
}
