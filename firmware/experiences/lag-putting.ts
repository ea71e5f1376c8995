// Lag putting: leave it close. Stations between the shortest and the longest, or all at one target; each player putts
// each station. A holed putt scores 3 points, a leave within 5 % of the distance 2, within 10 % (at least 1 ft) and not
// short by more than 10 % 1. C25 names the cfg keys.

import { isIntegerIn, isListOfRecords, isNumberIn, isRecord } from '../persisted/fields.ts';
import type { Range } from '../../wire/limits.ts';
import { drawSlopes, SLOPE_FIELD, slopesFrom } from '../greens/greens.ts';
import type { PlaneSlope } from '../roll/surface.ts';
import { ICON } from '../ui/icons.ts';
import { cfgFrom, defineCfg, type CfgOf } from './cfg.ts';
import { defineSet } from './experience.ts';
import { leaveFeet, mean, shortFeet, type Putt } from './putt.ts';
import { areSeats, isInTurn, type SeatResult, type SetRules } from './set-rules.ts';

/** C59: points by the leave, as a share of the distance. */
const POINTS = { two_within: 0.05, one_within: 0.1, one_within_ft: 1, short_at_most: 0.1 } as const;

const feet = (label: string, default_ft: number) =>
  ({ label, min: 5, max: 100, step: 1, default: default_ft, unit: 'ft' }) as const;

/** `csMin`, `csMax`: shortest and longest station, feet. `manual` 1: every station at `target` feet. */
const CFG = defineCfg({
  key: 'lag',
  fields: {
    shots: { label: 'Putts', min: 1, max: 50, step: 1, default: 10 },
    csMin: feet('Shortest', 15),
    csMax: feet('Longest', 40),
    manual: { label: 'Stations', min: 0, max: 1, step: 1, default: 0, words: ['at random', 'all at one distance'] },
    target: feet('Distance', 30),
    slope: SLOPE_FIELD,
  },
  ordered: ['csMin', 'csMax'],
  shown: ({ manual }) => [
    'shots',
    'manual',
    ...(manual === 1 ? (['target'] as const) : (['csMin', 'csMax'] as const)),
    'slope',
  ],
});
type LagCfg = CfgOf<typeof CFG>;

interface LagPutt {
  readonly target_ft: number;
  readonly leave_ft: number;
  readonly short: boolean;
  readonly points: number;
}

export interface LagState {
  readonly game: 'lag';
  readonly cfg: LagCfg;
  /** Distance of each station, drawn when the set starts. */
  readonly stations_ft: readonly number[];
  /** Slope of each station. Default: flat. */
  readonly slopes?: readonly PlaneSlope[];
  readonly seats: readonly { readonly player_id: number; readonly putts: readonly LagPutt[] }[];
  readonly turn: number;
}

/** Returns the points of a putt; see the head of this file. */
export function lagPoints(putt: Putt): number {
  const target_ft = putt.target_ft ?? 0;
  if (putt.outcome.verdict === 'holed') return 3;
  const leave_ft = leaveFeet(putt);
  if (leave_ft <= POINTS.two_within * target_ft) return 2;
  const near = leave_ft <= Math.max(POINTS.one_within_ft, POINTS.one_within * target_ft);
  return near && shortFeet(putt) <= POINTS.short_at_most * target_ft ? 1 : 0;
}

const stationNumber = ({ seats, turn }: LagState): number => seats[turn]?.putts.length ?? 0;
const station = (state: LagState): number | undefined => state.stations_ft[stationNumber(state)];
const isOver = (state: LagState): boolean => state.seats.every((seat) => seat.putts.length >= state.cfg.shots);

