// Mini golf: nine holes with walls, posts and sand. Each player finishes a hole before the next player starts it; after
// six strokes the ball is picked up (C97). ← → turn the aim; the putter's face angle adds to it.

import { isIntegerIn, isListOfRecords, isNumberIn, isRecord } from '../../persisted/fields.ts';
import { degreesOf } from '../../roll/bearing.ts';
import { lengthOf } from '../../roll/direction.ts';
import { feetOf } from '../../units.ts';
import { cfgFrom, defineCfg, type CfgOf } from '../cfg.ts';
import type { Putt } from '../putt.ts';
import { areSeats, type BallPath, type Remark, type SeatResult, type SetRules } from '../set-rules.ts';
import { isInside, type Point } from './geometry.ts';
import { rollOn, type GolfRoll } from './golf-roll.ts';
import { groundOf, type Ground } from './hole.ts';
import { GOLF_HOLES } from './holes.ts';
import { assertDefined } from '../../../wire/errors.ts';

/** C97: strokes on a hole after which the ball is picked up. */
export const GOLF_STROKES_MAX = 6;

export const GOLF_CFG = defineCfg({
  key: 'golf',
  fields: { holes: { label: 'Holes', min: 1, max: GOLF_HOLES.length, step: 1, default: GOLF_HOLES.length } },
  shown: () => ['holes'],
});
type GolfCfg = CfgOf<typeof GOLF_CFG>;

interface GolfSeat {
  readonly player_id: number;
  /** Strokes on each finished hole. */
  readonly strokes: readonly number[];
}

export interface GolfState {
  readonly game: 'golf';
  readonly cfg: GolfCfg;
  readonly seats: readonly GolfSeat[];
  readonly turn: number;
  /** Strokes on the current hole by the player on turn. */
  readonly stroke: number;
  /** Position of that player's ball, metres. */
  readonly ball: Point;
  /** Aim, degrees to the right of straight across the screen. */
  readonly aim_deg: number;
}

/** Rolling ball of a mini-golf putt. */
interface GolfPath extends BallPath, GolfRoll {
  /** Index of the hole. */
  readonly hole: number;
  /** Stroke number on the hole, from 1. */
  readonly stroke: number;
}

const GROUNDS: readonly Ground[] = GOLF_HOLES.map((hole) => groundOf(hole));
const AIM_STEP_DEG = 2;

/** Returns the index of the hole in play; the number of holes once all are finished. */
export const holeOf = ({ seats, turn }: Pick<GolfState, 'seats' | 'turn'>): number => seats[turn]?.strokes.length ?? 0;

export const groundAt = (hole: number): Ground => assertDefined(GROUNDS[Math.min(hole, GROUNDS.length - 1)], 'hole');

type OnTee = Pick<GolfState, 'game' | 'cfg' | 'seats' | 'turn'>;

function onTee(state: OnTee): GolfState {
  const { start } = groundAt(holeOf(state));
  return aimed({ ...state, stroke: 0, ball: start, aim_deg: 0 });
}

/** Aims straight at the cup. */
function aimed(state: GolfState): GolfState {
  const { cup } = groundAt(holeOf(state));
  const aim = degreesOf(cup.x - state.ball.x, cup.y - state.ball.y);
  return { ...state, aim_deg: Math.round(aim * 10) / 10 };
}

const isOver = ({ seats, cfg }: GolfState): boolean => seats.every(({ strokes }) => strokes.length >= cfg.holes);

/** Returns the path of the ball for this putt. */
export function pathOf(state: GolfState, { outcome }: Putt): GolfPath {
  const hole = holeOf(state);
  const direction = state.aim_deg + outcome.start_deg;
  const roll = rollOn(groundAt(hole), state.ball, direction, outcome.roll);
  const stroke = state.stroke + 1;
  return { ...roll, hole, stroke, remark: golfRemark({ ...roll, hole, stroke }) };
}

export const turnedAim = (state: GolfState, direction: 1 | -1): GolfState => {
  const aim = state.aim_deg + direction * AIM_STEP_DEG;
  return { ...state, aim_deg: Math.round((aim > 180 ? aim - 360 : aim <= -180 ? aim + 360 : aim) * 10) / 10 };
};

function score(state: GolfState, putt: Putt): GolfState {
  const { path, holed, stroke } = pathOf(state, putt);
  if (!holed && stroke < GOLF_STROKES_MAX) return aimed({ ...state, stroke, ball: path.at(-1) ?? state.ball });
  const seats = state.seats.map((seat, i) =>
    i === state.turn ? { ...seat, strokes: [...seat.strokes, stroke] } : seat,
  );
  return onTee({ ...state, seats, turn: (state.turn + 1) % seats.length });
}

