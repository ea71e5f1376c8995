// The tables that extensions give and get, field by field, as an editor completes them: those that the table of verbs does not have.

import { KEYS } from '../../hal/keys/keys.ts';
import { CALLBACKS, type Callback } from '../../firmware/extension-runtime/prelude.ts';
import { API_VERSION } from '../../firmware/extension-runtime/manifest.ts';
import { COUNT, TARGET_FT, TARGET_KINDS } from '../../firmware/extension-runtime/target.ts';

export interface LuaField {
  /** With a question mark where it may be missing. */
  readonly name: string;
  /** In LuaLS's words. */
  readonly type: string;
  readonly doc: string;
}

export interface LuaClass {
  readonly name: string;
  readonly doc: string;
  readonly fields: readonly LuaField[];
}

const field = (name: string, type: string, doc: string): LuaField => ({ name, type, doc });
export const oneOf = (words: readonly string[]): string => words.map((word) => `"${word}"`).join(' | ');

const VERDICT = oneOf(['holed', 'lip', 'miss', 'short', '']);
const REST: readonly LuaField[] = [
  field('distance_ft', 'number', 'how far the ball rolls'),
  field('x_ft', 'number', 'where it comes to rest, to the right'),
  field('y_ft', 'number', 'where it comes to rest, towards the target'),
  field('time_s', 'number', 'until it is at rest'),
];

export const LUA_CLASSES: readonly LuaClass[] = [
  {
    name: 'Manifest',
    doc: 'Who the extension is.',
    fields: [
      field('name', 'string', 'at most 32 characters'),
      field('kind', oneOf(['drill', 'game']), 'what it is'),
      field('version?', 'integer', 'from 1; the store counts up where it is left out'),
      field('about?', 'string', 'at most 400 characters'),
      field('api?', String(API_VERSION), 'of the runtime'),
      field('id?', 'string', 'ignored: the share code is the id'),
      field('players?', 'integer[]', 'least and most, {1, 4}'),
      field('settings?', 'Setting[]', 'at most 16'),
      field('trend?', 'TrendFigure[]', 'at most 4'),
    ],
  },
  {
    name: 'Setting',
    doc: 'A row of the page that comes before the extension begins.',
    fields: [
      field('key', 'string', 'a-z, digits and _, at most 16'),
      field('label?', 'string', 'at most 24 characters'),
      field('type', oneOf(['int', 'enum', 'bool']), 'what it may be'),
      field('default?', 'integer | string | boolean', 'before somebody sets it'),
      field('min?', 'integer', 'of an int, which must have it'),
      field('max?', 'integer', 'of an int, which must have it'),
      field('step?', 'integer', 'of an int, 1'),
      field('unit?', 'string', 'of an int, at most 8 characters'),
      field('options?', 'string[]', 'of an enum, which must have them'),
    ],
  },
  {
    name: 'TrendFigure',
    doc: 'A figure that is kept from session to session.',
    fields: [
      field('key', 'string', 'a-z, digits and _, at most 16'),
      field('label?', 'string', 'at most 24 characters'),
      field('unit?', 'string', 'at most 8 characters'),
      field('better?', oneOf(['high', 'low']), 'which way is better'),
    ],
  },
  {
    name: 'Target',
    doc: 'Where a putt is to go.',
    fields: [
      field('kind?', oneOf(TARGET_KINDS), 'forwarded where it is said'),
      field('distance_ft?', 'number', `${TARGET_FT.min} to ${TARGET_FT.max}; without it there is no verdict`),
      field('hole?', 'integer', `${COUNT.min} to ${COUNT.max}`),
      field('stroke?', 'integer', `${COUNT.min} to ${COUNT.max}`),
    ],
  },
  {
    name: 'Putt',
    doc: 'A strike, and what the ball does on this green. Angles are degrees, positive to the right, whoever putts.',
    fields: [
      field('player', 'integer', 'who has putted, from 1'),
      field('club_speed_mps', 'number', 'metres a second'),
      field('ball_speed_mps', 'number', 'metres a second'),
      field('impact_ratio', 'number', 'ball speed by club speed'),
      field('face_angle_deg', 'number', 'at impact'),
      field('face_rotation_deg_per_in', 'number', 'degrees an inch'),
      field('attack_angle_deg?', 'number', 'positive upwards'),
      field('left_inner_proportion?', 'number', '0 to 1'),
      field('right_inner_proportion?', 'number', '0 to 1'),
      field('start_deg', 'number', 'direction of the ball'),
      field('target_ft?', 'number', 'of the target, where it has a distance'),
      field('verdict', VERDICT, "'' without a distance"),
      field('leave_ft?', 'number', 'what is left to the hole'),
      ...REST,
    ],
  },
  {
    name: 'Prediction',
    doc: 'What a putt would do.',
    fields: [
      field('verdict', VERDICT, 'of the hole'),
      field('leave_ft', 'number', 'what is left to the hole'),
      ...REST,
    ],
  },
  {
    name: 'Player',
    doc: 'Who plays.',
    fields: [
      field('index', 'integer', 'from 1'),
      field('name', 'string', 'as the device has it'),
      field('handicap', 'number', 'strokes'),
    ],
  },
];

const CALLBACK_TYPES: Readonly<Record<Callback, { readonly type: string; readonly doc: string }>> = {
  start: { type: 'fun()', doc: 'once, after the top level' },
  target: { type: 'fun(player: integer): Target?', doc: 'before each putt' },
  putt: { type: 'fun(p: Putt)', doc: 'a strike' },
  key: {
    type: `fun(name: ${oneOf(KEYS.filter((key) => key !== 'back'))}, phase: string)`,
    doc: 'a key; Back always leaves',
  },
  update: { type: 'fun(dt: number)', doc: 'thirty times a second while it is on the screen' },
  draw: { type: 'fun()', doc: 'after every callback' },
};

/** The callbacks of `ext`. */
export const CALLBACK_FIELDS: readonly LuaField[] = CALLBACKS.map((name) => ({
  name: `${name}?`,
  ...CALLBACK_TYPES[name],
}));