const rules: SetRules<LagState, LagCfg> = {
  start(cfg, player_ids, random) {
    const draw = (): number => cfg.csMin + random.int(cfg.csMax - cfg.csMin + 1);
    const stations_ft = Array.from({ length: cfg.shots }, () => (cfg.manual === 1 ? cfg.target : draw()));
    return {
      game: 'lag',
      cfg,
      stations_ft,
      ...(cfg.slope > 0 && { slopes: drawSlopes(cfg.slope, cfg.shots, random) }),
      seats: player_ids.map((player_id) => ({ player_id, putts: [] })),
      turn: 0,
    };
  },
  target_ft: (state) => station(state) ?? null,
  slope: (state) => state.slopes?.[stationNumber(state)] ?? null,
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
  gain(state, seat) {
    const points = state.seats[seat]?.putts.at(-1)?.points ?? 0;
    return points > 0 ? `+${points}` : '';
  },
  over: isOver,
  progress: (state) =>
    `Putt ${Math.min(state.cfg.shots, (state.seats[state.turn]?.putts.length ?? 0) + 1)} of ${state.cfg.shots}`,
  standing(state, seat) {
    const points = pointsOf(state.seats[seat]?.putts ?? []);
    return points === 1 ? '1 pt' : `${points} pts`;
  },
  results: (state) => state.seats.map((seat) => resultOf(seat)),
  restore: restoreLag,
};

export const lagPutting = defineSet({
  id: 'lag',
  mode: 9,
  name: 'Lag putting',
  icon: ICON.flag,
  about: 'Stop it close: 3 holed, 2 within 5 %, 1 within 10 %.',
  cfg: CFG,
  trend: { label: 'Mean error', unit: '%', digits: 0, better: 'low', values: { min: 0, max: 99_999 } },
  aimed: false,
  forwarded: 'station',
  free: false,
  stored: true,
  rules,
});

const pointsOf = (putts: readonly LagPutt[]): number => putts.reduce((sum, putt) => sum + putt.points, 0);

function resultOf({ player_id, putts }: LagState['seats'][number]): SeatResult {
  const points = pointsOf(putts);
  const error = mean(putts.map((putt) => (100 * putt.leave_ft) / putt.target_ft));
  const short = putts.filter((putt) => putt.short).length;
  return {
    player_id,
    count: putts.length,
    headline: points === 1 ? '1 point' : `${points} points`,
    figures: [
      { label: 'Mean leave', feet: mean(putts.map((putt) => putt.leave_ft)) },
      { label: 'Mean error', text: `${error.toFixed(0)} %` },
      { label: 'Short', text: `${putts.length === 0 ? 0 : Math.round((100 * short) / putts.length)} %` },
    ],
    trendValue: putts.length > 0 ? error : null,
  };
}

/** Restores a stored set; null if the data is not a set that can be resumed. */
function restoreLag(data: Readonly<Record<string, unknown>>): LagState | null {
  const cfg = isRecord(data['cfg']) ? cfgFrom(CFG, data['cfg']) : null;
  const { stations_ft, seats, turn } = data;
  if (!cfg || !isStations(stations_ft, cfg) || !isListOfRecords(seats) || !areSeats(seats, turn)) return null;
  const slopes = slopesFrom(data['slopes'], cfg.slope, cfg.shots);
  if (!slopes) return null;
  if (!seats.every((seat) => isSeat(seat, stations_ft))) return null;
  if (!isInTurn(seats, turn, cfg.shots)) return null;
  const copied = seats.map(({ player_id, putts }) => ({
    player_id,
    putts: putts.map(({ target_ft, leave_ft, short, points }) => ({ target_ft, leave_ft, short, points })),
  }));
  return { game: 'lag', cfg, stations_ft, ...(cfg.slope > 0 && { slopes }), seats: copied, turn };
}

/** Exceeds the leave of the hardest stroke on the fastest green. */
const LEAVE_FT: Range = { min: 0, max: 1000 };

const isStations = (data: unknown, { shots }: LagCfg): data is readonly number[] =>
  Array.isArray(data) && data.length === shots && data.every((feet) => isIntegerIn(feet, CFG.fields.target));

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
