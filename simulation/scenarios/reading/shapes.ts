// Schema of a scenario (docs/scenarios.md), used for parsing and for the generated JSON Schema. A message completes the
// sentence that starts with the name of the step.

import * as v from 'valibot';
import { KEYS } from '../../../hal/keys/keys.ts';
import { SCREEN_HEIGHT, SCREEN_WIDTH } from '../../../hal/screen/screen.ts';
import { PIPE_FAULTS } from '../../../hal/serial/pipe-faults.ts';
import { BOARD_EVENTS, BOARD_KINDS } from '../../../sims/sensor-board/board-events.ts';
import { HANDICAP, NAME_CHARS_MAX, PLAYERS_MAX, type Range } from '../../../wire/limits.ts';
import { SOUNDS } from '../../../wire/audio/sounds.ts';
import { about } from '../../../wire/relay/fields.ts';
import { RECORDS } from '../../../firmware/persisted/persisted.ts';
import { IMPACT_RATIO } from '../../../firmware/persisted/players.ts';
import type { VisibleCondition } from '../../../sims/condition/condition.ts';
import { duration, figure } from '../../../sims/condition/quantities.ts';
import { STROKE_FIELDS } from '../../../sims/putter/stroke-call.ts';
import { CAPABILITIES } from '../backend.ts';
import { RETRIES_MAX } from './limits.ts';
import { fields, meant, noWordOf, oneOf, quoted } from './messages.ts';
import { SERVER_FIELDS, SERVER_HEADER, SERVER_STEPS, type ExpectedRequest } from './server-shapes.ts';
import { scalar } from './spelling.ts';
import { strokeOf } from './strokes.ts';
import { LED_WORDS, MACHINE_STATES, PAGE_NAMES } from './vocabulary.ts';

const TEXTS = 'must be a text or a list of texts';
const textOrTexts = v.union([scalar, v.pipe(v.array(scalar, TEXTS), v.minLength(1, TEXTS))], TEXTS);
const toTexts = v.transform((given: v.InferOutput<typeof textOrTexts>) => [given].flat().map(String));
const texts = v.pipe(textOrTexts, toTexts);
const text = v.pipe(scalar, v.transform(String));
const nothing = v.optional(v.null('takes no value'), null);

/** Removes undefined fields. */
const withoutGaps = <T>(all: Readonly<Record<string, T | undefined>>): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

const key = oneOf(KEYS);
const OR_LIST = ', or a list of them';
const keys = v.pipe(
  v.union([key, v.pipe(v.array(key), v.minLength(1, noWordOf('', KEYS, OR_LIST)))], ({ input }) =>
    noWordOf(input, KEYS, OR_LIST),
  ),
  v.transform((given) => [given].flat()),
);

/** Condition on a device and its servers; all parts must hold at the same time. */
export interface Condition extends VisibleCondition {
  /** Request received by a server of the scenario. */
  readonly request: ExpectedRequest | undefined;
  /** Key sent to the simulator's computer. */
  readonly key: string | undefined;
  /** Timeout of a wait, ms. */
  readonly within: number | undefined;
}

type Written = Partial<Omit<Condition, 'figures'>>;
export const conditionOf = (
  { text = [], line = [], page, state = {}, led = {}, sound, request, key: tapped, within }: Written,
  figures: Condition['figures'] = {},
): Condition => ({ text, line, page, state, led, sound, request, key: tapped, within, figures });

const LED = `must map LED numbers, 1 to ${PLAYERS_MAX}, to colours`;
const machines = Object.entries(MACHINE_STATES).map(
  ([machine, states]) => [machine, v.optional(about(oneOf(states), `The state of the machine ${machine}`))] as const,
);
const lights = Array.from({ length: PLAYERS_MAX }, (_, at) => [`${at + 1}`, v.optional(oneOf(LED_WORDS))] as const);

