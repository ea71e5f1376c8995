// Interface of a set's rules: pure functions over plain-data state, so that the state can be stored.

import type { Random } from '../../hal/random/random.ts';
import { PLAYERS_MAX } from '../../wire/limits.ts';
import { isIntegerIn } from '../persisted/fields.ts';
import { PLAYER_ID } from '../persisted/players.ts';
import type { Units } from '../units.ts';
import type { Cfg } from './cfg.ts';
import type { PlaneSlope } from '../roll/surface.ts';
import type { RollCurve } from '../roll/verdict.ts';
import type { Putt } from './putt.ts';

/** Fields common to the state of every set; only the experience's own rules know the rest. */
export interface SetState<Id extends string = string> {
  readonly game: Id;
  readonly seats: readonly { readonly player_id: number }[];
  /** Index of the seat to putt next. */
  readonly turn: number;
}

export type SetFigure =
  | { readonly label: string; readonly text: string }
  | { readonly label: string; readonly feet: number }
  | { readonly label: string; readonly mps: number };

/** Remark on a putt that is not judged by a hole. */
export interface Remark {
  readonly text: string;
  readonly good: boolean;
}

/** Putt that would have been holed a little firmly. */
export interface IdealRoll {
  /** Aim beside the hole, inches, positive right. */
  readonly aim_in: number;
  readonly ball_speed_mps: number;
  readonly curve: RollCurve | null;
}

/** Path of a ball among obstacles. */
export interface BallPath {
  /** Ball positions at 30 Hz, metres; the last one is the end. */
  readonly path: readonly { readonly x: number; readonly y: number }[];
  readonly lasts_s: number;
  readonly holed: boolean;
  readonly remark: Remark;
}

/** Sensor figures of a putt for the scatter plots. */
export interface PlottedPutt {
  readonly club_speed_mps: number;
  readonly face_angle_deg: number;
  readonly face_rotation_deg_per_in: number;
  readonly distance_ft: number;
  /** Time away of the putter; absent if the gates did not see the backstroke. */
  readonly time_away_s?: number;
}

export interface SeatResult {
  readonly player_id: number;
  readonly headline: string;
  /** Putts of this player in the set. */
  readonly count: number;
  readonly figures: readonly SetFigure[];
  /** Putts for the scatter plots; undefined if the experience shows none. */
  readonly putts?: readonly PlottedPutt[];
  /** Trend value of this set; null if there are too few putts. */
  readonly trendValue: number | null;
}

/** Rules of a set. Callers pass a state only to the rules of its own experience. */
export interface SetRules<S extends SetState = SetState, C extends Cfg = Cfg> {
  start(cfg: C, player_ids: readonly number[], random: Random): S;
  /** Returns the distance of the hole for the seat on turn, feet; null if there is no target. */
  target_ft(state: S): number | null;
  /** Returns the slope of the putt of the seat on turn; null if it is flat. Undefined if all greens are flat. */
  slope?(state: S): PlaneSlope | null;
  /**
   * Returns the distance called for the seat on turn, feet; null if none. Undefined if the experience calls no
   * distances.
   */
  called_ft?(state: S): number | null;
  /** Returns the time between beats of a metronome while a putt is awaited; null for silence. */
  beat_ms?(state: S): number | null;
  /** Tolerance for a called distance, as a share of it. */
  readonly called_within?: number;
  /** Computes the path of a ball among obstacles. */
  path?(state: S, putt: Putt): BallPath;
  /** Returns how far a good putt rolls, feet, if neither a hole nor a called distance defines it. */
  reach_ft?(state: S): number;
  /** Handles left and right while the device waits for a putt; returns the same state if they have no effect. */
  turned?(state: S, direction: 1 | -1): S;
  /** Returns the remark on a seat's newest putt, if a hole does not judge it; null before the first putt. */
  remark?(state: S, seat: number, units: Units): Remark | null;
  /** Returns the ideal roll of a putt, to be shown once the ball is at rest; null if there is none. */
  ideal?(putt: Putt): IdealRoll | null;
  /** Returns what a seat's latest putt scored, such as `+2`; '' for nothing. */
  gain?(state: S, seat: number): string;
  /** Returns the state after this putt of the seat on turn. */
  score(state: S, putt: Putt): S;
  over(state: S): boolean;
  progress(state: S): string;
  /** Returns a seat's standing in a word or two. */
  standing(state: S, seat: number): string;
  results(state: S): readonly SeatResult[];
  /** Restores a stored set; null if it cannot be resumed. */
  restore(data: Readonly<Record<string, unknown>>): S | null;
}

/** Whether stored seats are valid: one to four different players, with the turn at one of them. */
export const areSeats = (seats: readonly Record<string, unknown>[], turn: unknown): turn is number =>
  isIntegerIn(seats.length, { min: 1, max: PLAYERS_MAX }) &&
  isIntegerIn(turn, { min: 0, max: seats.length - 1 }) &&
  seats.every(({ player_id }) => isIntegerIn(player_id, PLAYER_ID)) &&
  new Set(seats.map(({ player_id }) => player_id)).size === seats.length;

/**
 * Whether the putts of stored seats fit an unfinished set in which each player putts each station: a player before the
 * one on turn is one putt ahead.
 */
export function isInTurn(
  seats: readonly { readonly putts: readonly unknown[] }[],
  turn: number,
  shots: number,
): boolean {
  const done = seats.at(-1)?.putts.length ?? 0;
  return done < shots && seats.every(({ putts }, seat) => putts.length === done + (seat < turn ? 1 : 0));
}
