// What the rules of a set are: pure functions over a state that is plain data, so that it can be stored.

import type { Random } from '../../hal/random/random.ts';
import { PLAYERS_MAX } from '../../wire/limits.ts';
import { isIntegerIn } from '../persisted/fields.ts';
import { PLAYER_ID } from '../persisted/players.ts';
import type { Cfg } from './cfg.ts';
import type { Putt } from './putt.ts';

/** What every state of a set has; the rest is known to the rules of its experience alone. */
export interface SetState<Id extends string = string> {
  readonly game: Id;
  readonly seats: readonly { readonly player_id: number }[];
  /** Index of the seat that putts next. */
  readonly turn: number;
}

export type Figure =
  | { readonly label: string; readonly text: string }
  | { readonly label: string; readonly feet: number }
  | { readonly label: string; readonly mps: number };

/** What there is to say of a putt that no hole judges. */
export interface Remark {
  readonly text: string;
  readonly good: boolean;
}

/** The way of a ball that goes no straight line. */
export interface BallPath {
  /** Where the ball is at each 30th of a second, metres, the end last. */
  readonly path: readonly { readonly x: number; readonly y: number }[];
  readonly lasts_s: number;
  readonly holed: boolean;
  readonly remark: Remark;
}

/** What the sensor saw of a putt, for a picture of many. */
export interface SeenPutt {
  readonly club_speed_mps: number;
  readonly face_angle_deg: number;
  readonly face_rotation_deg_per_in: number;
  readonly distance_ft: number;
}

export interface SeatResult {
  readonly player_id: number;
  readonly headline: string;
  readonly figures: readonly Figure[];
  /** The putts themselves, where they are looked at one beside the other. */
  readonly putts?: readonly SeenPutt[];
  /** What the trend keeps of this set; null when there is too little to keep. */
  readonly trendValue: number | null;
}

/** A state is only ever given to the rules of its own experience. */
export interface SetRules<S extends SetState = SetState, C extends Cfg = Cfg> {
  start(cfg: C, player_ids: readonly number[], random: Random): S;
  /** Distance of the hole for the seat on turn, feet; null where nothing is aimed at. */
  target_ft(state: S): number | null;
  /** Distance that was called for the seat on turn, feet; null where none was. Without it nothing is ever called. */
  called_ft?(state: S): number | null;
  /** How near the called distance counts, as a share of it. */
  readonly called_within?: number;
  /** The way of a ball that goes no straight line. */
  path?(state: S, putt: Putt): BallPath;
  /** How far a good putt would roll, feet, where neither a hole nor a distance says it. */
  reach_ft?(state: S): number;
  /** What left and right mean while a putt is awaited; the same state where they mean nothing. */
  turned?(state: S, direction: 1 | -1): S;
  /** On the newest putt of a seat, where the hole does not judge it; null before the first. */
  remark?(state: S, seat: number): Remark | null;
  /** Whether the newest putt of a seat brought points, where the hole alone does not decide it. */
  scored?(state: S, seat: number): boolean;
  /** The state after this putt of the seat on turn. */
  score(state: S, putt: Putt): S;
  over(state: S): boolean;
  progress(state: S): string;
  /** Where a seat stands, in a word or two. */
  standing(state: S, seat: number): string;
  results(state: S): readonly SeatResult[];
  /** A stored set that can go on, or null. */
  restore(data: Readonly<Record<string, unknown>>): S | null;
}

/** Whether stored seats can be those of a set: one to four players, nobody twice, and the turn is one of them. */
export const areSeats = (seats: readonly Record<string, unknown>[], turn: unknown): turn is number =>
  isIntegerIn(seats.length, { min: 1, max: PLAYERS_MAX }) &&
  isIntegerIn(turn, { min: 0, max: seats.length - 1 }) &&
  seats.every(({ player_id }) => isIntegerIn(player_id, PLAYER_ID)) &&
  new Set(seats.map(({ player_id }) => player_id)).size === seats.length;