const FIELDS = {
  text: v.optional(v.pipe(textOrTexts, v.description('A line of the screen contains this text.'), toTexts)),
  line: v.optional(v.pipe(textOrTexts, v.description('A line of the screen equals this text.'), toTexts)),
  page: v.optional(about(oneOf(PAGE_NAMES), 'The page on the screen.')),
  state: v.optional(
    v.pipe(
      fields(Object.fromEntries(machines), 'must map machines to their states'),
      v.description('States of machines, as listed by the front panel.'),
      v.transform((words) => withoutGaps<string>(words)),
    ),
  ),
  led: v.optional(
    v.pipe(
      fields(Object.fromEntries(lights), LED),
      v.description('Colours of LEDs, by number.'),
      v.transform((words) => withoutGaps<string>(words)),
    ),
  ),
  sound: v.optional(about(oneOf(SOUNDS), 'A sound since the last expected one.')),
  ...SERVER_FIELDS,
};
/** Field names of a condition; any other name is a figure label. */
export const CONDITION_FIELDS: readonly string[] = Object.keys(FIELDS);
const CONDITION = `must be a screen text, or have one or more of ${CONDITION_FIELDS.join(', ')}, and figures by label`;

const EMPTY = 'must not have an empty text, which every line contains';
const hasWords = ({ text: given }: Condition): boolean => !given.includes('');
const textAlone = v.pipe(
  texts,
  v.transform((given) => conditionOf({ text: given })),
  v.check(hasWords, EMPTY),
);
const split = ({
  text: some,
  line,
  page,
  state,
  led,
  sound,
  request,
  key: tapped,
  ...figures
}: v.InferOutput<v.ObjectWithRestSchema<typeof FIELDS, typeof figure, undefined>>): Condition =>
  conditionOf(
    {
      ...(some && { text: some }),
      ...(line && { line }),
      ...(state && { state }),
      ...(led && { led }),
      page,
      sound,
      request,
      key: tapped,
    },
    figures,
  );
/** Rejects conditions without content and fields that have no meaning in a condition. */
const hasContent = ({ text: some, line, page, state, led, sound, request, key: tapped, figures }: Condition): boolean =>
  some.length + line.length + [...Object.keys(state), ...Object.keys(led), ...Object.keys(figures)].length > 0 ||
  [page, sound, request, tapped].some((each) => each !== undefined);
const condition = v.union(
  [
    textAlone,
    v.pipe(
      v.objectWithRest({ ...FIELDS, within: v.optional(v.never('is allowed only in wait_for')) }, figure),
      v.transform(({ within, ...rest }): Condition => ({ ...split(rest), within })),
      v.check(hasContent, CONDITION),
      v.check(hasWords, EMPTY),
    ),
  ],
  CONDITION,
);
const waited = v.union(
  [
    textAlone,
    v.pipe(
      v.objectWithRest({ ...FIELDS, within: v.optional(duration) }, figure),
      v.transform(({ within, ...rest }) => ({ ...split(rest), within })),
      v.check(hasContent, CONDITION),
      v.check(hasWords, EMPTY),
    ),
  ],
  `${CONDITION}, and within`,
);

const PUTT =
  'must be good, or have one of share (of the ideal speed), roll_ft and club_speed_mps, and optionally face_angle_deg';
const PUTT_FIELDS = ['share', 'roll_ft', ...STROKE_FIELDS.map(({ name }) => name)] as const;
const putt = v.pipe(
  v.union(
    [
      v.literal('good'),
      v.pipe(
        fields(Object.fromEntries(PUTT_FIELDS.map((name) => [name, v.optional(v.number('must be a number'))])), PUTT),
        v.transform((putts) => withoutGaps<number>(putts)),
      ),
    ],
    PUTT,
  ),
  v.rawCheck(({ dataset, addIssue }) => {
    const stroke = dataset.typed ? strokeOf(dataset.value, { club_speed_mps: 1, face_angle_deg: 0 }) : null;
    if (stroke && !stroke.ok) addIssue({ message: stroke.error.message });
  }),
);

const pixel = (size: number) => {
  const message = `must be a number from 0 to less than ${size}`;
  return v.pipe(v.number(message), v.minValue(0, message), v.ltValue(size, message));
};

const PATTERN = 'must be a JavaScript regular expression';
function isPattern(text: string): boolean {
  try {
    return new RegExp(text).source !== '';
  } catch {
    return false;
  }
}

const WAIT_MS = 'must be a whole number from 1 to 600000';