export const golfRules: SetRules<GolfState, GolfCfg> = {
  start: (cfg, player_ids) =>
    onTee({ game: 'golf', cfg, seats: player_ids.map((player_id) => ({ player_id, strokes: [] })), turn: 0 }),
  target_ft: () => null,
  path: pathOf,
  reach_ft(state) {
    const { cup } = groundAt(holeOf(state));
    return feetOf(lengthOf(cup.x - state.ball.x, cup.y - state.ball.y)) + REACH_PAST_FT;
  },
  turned: turnedAim,
  score,
  over: isOver,
  progress: (state) => `Hole ${Math.min(holeOf(state) + 1, state.cfg.holes)} of ${state.cfg.holes}`,
  standing: (state, seat) => standingText(state.seats[seat]?.strokes ?? []),
  results: ({ seats }) => seats.map((seat) => resultOf(seat)),
  restore: restoreGolf,
};

const REACH_PAST_FT = 1;

/** Describes the result of a putt. */
export function golfRemark({ holed, stroke, hole, touches }: Omit<GolfPath, 'remark'>): Remark {
  const par = GOLF_HOLES[hole]?.par ?? 0;
  if (holed) return { good: true, text: stroke === 1 ? 'Hole in one!' : `Holed in ${stroke}, ${toPar(stroke - par)}` };
  if (stroke >= GOLF_STROKES_MAX) return { good: false, text: `Picked up after ${stroke}` };
  return { good: false, text: touches > 0 ? `Off ${touches === 1 ? 'a wall' : `${touches} walls`}` : 'Lies' };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const parOf = (holes: number): number => sum(GOLF_HOLES.slice(0, holes).map(({ par }) => par));

function toPar(strokes: number): string {
  if (strokes === 0) return 'par';
  return strokes > 0 ? `${strokes} over` : `${-strokes} under`;
}

const standingText = (strokes: readonly number[]): string =>
  strokes.length === 0 ? '–' : `${sum(strokes)}, ${toPar(sum(strokes) - parOf(strokes.length))}`;

function resultOf({ player_id, strokes }: GolfSeat): SeatResult {
  const total = sum(strokes);
  return {
    player_id,
    count: total,
    headline: total === 1 ? '1 stroke' : `${total} strokes`,
    figures: [
      { label: 'To par', text: strokes.length === 0 ? '–' : toPar(total - parOf(strokes.length)) },
      { label: 'Holes in one', text: String(strokes.filter((each) => each === 1).length) },
      { label: 'Best hole', text: strokes.length === 0 ? '–' : String(Math.min(...strokes)) },
    ],
    trendValue: strokes.length > 0 ? total / strokes.length : null,
  };
}

/** Restores a stored set; null if the data is not a set that can be resumed. */
function restoreGolf(data: Readonly<Record<string, unknown>>): GolfState | null {
  const cfg = isRecord(data['cfg']) ? cfgFrom(GOLF_CFG, data['cfg']) : null;
  const { seats, turn, stroke, ball, aim_deg } = data;
  if (!cfg || !isListOfRecords(seats) || !areSeats(seats, turn) || !seats.every((seat) => isSeat(seat))) return null;
  const copied = seats.map(({ player_id, strokes }) => ({ player_id, strokes: [...strokes] }));
  const hole = holeOf({ seats: copied, turn });
  // Each player before the one on turn has played this hole.
  const in_turn = copied.every(({ strokes }, seat) => strokes.length === hole + (seat < turn ? 1 : 0));
  if (!in_turn || hole >= cfg.holes || !isIntegerIn(stroke, { min: 0, max: GOLF_STROKES_MAX - 1 })) return null;
  if (!isPoint(ball) || !isInside(ball, groundAt(hole).outline) || !isNumberIn(aim_deg, AIM_DEG)) return null;
  return { game: 'golf', cfg, seats: copied, turn, stroke, ball: { x: ball.x, y: ball.y }, aim_deg };
}

const AIM_DEG = { min: -180, max: 180 };
const ANYWHERE = { min: -100, max: 100 };

const isPoint = (data: unknown): data is Point =>
  isRecord(data) && isNumberIn(data['x'], ANYWHERE) && isNumberIn(data['y'], ANYWHERE);

const isSeat = (seat: Record<string, unknown>): seat is Record<string, unknown> & GolfSeat => {
  const { strokes } = seat;
  return Array.isArray(strokes) && strokes.every((each) => isIntegerIn(each, { min: 1, max: GOLF_STROKES_MAX }));
};
