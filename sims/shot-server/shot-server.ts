// A user's shot server: parses each message, ignores unknown fields (store §9), and reports shots.

import { csvCell } from '../csv.ts';
import { isFields, readFields } from '../../wire/json-fields.ts';
import { SHOT_SCHEMA, type ShotMessage } from '../../wire/shot/message.ts';
import type { BodyRequest } from '../serving/serve-bodies.ts';

export type ShotEvent =
  | { readonly kind: 'shot'; readonly shot: ShotMessage }
  | { readonly kind: 'test'; readonly device_id: string; readonly device_name: string }
  /** Why the request is ignored, and the HTTP status of the response. A newer schema is not the sender's error. */
  | { readonly kind: 'ignored'; readonly why: string; readonly status: 204 | 400 | 404 };

/** Parses a request into an event. */
export function readShot({ method, path, body }: BodyRequest): ShotEvent {
  if (method !== 'POST' || path !== '/service/shot') return ignored(404, `${method} ${path} is not POST /service/shot`);
  const message = readFields(body);
  if (!message) return ignored(400, 'the body is not a JSON object');
  if (message['schema'] !== SHOT_SCHEMA) return ignored(204, `the schema is not ${SHOT_SCHEMA}`);
  if (message['type'] === 'test')
    return { kind: 'test', device_id: textOf(message['device_id']), device_name: textOf(message['device_name']) };
  if (message['type'] !== 'shot') return ignored(204, 'the type is neither shot nor test');
  const wrong = COLUMNS.find(({ at, type }) => typeof valueAt(message, at) !== type);
  if (wrong) return ignored(400, `${wrong.at.join('.')} is not a ${wrong.type}`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- checked against COLUMNS, which has every field of the type
  return { kind: 'shot', shot: message as unknown as ShotMessage };
}

const ignored = (status: 204 | 400 | 404, why: string): ShotEvent => ({ kind: 'ignored', why, status });
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns one readable line per event. */
export function describeShot(event: ShotEvent): string {
  if (event.kind === 'ignored') return `ignored: ${event.why}`;
  if (event.kind === 'test') return `test from ${event.device_name || event.device_id}`;
  const { player_name, game_name, target, shot } = event.shot;
  const speed = shot.club_speed_mps.toFixed(2);
  const face = shot.face_angle_deg.toFixed(1);
  return `${player_name}, ${game_name}: ${target.kind} at ${target.distance_ft} ft, club ${speed} m/s, face ${face}°`;
}

interface Column {
  readonly name: string;
  /** Path of the value in a message. */
  readonly at: readonly string[];
  readonly type: 'string' | 'number';
}

const columns = (
  type: Column['type'],
  names: readonly string[],
  within: readonly string[] = [],
  prefix = '',
): Column[] => names.map((name) => ({ name: `${prefix}${name}`, at: [...within, name], type }));

const STROKE = [
  'club_speed_mps',
  'ball_speed_mps',
  'impact_ratio',
  'face_angle_deg',
  'face_rotation_deg_per_in',
  'attack_angle_deg',
  'left_inner_proportion',
  'right_inner_proportion',
] as const satisfies readonly (keyof ShotMessage['shot'])[];

const COLUMNS: readonly Column[] = [
  ...columns('number', ['time', 'uptime_ms']),
  ...columns('string', ['device_id', 'device_name', 'game', 'game_name']),
  ...columns('number', ['player_id']),
  ...columns('string', ['player_name']),
  ...columns('string', ['kind'], ['target'], 'target_'),
  ...columns('number', ['distance_ft', 'hole', 'stroke'], ['target'], 'target_'),
  ...columns('number', STROKE, ['shot']),
  ...columns('number', ['stimp', 'x_factor']),
];

const valueAt = (message: unknown, at: readonly string[]): unknown =>
  at.reduce<unknown>((part, name) => (isFields(part) ? part[name] : undefined), message);

export const CSV_HEAD = COLUMNS.map(({ name }) => name).join(',');

/**
 * Returns a shot as a line of CSV (RFC 4180); text that a spreadsheet would take for a formula is prefixed with an
 * apostrophe.
 */
export const csvLine = (shot: ShotMessage): string =>
  COLUMNS.map(({ at }) => csvCell(cellOf(valueAt(shot, at)))).join(',');

const cellOf = (value: unknown): string | number => (typeof value === 'number' ? value : textOf(value));