const PICTURE = 'must be the name of a PNG file';
const picture = v.pipe(
  v.string(PICTURE),
  v.regex(/\.png$/, PICTURE),
  v.check((name) => !name.includes('\0'), "contains a character that file names can't have"),
);
/** Whether no prefix of a path leads out of its starting folder. */
function staysInside(path: string): boolean {
  let deep = 0;
  for (const part of path.split('/')) {
    if (part === '..') deep--;
    else if (part !== '.' && part !== '') deep++;
    if (deep < 0) return false;
  }
  return !path.startsWith('/');
}
const kept = v.pipe(picture, v.check(staysInside, 'must stay inside the results folder'));
const side = v.pipe(v.number('must be a number'), v.minValue(0, 'must be 0 or more'));
const mask = fields({ x: side, y: side, w: side, h: side }, 'must have x, y, w and h');
const SCREENSHOT = `${PICTURE}, or have file and optionally golden, tolerance and mask`;
const screenshot = v.pipe(
  v.union(
    [
      kept,
      fields(
        {
          file: kept,
          /** Golden picture to compare with, stored next to the scenario. */
          golden: v.optional(picture),
          /** Maximum number of differing pixels. */
          tolerance: v.optional(v.pipe(v.number('must be a number'), v.minValue(0, 'must be 0 or more')), 0),
          /** Areas excluded from the comparison. */
          mask: v.optional(v.array(mask, 'must be a list of rectangles'), []),
        },
        SCREENSHOT,
      ),
    ],
    SCREENSHOT,
  ),
  v.transform((given) => (typeof given === 'string' ? { file: given, tolerance: 0, mask: [] } : given)),
);
export type ScreenshotStep = v.InferOutput<typeof screenshot>;

/** Value schema of each step, by step name. */
export const STEPS = {
  press: keys,
  key: keys,
  hold: fields({ key, for: duration }, 'must have key and for'),
  choose: texts,
  type: text,
  touch: fields({ x: pixel(SCREEN_WIDTH), y: pixel(SCREEN_HEIGHT) }, 'must have x and y'),
  putt,
  golfer: oneOf(['on', 'off']),
  plug: nothing,
  unplug: nothing,
  fault: oneOf(PIPE_FAULTS),
  board: oneOf(BOARD_EVENTS),
  power: oneOf(['on', 'off', 'cut']),
  network: oneOf(['on', 'off']),
  cloud: oneOf(['start', 'kill', 'pause']),
  ...SERVER_STEPS,
  clock: fields({ wrong_by: duration }, 'must have wrong_by'),
  advance: duration,
  wait_ms: v.pipe(v.number(WAIT_MS), v.integer(WAIT_MS), v.minValue(1, WAIT_MS), v.maxValue(600_000, WAIT_MS)),
  wait_for: waited,
  expect: condition,
  /** Like `expect`, but the scenario continues after a failure. */
  check: condition,
  expect_line: texts,
  expect_no: condition,
  reject: texts,
  screenshot,
  save: v.record(
    v.string(),
    v.pipe(v.string(PATTERN), v.check(isPattern, PATTERN)),
    'must map names to patterns of the values to save',
  ),
} as const;
export type StepName = keyof typeof STEPS;

const PLAYER = `must be a name of at most ${NAME_CHARS_MAX} characters, or have name and optionally handicap, hand and impact_ratio`;
const playerName = v.pipe(scalar, v.transform(String), v.regex(/\S/, PLAYER), v.maxLength(NAME_CHARS_MAX, PLAYER));
const numberIn = ({ min, max }: Range, whole: boolean) => {
  const message = `must be a ${whole ? 'whole ' : ''}number from ${min} to ${max}`;
  const number = v.pipe(v.number(message), v.minValue(min, message), v.maxValue(max, message));
  return whole ? v.pipe(number, v.integer(message)) : number;
};
const player = v.union(
  [
    playerName,
    fields(
      {
        name: playerName,
        handicap: v.optional(numberIn(HANDICAP, true)),
        hand: v.optional(oneOf(['left', 'right'])),
        impact_ratio: v.optional(numberIn(IMPACT_RATIO, false)),
      },
      PLAYER,
    ),
  ],
  PLAYER,
);
const PLAYERS = `must be a list of 1 to ${PLAYERS_MAX} players`;
const players = v.pipe(v.array(player, PLAYERS), v.minLength(1, PLAYERS), v.maxLength(PLAYERS_MAX, PLAYERS));
export type Players = v.InferOutput<typeof players>;

