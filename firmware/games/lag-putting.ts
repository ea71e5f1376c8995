// Lag putting: leave it close. Stations between the shortest and the longest, or all at one target; every player putts each
// station. Holed 3 points, a leave within 5 % of the distance 2, within 10 % (at least 1 ft) and not short by more than
// 10 % 1. C25 names the cfg keys.

import type { Random } from '../../hal/random/random.ts';
import { GAME_MODE, LAG_POINTS } from '../../wire/choices.ts';
import { integerOr, isIntegerIn, isListOfRecords, isNumberIn, isRecord, type NumberField } from '../facts/fields.ts';
import type { Range } from '../../wire/limits.ts';
import { leaveFeet, mean, shortFeet, type Putt } from './putt.ts';
import { areSeats, type GameRules, type SeatResult } from './game.ts';

export interface LagCfg {
  readonly shots: number;
  /** Shortest and longest station, feet. */
  readonly csMin: number;
  readonly csMax: number;
  /** 1: every station at `target` feet. */
  readonly manual: 0 | 1;
  readonly target: number;
}

export const LAG_FIELDS = {
  shots: { min: 1, max: 50, step: 1, default: 10 },
  csMin: { min: 5, max: 100, step: 1, default: 15 },
  csMax: { min: 5, max: 100, step: 1, default: 40 },
  target: { min: 5, max: 100, step: 1, default: 30 },
} as const satisfies Record<string, NumberField>;

export interface LagPutt {
  readonly target_ft: number;
  readonly leave_ft: number;
  readonly short: boolean;
  readonly points: number;
}

export interface LagState {
  readonly game: 'lag';
  readonly cfg: LagCfg;
  /** The distance of each station of the set, drawn when it began. */
  readonly stations_ft: readonly number[];
  readonly seats: readonly { readonly player_id: number; readonly putts: readonly LagPutt[] }[];
  readonly turn: number;
}

export function lagCfgFrom(data: Readonly<Record<string, unknown>>): LagCfg {
  const low = integerOr(data['csMin'], LAG_FIELDS.csMin);
  return {
    shots: integerOr(data['shots'], LAG_FIELDS.shots),
    csMin: low,
    csMax: Math.max(low, integerOr(data['csMax'], LAG_FIELDS.csMax)),
    manual: data['manual'] === 1 ? 1 : 0,
    target: integerOr(data['target'], LAG_FIELDS.target),
  };
}

export function startLag(cfg: LagCfg, player_ids: readonly number[], random: Random): LagState {
  const draw = (): number => cfg.csMin + random.int(cfg.csMax - cfg.csMin + 1);
  return {
    game: 'lag',
    cfg,
    stations_ft: Array.from({ length: cfg.shots }, () => (cfg.manual ? cfg.target : draw())),
    seats: player_ids.map((player_id) => ({ player_id, putts: [] })),
    turn: 0,
  };
}

/** Points of a putt: see the head of this file. */
export function lagPoints(putt: Putt): number {
  const target_ft = putt.target_ft ?? 0;
  if (putt.outcome.verdict === 'holed') return 3;
  const leave_ft = leaveFeet(putt);
  if (leave_ft <= LAG_POINTS.two_within * target_ft) return 2;
  const near = leave_ft <= Math.max(LAG_POINTS.one_within_ft, LAG_POINTS.one_within * target_ft);
  return near && shortFeet(putt) <= LAG_POINTS.short_at_most * target_ft ? 1 : 0;
}

const station = (state: LagState): number | undefined => state.stations_ft[state.seats[state.turn]?.putts.length ?? 0];
const isOver = (state: LagState): boolean => state.seats.every((seat) => seat.putts.length >= state.cfg.shots);

