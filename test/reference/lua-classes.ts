// Fields of the tables that extensions pass and receive, for completion in editors: those missing from the table of
// verbs.

import { CALLBACK_WORDS } from '../../firmware/extension-runtime/callback-words.ts';
import { CALLBACKS, KEY_PHASES, SCRIPT_KEYS, type Callback } from '../../firmware/extension-runtime/prelude.ts';
import { API_VERSION } from '../../firmware/extension-runtime/manifest.ts';
import { IMPACT_RATIO } from '../../firmware/persisted/players.ts';
import { startDirection } from '../../firmware/roll/verdict.ts';
import { HANDICAP, PLAUSIBLE, PLAYERS_MAX, type Range } from '../../wire/limits.ts';
import { TARGET_FIELDS } from '../../firmware/extension-runtime/target.ts';

interface Measure {
  readonly range?: Range;
  /** Side of positive values. */
  readonly positive?: 'right' | 'towards the hole' | 'upwards' | 'opening';
}

export interface LuaField {
  /** Field name, with a question mark at the end if the field may be missing. */
  readonly name: string;
  /** Type in LuaLS notation. */
  readonly type: string;
  /** Description with unit, range and sign. */
  readonly doc: string;
}

export interface LuaClass {
  readonly name: string;
  readonly doc: string;
  readonly fields: readonly LuaField[];
}

const field = (name: string, type: string, doc: string, { range, positive }: Measure = {}): LuaField => ({
  name,
  type,
  doc: [doc, ...(range ? [rangeWords(range)] : []), ...(positive ? [`positive ${positive}`] : [])].join('; '),
});

const rangeWords = ({ min, max }: Range): string => (max === Infinity ? `${min} or more` : `${min} to ${max}`);

export const oneOf = (words: readonly string[]): string => words.map((word) => `"${word}"`).join(' | ');

const VERDICTS = ['holed', 'lip', 'miss', 'short'];
/** Rounds the range outwards to 0.1. */
const outwards = (min: number, max: number): Range => ({
  min: Math.floor(min * 10) / 10,
  max: Math.ceil(max * 10) / 10,
});
const { club_speed_mps: CLUB_MPS, face_angle_deg: FACE_DEG } = PLAUSIBLE;
const BALL_MPS = outwards(CLUB_MPS.min * IMPACT_RATIO.min, CLUB_MPS.max * IMPACT_RATIO.max);
const START_DEG = outwards(startDirection(FACE_DEG.min), startDirection(FACE_DEG.max));
const [KIND, DISTANCE, HOLE, STROKE] = TARGET_FIELDS;
const FROM_0: Range = { min: 0, max: Infinity };
const PLACE: Range = { min: 1, max: PLAYERS_MAX };
const PROPORTION: Range = { min: 0, max: 1 };

/** Resting place of the ball. Distance and time ignore the hole, the place does not. */
const REST: readonly LuaField[] = [
  field('distance_ft', 'number', 'roll distance in feet, ignoring the hole', { range: FROM_0 }),
  field('x_ft', 'number', 'resting position along the line to the hole, in feet; a holed ball rests at the hole', {
    positive: 'towards the hole',
  }),
  field('y_ft', 'number', 'resting position across the line to the hole, in feet', { positive: 'right' }),
  field('time_s', 'number', 'roll time in seconds, ignoring the hole', { range: FROM_0 }),
];

