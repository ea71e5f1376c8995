// What the drills of the club face and of distance have in common: a set of putts for everybody in turn, each putt worth one figure and
// some points. What a drill measures and how it judges is in a file of its own.

import type { Random } from '../../../hal/random/random.ts';
import { GAME_MODE, type DrillId } from '../../../wire/choices.ts';
import type { Range } from '../../../wire/limits.ts';
import { integerOr, isIntegerIn, isListOfRecords, isNumberIn, isRecord, type NumberField } from '../../facts/fields.ts';
import { areSeats, type Figure, type GameRules, type Remark } from '../game.ts';
import type { Putt } from '../putt.ts';

export interface DrillPutt {
  /** What the drill measures. */
  readonly value: number;
  readonly points: number;
}

/** A setting of a drill; `words` for one that is chosen by name. */
export interface DrillField extends NumberField {
  readonly label: string;
  readonly unit?: 'ft';
  readonly words?: readonly string[];
}

export type DrillCfg = Readonly<Record<string, number>> & { readonly shots: number };

export interface DrillSpec {
  readonly id: DrillId;
  readonly name: string;
  readonly trend: GameRules<DrillState>['trend'];
  readonly fields: Readonly<Record<string, DrillField>> & { readonly shots: DrillField };
  /** Settings that mean something beside the others. */
  shown(cfg: DrillCfg): readonly string[];
  /** The distances that are called, feet; none where none is. */
  stations(cfg: DrillCfg, random: Random): readonly number[];
  /** What a putt can measure, for what is stored. */
  readonly values: Range;
  readonly points_max: number;
  /** `called_ft`: the distance that was called; 0 for none. */
  score(putt: Putt, called_ft: number, cfg: DrillCfg): DrillPutt;
  remark(putt: DrillPutt, cfg: DrillCfg): Remark;
  standing(putts: readonly DrillPutt[]): string;
  headline(putts: readonly DrillPutt[]): string;
  figures(putts: readonly DrillPutt[]): readonly Figure[];
  /** Null where there is too little to keep. */
  trend_value(putts: readonly DrillPutt[]): number | null;
}

export interface DrillState {
  readonly game: DrillId;
  readonly cfg: DrillCfg;
  readonly stations_ft: readonly number[];
  readonly seats: readonly { readonly player_id: number; readonly putts: readonly DrillPutt[] }[];
  readonly turn: number;
}

/** The settings of a drill out of data that may be anything. */
export function drillCfgFrom({ fields }: DrillSpec, data: Readonly<Record<string, unknown>>): DrillCfg {
  const read = Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, integerOr(data[key], field)]));
  const { csMin = 0, csMax = 0 } = read;
  const ordered = 'csMax' in read ? { csMax: Math.max(csMin, csMax) } : {};
  return { ...read, ...ordered, shots: read['shots'] ?? fields.shots.default };
}

export const startDrill = (
  spec: DrillSpec,
  cfg: DrillCfg,
  player_ids: readonly number[],
  random: Random,
): DrillState => ({
  game: spec.id,
  cfg,
  stations_ft: spec.stations(cfg, random),
  seats: player_ids.map((player_id) => ({ player_id, putts: [] })),
  turn: 0,
});

/** The putts of a seat, of the one on turn where no other is named. */
const puttsOf = (state: DrillState, seat = state.turn): readonly DrillPutt[] => state.seats[seat]?.putts ?? [];
const calledFeet = (state: DrillState): number | null => state.stations_ft[puttsOf(state).length] ?? null;

export const rulesOfDrill = (spec: DrillSpec): GameRules<DrillState> => ({
  id: spec.id,
  mode: GAME_MODE[spec.id],
  name: spec.name,
  trend: spec.trend,
  target_ft: () => null,
  called_ft: calledFeet,
  score(state, putt) {
    const scored = spec.score(putt, calledFeet(state) ?? 0, state.cfg);
    const seats = state.seats.map((seat, i) => (i === state.turn ? { ...seat, putts: [...seat.putts, scored] } : seat));
    return { ...state, seats, turn: (state.turn + 1) % state.seats.length };
  },
  remark(state, seat) {
    const putt = puttsOf(state, seat).at(-1);
    return putt ? spec.remark(putt, state.cfg) : null;
  },
  over: ({ seats, cfg }) => seats.every(({ putts }) => putts.length >= cfg.shots),
  progress: (state) => `Putt ${Math.min(state.cfg.shots, puttsOf(state).length + 1)} of ${state.cfg.shots}`,
  standing: (state, seat) => spec.standing(puttsOf(state, seat)),
  results: ({ seats }) =>
    seats.map(({ player_id, putts }) => ({
      player_id,
      headline: spec.headline(putts),
      figures: putts.length === 0 ? [] : spec.figures(putts),
      trend_value: spec.trend_value(putts),
    })),
  restore: (data) => restoreDrill(spec, data),
});

/** A stored set, or null where the data is not a set that can go on. */
function restoreDrill(spec: DrillSpec, data: Readonly<Record<string, unknown>>): DrillState | null {
  const cfg = isRecord(data['cfg']) ? drillCfgFrom(spec, data['cfg']) : null;
  const { stations_ft, seats, turn } = data;
  if (!cfg || !isStations(stations_ft, spec, cfg) || !isListOfRecords(seats) || !areSeats(seats, turn)) return null;
  if (!seats.every((seat) => isSeat(seat, spec))) return null;
  // Everybody before the one on turn is one putt ahead.
  const done = seats.at(-1)?.putts.length ?? 0;
  const in_turn = seats.every(({ putts }, seat) => putts.length === done + (seat < turn ? 1 : 0));
  if (!in_turn || done >= cfg.shots) return null;
  const copied = seats.map(({ player_id, putts }) => ({
    player_id,
    putts: putts.map(({ value, points }) => ({ value, points })),
  }));
  return { game: spec.id, cfg, stations_ft, seats: copied, turn };
}

function isStations(data: unknown, { fields }: DrillSpec, { shots }: DrillCfg): data is readonly number[] {
  const { target } = fields as Readonly<Record<string, DrillField>>;
  if (!Array.isArray(data) || data.length !== (target ? shots : 0)) return false;
  return data.every((feet) => target !== undefined && isIntegerIn(feet, target));
}

const isSeat = (
  seat: Record<string, unknown>,
  { values, points_max }: DrillSpec,
): seat is Record<string, unknown> & DrillState['seats'][number] =>
  isListOfRecords(seat['putts']) &&
  seat['putts'].every(
    ({ value, points }) => isNumberIn(value, values) && isIntegerIn(points, { min: 0, max: points_max }),
  );

export const SHOTS: DrillField = { label: 'Putts', min: 1, max: 50, step: 1, default: 10 };
export const pointsOf = (putts: readonly DrillPutt[]): number => putts.reduce((sum, { points }) => sum + points, 0);
export const shareText = (part: number, of: number): string => `${of === 0 ? 0 : Math.round((100 * part) / of)} %`;

/** The longest run of putts with points. */
export function streakOf(putts: readonly DrillPutt[]): number {
  let [longest, running] = [0, 0];
  for (const { points } of putts) {
    running = points > 0 ? running + 1 : 0;
    longest = Math.max(longest, running);
  }
  return longest;
}