const device = fields(
  {
    players: v.optional(players),
    /** Records of the device's storage by name, in the stored format. */
    records: v.optional(
      v.record(
        v.picklist(
          RECORDS,
          ({ input }) => `is not a storage record${meant(input, RECORDS) || `; allowed: ${RECORDS.join(', ')}`}`,
        ),
        v.unknown(),
        'must map names of storage records to their data',
      ),
    ),
  },
  'must be a mapping of players and records',
);

/** Capability name. A rig may have fixtures of other names, but a near miss of a known one is rejected as a typo. */
const need = v.pipe(
  v.string('must be a text'),
  v.check(
    (given) => CAPABILITIES.some((name) => name === given) || meant(given, CAPABILITIES) === '',
    ({ input }) => `: unknown value ${quoted(input)}${meant(input, CAPABILITIES)}`,
  ),
);

const GREEN = 'must have slope, with a direction, or contours';
const DIRECTION = 'must be right, left, up, down or degrees from -360 to 360';
const green = fields(
  {
    /** Steepness, per cent. */
    slope: v.optional(numberIn({ min: 0, max: 10 }, false)),
    /** Where it falls: right, left, down towards the hole, up; or degrees clockwise from the line to the hole. */
    direction: v.optional(
      v.union(
        [
          oneOf(['right', 'left', 'up', 'down']),
          v.pipe(v.number(DIRECTION), v.minValue(-360, DIRECTION), v.maxValue(360, DIRECTION)),
        ],
        DIRECTION,
      ),
    ),
    /** JSON file with heights. */
    contours: v.optional(v.string('must be the name of a JSON file')),
  },
  GREEN,
);
export type GreenSetup = v.InferOutput<typeof green>;

const TAG = 'must be a list of at most 20 tags: words of letters, digits, - and _';
const tag = v.pipe(v.string(TAG), v.regex(/^[\w-]{1,40}$/, TAG));
const RETRIES = `must be a whole number from 0 to ${RETRIES_MAX}`;

const SEED = 'must be a whole number from 0 to 2147483647';

/** Fields of a scenario other than its steps. */
export const HEADER = {
  name: v.optional(text),
  /** Tags that select the scenario with `--tag`. */
  tags: v.optional(v.pipe(v.array(tag, TAG), v.maxLength(20, TAG)), []),
  /** Maximum time of play; a longer scenario fails. Default: none. */
  timeout: v.optional(duration),
  /** Number of further attempts after a failure; a scenario that passes only then counts as flaky. */
  retries: v.optional(
    v.pipe(v.number(RETRIES), v.integer(RETRIES), v.minValue(0, RETRIES), v.maxValue(RETRIES_MAX, RETRIES)),
    0,
  ),
  needs: v.optional(v.array(need, 'must be a list of texts'), []),
  seed: v.optional(v.pipe(v.number(SEED), v.integer(SEED), v.minValue(0, SEED), v.maxValue(2 ** 31 - 1, SEED)), 1),
  devices: v.optional(v.record(v.string(), v.nullable(device), 'must map device names to their setup')),
  players: v.optional(players),
  cloud: v.optional(v.boolean('must be true or false'), false),
  /** Green under the holes of sets whose rules give no slope. Default: flat. */
  green: v.optional(green),
  /** Sensor board: a model, or the firmware of a real one. */
  board: v.optional(oneOf(BOARD_KINDS), 'model'),
  /** Whether the boards have Wi-Fi, with the virtual networks. */
  wifi: v.optional(v.boolean('must be true or false'), false),
  /** Whether the boards have a touch screen; touch steps then act on its panel. */
  touchscreen: v.optional(v.boolean('must be true or false'), false),
  ...SERVER_HEADER,
  /** Extension file, and settings of its manifest. */
  extension: v.optional(v.string('must be the name of a Lua file')),
  settings: v.optional(v.record(v.string(), v.unknown(), 'must map manifest keys to values'), {}),
} as const;
