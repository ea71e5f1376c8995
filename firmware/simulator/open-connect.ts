// Open Connect v1, the protocol between launch monitors and golf simulators, from the launch monitor's side.
// docs/simulators.md describes how the simulators we tested behave.

import { mphOf } from '../units.ts';
import type { SimShot } from './shots.ts';
import { cutAtWord } from '../../wire/cut-text.ts';
import { isFields, readFields } from '../../wire/json-fields.ts';

const HEAD = { DeviceID: 'tapin', Units: 'Yards', APIversion: '1' } as const;

const rounded = (value: number): number => Math.round(value * 100) / 100;

const options = (shot: boolean, ready: boolean) => ({
  ContainsBallData: shot,
  ContainsClubData: shot,
  LaunchMonitorIsReady: ready,
  LaunchMonitorBallDetected: ready,
  IsHeartBeat: !shot,
});

/**
 * Formats the ready message, which is sent first on every connection and then at intervals. `number`: number of the
 * newest shot, from 1. Omits `BallData`, since some simulators took its zeros for a shot.
 */
export const readyText = (number: number, ready = true): string =>
  JSON.stringify({ ...HEAD, ShotNumber: number, ShotDataOptions: options(false, ready) });

/** Formats a shot: speeds in mph, angles in degrees, positive right and up. */
export function shotText(shot: SimShot, number: number): string {
  const { ball_speed_mps, club_speed_mps, start_deg, launch_deg, spin_rpm, attack_deg, face_deg } = shot;
  const club_mph = rounded(mphOf(club_speed_mps));
  return JSON.stringify({
    ...HEAD,
    ShotNumber: number,
    BallData: {
      Speed: rounded(mphOf(ball_speed_mps)),
      SpinAxis: 0,
      TotalSpin: spin_rpm,
      BackSpin: spin_rpm,
      SideSpin: 0,
      HLA: rounded(start_deg),
      VLA: launch_deg,
      CarryDistance: 0,
    },
    ClubData: {
      Speed: club_mph,
      AngleOfAttack: rounded(attack_deg),
      FaceToTarget: rounded(face_deg),
      Lie: 0,
      Loft: 0,
      Path: 0,
      SpeedAtImpact: club_mph,
      VerticalFaceImpact: 0,
      HorizontalFaceImpact: 0,
      ClosureRate: 0,
    },
    ShotDataOptions: options(true, true),
  });
}

/** Message from the simulator. */
export interface SimMessage {
  /** 200 to 299: success; from 500: error. */
  readonly code: number;
  readonly text: string;
  /** Player data; null if the message has none. `distance` carries no unit because its unit is unknown. */
  readonly player: { readonly club: string; readonly handed: string; readonly distance: string } | null;
}

const CHARS_MAX = 40;

/** Returns the value as a line of text; '' if it is neither text nor a number. */
const line = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? cutAtWord(String(value).trim(), CHARS_MAX) : '';

/** Longer than any hole in any unit. */
const DISTANCE_MAX = 9999;

/**
 * Formats a distance, which may arrive with up to fifteen digits: tenths below 100, whole numbers above. Text passes
 * through unchanged.
 */
function distanceText(text: string): string {
  const distance = Number(text);
  if (text === '' || Number.isNaN(distance)) return text;
  if (Math.abs(distance) > DISTANCE_MAX) return '';
  const tenths = Math.round(distance * 10) / 10;
  return String(Math.abs(tenths) < 100 ? tenths : Math.round(distance));
}

/** Some simulators send the code as text. */
const codeIn = (code: unknown): number =>
  typeof code === 'string' && /^\d{1,4}$/.test(code) ? Number(code) : typeof code === 'number' ? code : Number.NaN;

/** Parses a message; null unless `Code` is an integer, as a number or as text. */
export function readSimMessage(text: string): SimMessage | null {
  const fields = readFields(text);
  const code = codeIn(fields?.['Code']);
  if (!fields || !Number.isInteger(code)) return null;
  const player = fields['Player'];
  const player_fields = isFields(player) ? player : null;
  return {
    code,
    text: line(fields['Message']),
    player: player_fields && {
      club: line(player_fields['Club']),
      handed: line(player_fields['Handed']),
      distance: distanceText(line(player_fields['DistanceToTarget'])),
    },
  };
}