export const LUA_CLASSES: readonly LuaClass[] = [
  {
    name: 'Manifest',
    doc: 'Identity of the extension.',
    fields: [
      field('name', 'string', 'at most 32 characters'),
      field('kind', oneOf(['drill', 'game']), 'kind of extension'),
      field('version?', 'integer', 'from 1 (default: one more than the latest in the store)'),
      field('about?', 'string', 'at most 400 characters'),
      field('api?', String(API_VERSION), 'version of the runtime'),
      field('id?', 'string', 'ignored: the share code is the id'),
      field('players?', 'integer[]', 'minimum and maximum number; default {1, 4}'),
      field('settings?', 'Setting[]', 'at most 16 entries'),
      field('trend?', 'TrendFigure[]', 'at most 4 entries'),
    ],
  },
  {
    name: 'Setting',
    doc: 'A row of the settings page, shown before the extension starts.',
    fields: [
      field('key', 'string', 'a-z, digits and _, at most 16'),
      field('label?', 'string', 'at most 24 characters'),
      field('type', oneOf(['int', 'enum', 'bool']), 'type of the value'),
      field('default?', 'integer | string | boolean', 'initial value'),
      field('min?', 'integer', 'required for int'),
      field('max?', 'integer', 'required for int'),
      field('step?', 'integer', 'for int; default 1'),
      field('unit?', 'string', 'for int; at most 8 characters'),
      field('options?', 'string[]', 'required for enum'),
    ],
  },
  {
    name: 'TrendFigure',
    doc: 'A figure that the device records across sessions.',
    fields: [
      field('key', 'string', 'a-z, digits and _, at most 16'),
      field('label?', 'string', 'at most 24 characters'),
      field('unit?', 'string', 'at most 8 characters'),
      field('better?', oneOf(['high', 'low']), 'which values are better; default "high"'),
    ],
  },
  {
    name: 'Target',
    doc: 'Target of a putt.',
    fields: [
      field('kind?', oneOf(KIND.one_of), 'type; the putt is forwarded if it has a distance too'),
      field('distance_ft?', 'number', 'distance in feet; without it, no verdict', { range: DISTANCE }),
      field('hole?', 'integer', HOLE.doc, { range: HOLE }),
      field('stroke?', 'integer', STROKE.doc, { range: STROKE }),
    ],
  },
  {
    name: 'Putt',
    doc: 'A strike, and the resulting roll on this green.',
    fields: [
      field('player', 'integer', 'index of the player', { range: PLACE }),
      field('club_speed_mps', 'number', 'metres per second', { range: PLAUSIBLE.club_speed_mps }),
      field('ball_speed_mps', 'number', 'metres per second: club speed × impact ratio', { range: BALL_MPS }),
      field('impact_ratio', 'number', 'ball speed ÷ club speed, for this player', { range: IMPACT_RATIO }),
      field('face_angle_deg', 'number', 'degrees at impact', { range: PLAUSIBLE.face_angle_deg, positive: 'right' }),
      field('face_rotation_deg_per_in', 'number', 'degrees per inch', {
        range: PLAUSIBLE.face_rotation_deg_per_in,
        positive: 'opening',
      }),
      field('attack_angle_deg?', 'number', 'degrees', { range: PLAUSIBLE.attack_angle_deg, positive: 'upwards' }),
      field('left_inner_proportion?', 'number', 'fraction of the left gate that the club head covers', {
        range: PROPORTION,
      }),
      field('right_inner_proportion?', 'number', 'fraction of the right gate that the club head covers', {
        range: PROPORTION,
      }),
      field('start_deg', 'number', 'start direction of the ball in degrees', { range: START_DEG, positive: 'right' }),
      field('target_ft?', 'number', 'distance of the target in feet; nil without a distance', { range: DISTANCE }),
      field('verdict', oneOf([...VERDICTS, '']), "result of the putt; '' without a distance"),
      field('leave_ft?', 'number', 'remaining distance to the hole in feet, 0 if holed; nil without a distance', {
        range: FROM_0,
      }),
      ...REST,
    ],
  },
  {
    name: 'Prediction',
    doc: 'Predicted result of a putt.',
    fields: [
      field('verdict', oneOf(VERDICTS), 'predicted verdict'),
      field('leave_ft', 'number', 'remaining distance to the hole in feet, 0 if holed', { range: FROM_0 }),
      ...REST,
      field('rests?', 'boolean', 'false if the ball rolls away; only with a slope'),
      field('path?', 'PathPoint[]', 'places of the ball every 0.1 s, and at the end; only with a slope'),
    ],
  },
  {
    name: 'PathPoint',
    doc: 'Place of a ball on its way.',
    fields: [
      field('t_s', 'number', 'seconds since the strike', { range: FROM_0 }),
      field('x_ft', 'number', 'feet towards the hole'),
      field('y_ft', 'number', 'feet', { positive: 'right' }),
    ],
  },
  {
    name: 'Player',
    doc: 'A player.',
    fields: [
      field('index', 'integer', 'index among the players', { range: PLACE }),
      field('name', 'string', 'name as on the page Players'),
      field('handicap', 'integer', 'handicap in strokes', { range: HANDICAP }),
    ],
  },
];

const CALLBACK_TYPES: Readonly<Record<Callback, string>> = {
  start: 'fun()',
  target: 'fun(player: integer): Target?',
  putt: 'fun(p: Putt)',
  key: `fun(name: ${oneOf(SCRIPT_KEYS)}, phase: ${oneOf(KEY_PHASES)})`,
  update: 'fun(dt: number)',
  draw: 'fun()',
};

/** Callbacks of `ext`. */
export const CALLBACK_FIELDS: readonly LuaField[] = CALLBACKS.map((name) => ({
  name: `${name}?`,
  type: CALLBACK_TYPES[name],
  doc: CALLBACK_WORDS[name].doc,
}));
