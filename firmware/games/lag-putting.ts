// Lag putting: leave it close. Stations between the shortest and the longest, or all at one target; every player putts each
// station. Holed 3 points, a leave within 5 % of the distance 2, within 10 % (at least 1 ft) and not short by more than
// 10 % 1. C25 names the cfg keys.

import type { Random } from '../../hal/random/random.ts';
import { GAME_MODE } from '../../wire/choices.ts';
import { integerOr, isRecord, recordsOf, type NumberField } from '../facts/fields.ts';
import { leaveFeet, mean, shortFeet, type Putt } from './putt.ts';
import type { GameRules, SeatResult } from './game.ts';

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
  if (leave_ft <= 0.05 * target_ft) return 2;
  const near = leave_ft <= Math.max(1, 0.1 * target_ft);
  return near && shortFeet(putt) <= 0.1 * target_ft ? 1 : 0;
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
  standing: (state, seat) => `${points(state, seat)} pts`,
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
    headline: `${points(state, seat)} points`,
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
  const stations = data['stations_ft'];
  const turn = data['turn'];
  if (!cfg || !Array.isArray(stations) || stations.length !== cfg.shots || typeof turn !== 'number') return null;
  const stations_ft = stations.filter((feet): feet is number => typeof feet === 'number' && feet >= 1 && feet <= 300);
  const seats = recordsOf(data['seats']).map((seat) => ({
    player_id: Number(seat['player_id']),
    putts: recordsOf(seat['putts']).map((putt) => ({
      target_ft: Number(putt['target_ft']),
      leave_ft: Number(putt['leave_ft']),
      short: putt['short'] === true,
      points: Number(putt['points']),
    })),
  }));
  const numbers = seats.flatMap((seat) => [
    seat.player_id,
    ...seat.putts.flatMap((putt) => [putt.target_ft, putt.leave_ft, putt.points]),
  ]);
  if (!numbers.every(Number.isFinite) || stations_ft.length !== cfg.shots || !seats[turn]) return null;
  const state: LagState = { game: 'lag', cfg, stations_ft, seats, turn };
  return isOver(state) ? null : state;
}
