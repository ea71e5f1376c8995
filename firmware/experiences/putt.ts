// Turns a strike into a putt with the player's impact ratio, the green and the target, and computes its outcome.

import type { Strike } from '../../hal/sensor/sensor.ts';
import type { Player } from '../persisted/players.ts';
import type { Settings } from '../persisted/settings.ts';
import { outcomeOn } from '../roll/putt-outcome.ts';
import { startDirection, type PuttOutcome } from '../roll/verdict.ts';
import type { PuttGreen } from '../greens/green-record.ts';
import { feetOf } from '../units.ts';
import { aimDirection } from './aim.ts';
import { playerStrike, type PlayerStrike } from './seen.ts';

export interface Putt {
  readonly player_id: number;
  /** Strike as the sensor measured it. */
  readonly strike: Strike;
  /** Strike from the player's point of view. */
  readonly player_strike: PlayerStrike;
  readonly impact_ratio: number;
  readonly ball_speed_mps: number;
  /** Distance of the target, feet; null if there is none. */
  readonly target_ft: number | null;
  readonly stimp_ft: number;
  /** Null if it is flat. */
  readonly green: PuttGreen | null;
  /** Aim beside the hole, inches, positive right. */
  readonly aim_in: number;
  readonly outcome: PuttOutcome;
}

/** Target of a putt. */
interface PuttTarget {
  /** Distance of the hole straight ahead, feet; null for no hole. */
  readonly target_ft: number | null;
  /** Default: flat. */
  readonly green?: PuttGreen | null;
  /** Aim beside the hole, inches, positive right. Default: 0. */
  readonly aim_in?: number;
}

/** Returns the putt of this player for a strike; the face angle counts from the line of the aim. */
export function puttOf(strike: Strike, player: Player, settings: Settings, target: PuttTarget): Putt {
  const { target_ft, green = null, aim_in = 0 } = target;
  const ball_speed_mps = strike.club_speed_mps * player.impact_ratio;
  const start_deg = aimDirection(aim_in, target_ft ?? 0) + startDirection(strike.face_angle_deg);
  const speed = { stimp_ft: settings.stimp, x_factor: settings.x_factor };
  const outcome = outcomeOn(green?.surface ?? null, { speed_mps: ball_speed_mps, start_deg }, speed, target_ft);
  const { id: player_id, impact_ratio, hand } = player;
  return {
    player_id,
    strike,
    player_strike: playerStrike(strike, hand),
    impact_ratio,
    ball_speed_mps,
    target_ft,
    stimp_ft: settings.stimp,
    green,
    aim_in,
    outcome,
  };
}

export const leaveFeet = (putt: Putt): number => feetOf(putt.outcome.leave_m ?? 0);
export const distanceFeet = (putt: Putt): number => feetOf(putt.outcome.roll.distance_m);
/**
 * Returns how far short of the hole the ball stopped along the line, feet; 0 if it reached the hole or rolled past it.
 */
export const shortFeet = (putt: Putt): number =>
  putt.target_ft === null ? 0 : Math.max(0, putt.target_ft - feetOf(putt.outcome.x_m));

export const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

/** Returns the sample standard deviation; 0 for fewer than two values. */
export function deviation(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const middle = mean(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1));
}

export const puttsText = (count: number): string => (count === 1 ? '1 putt' : `${count} putts`);