export const lagPutting: GameRules<LagState> = {
  id: 'lag',
  mode: GAME_MODE.lag,
  name: 'Lag putting',
  trend: { label: 'Mean error', unit: '%', digits: 0, better: 'low' },
  target_ft: (state) => station(state) ?? null,
  score(state, putt) {
    const scored: LagPutt = {
      target_ft: putt.target_ft ?? 0,
      leave_ft: leaveFeet(putt),
      short: putt.outcome.verdict === 'short',
      points: lagPoints(putt),
    };
    const seats = state.seats.map((seat, i) => (i === state.turn ? { ...seat, putts: [...seat.putts, scored] } : seat));
    return { ...state, seats, turn: (state.turn + 1) % state.seats.length };
  },
  over: isOver,
  progress: (state) =>
    `Putt ${Math.min(state.cfg.shots, (state.seats[state.turn]?.putts.length ?? 0) + 1)} of ${state.cfg.shots}`,
  standing: (state, seat) => (points(state, seat) === 1 ? '1 pt' : `${points(state, seat)} pts`),
  results: (state) => state.seats.map((_, seat) => resultOf(state, seat)),
  restore: restoreLag,
};

const points = (state: LagState, seat: number): number =>
  (state.seats[seat]?.putts ?? []).reduce((sum, putt) => sum + putt.points, 0);

function resultOf(state: LagState, seat: number): SeatResult {
  const { player_id, putts } = state.seats[seat] as LagState['seats'][number];
  const error = mean(putts.map((putt) => (100 * putt.leave_ft) / putt.target_ft));
  const short = putts.filter((putt) => putt.short).length;
  return {
    player_id,
    headline: points(state, seat) === 1 ? '1 point' : `${points(state, seat)} points`,
    figures: [
      { label: 'Mean leave', feet: mean(putts.map((putt) => putt.leave_ft)) },
      { label: 'Mean error', text: `${error.toFixed(0)} %` },
      { label: 'Short', text: `${putts.length === 0 ? 0 : Math.round((100 * short) / putts.length)} %` },
    ],
    trend_value: putts.length > 0 ? error : null,
  };
}

/** A stored set, or null where the data is not a set that can go on. */
function restoreLag(data: Readonly<Record<string, unknown>>): LagState | null {
  const cfg = isRecord(data['cfg']) ? lagCfgFrom(data['cfg']) : null;
  const { stations_ft, seats, turn } = data;
  if (!cfg || !isStations(stations_ft, cfg) || !isListOfRecords(seats) || !areSeats(seats, turn)) return null;
  if (!seats.every((seat) => isSeat(seat, stations_ft))) return null;
  // Everybody before the one on turn is one putt ahead.
  const done = seats.at(-1)?.putts.length ?? 0;
  const in_turn = seats.every(({ putts }, seat) => putts.length === done + (seat < turn ? 1 : 0));
  if (!in_turn || done >= cfg.shots) return null;
  const copied = seats.map(({ player_id, putts }) => ({
    player_id,
    putts: putts.map(({ target_ft, leave_ft, short, points }) => ({ target_ft, leave_ft, short, points })),
  }));
  return { game: 'lag', cfg, stations_ft, seats: copied, turn };
}

/** More than the hardest stroke on the fastest green can leave. */
const LEAVE_FT: Range = { min: 0, max: 1000 };

const isStations = (data: unknown, { shots }: LagCfg): data is readonly number[] =>
  Array.isArray(data) && data.length === shots && data.every((feet) => isIntegerIn(feet, LAG_FIELDS.target));

const isSeat = (
  seat: Record<string, unknown>,
  stations_ft: readonly number[],
): seat is Record<string, unknown> & LagState['seats'][number] =>
  isListOfRecords(seat['putts']) && seat['putts'].every((putt, i) => isPutt(putt, stations_ft[i]));

const isPutt = ({ target_ft, leave_ft, short, points }: Record<string, unknown>, station_ft?: number): boolean =>
  target_ft === station_ft &&
  isNumberIn(leave_ft, LEAVE_FT) &&
  typeof short === 'boolean' &&
  isIntegerIn(points, { min: 0, max: 3 });
