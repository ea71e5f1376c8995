// Messages of Open Connect v1: parses launch monitor messages and builds simulator messages.

import { isFields, type JsonFields } from '../../wire/json-fields.ts';
import type { SimulatorPlayer } from './commands.ts';
import type { SimulatorShot } from './simulator.ts';

export interface ShotMessage {
  readonly kind: 'shot';
  readonly shot: SimulatorShot;
  readonly has_ball: boolean;
  /** Whether numbers arrived as text. */
  readonly as_text: boolean;
  /**
   * Whether it has side spin, zero back spin and no total spin, which divides by zero in a simulator that computes the
   * axis.
   */
  readonly half_spin: boolean;
}

export interface StateMessage {
  readonly kind: 'heartbeat' | 'status';
  readonly shot_number: number | null;
  readonly ready: boolean;
  readonly ball: boolean;
}

export const fieldsOf = (value: unknown): JsonFields | null => (isFields(value) ? value : null);

/** Parses a number or numeric text; null for anything else. */
export function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

const orZero = (value: unknown): number => numberOf(value) ?? 0;

const OPTIONS = [
  'ContainsBallData',
  'ContainsClubData',
  'LaunchMonitorIsReady',
  'LaunchMonitorBallDetected',
  'IsHeartBeat',
] as const;

/** Returns the options of a message: from `ShotDataOptions`, or else from the top level; null if neither. */
const optionsOf = (fields: JsonFields): JsonFields | null =>
  fieldsOf(fields['ShotDataOptions']) ?? (OPTIONS.some((name) => typeof fields[name] === 'boolean') ? fields : null);

/** Parses a message; null if it is not Open Connect. */
export function readMessage(fields: JsonFields): ShotMessage | StateMessage | null {
  const options = optionsOf(fields);
  if (!options) return null;
  const number = numberOf(fields['ShotNumber']);
  const shot_number = number !== null && Number.isInteger(number) ? number : null;
  const has_ball = options['ContainsBallData'] === true;
  const has_club = options['ContainsClubData'] === true;
  if (!has_ball && !has_club) {
    const ready = options['LaunchMonitorIsReady'] === true;
    const ball = options['LaunchMonitorBallDetected'] === true;
    return { kind: options['IsHeartBeat'] === true ? 'heartbeat' : 'status', shot_number, ready, ball };
  }
  const ball = fieldsOf(fields['BallData']);
  if (has_ball && (numberOf(ball?.['Speed']) === null || numberOf(ball?.['HLA']) === null)) return null;
  const club = has_club ? fieldsOf(fields['ClubData']) : null;
  return { kind: 'shot', shot: shotOf(shot_number, ball ?? {}, club), has_ball, ...oddities(ball ?? {}) };
}

const shotOf = (shot_number: number | null, ball: JsonFields, club: JsonFields | null): SimulatorShot => ({
  shot_number,
  speed_mph: orZero(ball['Speed']),
  hla_deg: orZero(ball['HLA']),
  vla_deg: orZero(ball['VLA']),
  total_spin_rpm: orZero(ball['TotalSpin']),
  club_data: club && {
    speed_mph: orZero(club['Speed']),
    attack_deg: orZero(club['AngleOfAttack']),
    face_deg: orZero(club['FaceToTarget']),
    path_deg: orZero(club['Path']),
  },
});

const oddities = (ball: JsonFields): { as_text: boolean; half_spin: boolean } => ({
  as_text: [ball['Speed'], ball['HLA']].some((value) => typeof value === 'string'),
  half_spin: ball['TotalSpin'] === undefined && orZero(ball['BackSpin']) === 0 && orZero(ball['SideSpin']) !== 0,
});

/** Message from the simulator. */
export interface Reply {
  readonly Code: number;
  readonly Message: string;
  readonly Player: SimulatorPlayer | null;
}

export const reply = (Code: number, Message: string, Player: SimulatorPlayer | null = null): Reply => ({
  Code,
  Message,
  Player,
});

export const replyText = ({ Code, Message, Player }: Reply): string =>
  `${Code} ${Message}${Player ? ` (${Player.Club}, ${Player.Handed}, ${Player.DistanceToTarget})` : ''}`;
