// Input format of a stroke: the field names of the shot message, each with range and default. Used by the panel's pad
// and form, the HTTP API and the stdin of `tapin sensor`.

import * as v from 'valibot';
import { fail, ok, type Result } from '../../wire/errors.ts';
import { PLAUSIBLE } from '../../wire/limits.ts';
import { SWING_COLLECT_MS } from '../../hal/sensor/protocol-limits.ts';
import { endOfProportion, forward, type Stroke } from '../../hal/sensor/geometry.ts';
import { SWING_PERIOD_S } from './putter.ts';
import { didYouMean } from '../../wire/nearest-word.ts';

export interface StrokeCall {
  readonly club_speed_mps: number;
  readonly face_angle_deg: number;
  readonly face_rotation_deg_per_in: number;
  readonly attack_angle_deg: number;
  readonly left_inner_proportion: number;
  readonly right_inner_proportion: number;
  /** Period of the putter as a pendulum. Default: 0.8 s. */
  readonly swing_period_s?: number;
}

interface StrokeField {
  readonly name: keyof StrokeCall;
  readonly label: string;
  readonly unit: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** Default value; null for the speed, which is required. */
  readonly default: number | null;
}

export const STROKE_FIELDS: readonly StrokeField[] = [
  { name: 'club_speed_mps', label: 'Club speed', unit: 'm/s', ...PLAUSIBLE.club_speed_mps, step: 0.01, default: null },
  { name: 'face_angle_deg', label: 'Face angle', unit: '°', ...PLAUSIBLE.face_angle_deg, step: 0.1, default: 0 },
  {
    name: 'face_rotation_deg_per_in',
    label: 'Face rotation',
    unit: '°/in',
    ...PLAUSIBLE.face_rotation_deg_per_in,
    step: 0.1,
    default: 0.5,
  },
  { name: 'attack_angle_deg', label: 'Attack angle', unit: '°', ...PLAUSIBLE.attack_angle_deg, step: 0.1, default: 1 },
  {
    name: 'left_inner_proportion',
    label: 'Left side of the head',
    unit: '',
    ...PLAUSIBLE.inner_proportion,
    step: 0.01,
    default: 0.5,
  },
  {
    name: 'right_inner_proportion',
    label: 'Right side of the head',
    unit: '',
    ...PLAUSIBLE.inner_proportion,
    step: 0.01,
    default: 0.5,
  },
  { name: 'swing_period_s', label: 'Swing period', unit: 's', min: 0.4, max: 6, step: 0.05, default: SWING_PERIOD_S },
];

const NAMES = STROKE_FIELDS.map((field) => field.name).join(', ');

/** Base values that the fields of a stroke overwrite. */
const STILL: Readonly<Record<keyof StrokeCall, number>> = {
  club_speed_mps: 0,
  face_angle_deg: 0,
  face_rotation_deg_per_in: 0,
  attack_angle_deg: 0,
  left_inner_proportion: 0,
  right_inner_proportion: 0,
  swing_period_s: 0,
};

const rangeSentence = ({ name, min, max, unit }: StrokeField): string =>
  `${name} must be a number from ${min} to ${max}${unit && ` ${unit}`}.`;

const entryOf = (field: StrokeField): v.GenericSchema<number | undefined, number> | v.GenericSchema<number> => {
  const sentence = rangeSentence(field);
  const number = v.pipe(v.number(sentence), v.minValue(field.min, sentence), v.maxValue(field.max, sentence));
  return field.default === null ? number : v.optional(number, field.default);
};

/** Returns the error message for input that is not an object, a missing field or an unknown field. */
function strayed({ path, input }: v.StrictObjectIssue): string {
  const name = path?.[0]?.key;
  const field = STROKE_FIELDS.find((each) => each.name === name);
  if (field) return rangeSentence(field);
  return name === undefined
    ? `A stroke must be a JSON object with club_speed_mps and any of ${NAMES}.`
    : `Unknown stroke field ${JSON.stringify(String(input).slice(0, 40))}${didYouMean(
        String(input),
        STROKE_FIELDS.map((each) => each.name),
      )}; allowed: ${NAMES}.`;
}

/** Schema of a stroke in JSON. Its error messages are sentences. */
export const strokeShape = v.strictObject(
  Object.fromEntries(STROKE_FIELDS.map((field) => [field.name, entryOf(field)])),
  strayed,
);

/** Parses a stroke from JSON data; an error is one sentence that names the field and its range. */
export function readStrokeCall(data: unknown): Result<StrokeCall> {
  const read = v.safeParse(strokeShape, Array.isArray(data) ? null : data, { abortEarly: true });
  return read.success ? checkedStroke(read.output) : fail('bad_value', read.issues[0].message);
}

/** Checks that the numbers form a possible stroke. Errors: `stroke_impossible`. */
export function checkedStroke(numbers: v.InferOutput<typeof strokeShape>): Result<StrokeCall> {
  const call = { ...STILL };
  for (const { name, default: usual } of STROKE_FIELDS) call[name] = numbers[name] ?? usual ?? 0;
  const times = forward(strokeOf(call));
  if (!times.ok) return times;
  const spread_ms = (Math.max(...times.value) - Math.min(...times.value)) * 1000;
  if (spread_ms < SWING_COLLECT_MS) return ok(call);
  const sentence = `The head would take ${spread_ms.toFixed(0)} ms to pass all gates; the board waits ${SWING_COLLECT_MS} ms.`;
  return fail('stroke_impossible', sentence);
}

const RAD_PER_DEG = Math.PI / 180;
/** Default height of the leading edge above the mat at the ball. */
const EDGE_HEIGHT_M = 0.008;

/** Converts a call to a stroke in SI units. */
export const strokeOf = (call: StrokeCall, height_m = EDGE_HEIGHT_M): Stroke => ({
  speed_mps: call.club_speed_mps,
  face_rad: call.face_angle_deg * RAD_PER_DEG,
  rotation_rad_per_in: call.face_rotation_deg_per_in * RAD_PER_DEG,
  attack_rad: call.attack_angle_deg * RAD_PER_DEG,
  height_m,
  left_end_m: endOfProportion(call.left_inner_proportion),
  right_end_m: endOfProportion(call.right_inner_proportion),
});
