// Common base of the face and distance drills: a set of putts for each player in turn, each putt worth one figure and
// some points. Each drill defines its measurement and scoring in its own file.

import type { Random } from '../../../hal/random/random.ts';
import type { Range } from '../../../wire/limits.ts';
import { isIntegerIn, isListOfRecords, isNumberIn, isRecord } from '../../persisted/fields.ts';
import type { IconPath } from '../../ui/icons.ts';
import { cfgFrom, defineCfg, type CfgField, type CfgSpec } from '../cfg.ts';
import { defineSet, type SetExperience, type Trend } from '../experience.ts';
import type { Putt } from '../putt.ts';
import { areSeats, isInTurn, type SetFigure, type Remark, type SetRules } from '../set-rules.ts';

export interface DrillPutt {
  /** Value that the drill measures. */
  readonly value: number;
  readonly points: number;
}

type DrillCfg<Name extends string> = Readonly<Record<Name | 'shots', number>>;

/** Called distances, one per putt of the set. */
interface Calls<Name extends string> {
  /** Returns the called distances, feet. */
  stations(cfg: DrillCfg<Name>, random: Random): readonly number[];
  /** Range of the called distances, feet. */
  readonly range: Range;
  /** Tolerance, as a share of the distance. */
  readonly within: number;
}

interface DrillSpec<Id extends string = string, Name extends string = string> {
  readonly id: Id;
  readonly mode: number;
  readonly name: string;
  readonly icon: IconPath;
  readonly about: string;
  readonly trend: Trend;
  readonly fields: Readonly<Record<Name | 'shots', CfgField>>;
  readonly ordered?: readonly [low: NoInfer<Name>, high: NoInfer<Name>];
  /** Returns the settings that apply with these values. */
  shown(cfg: DrillCfg<Name>): readonly NoInfer<Name | 'shots'>[];
  /** Undefined if the drill calls no distances. */
  readonly calls?: Calls<NoInfer<Name>>;
  /** Returns the time between beats of a metronome; null for silence. Undefined if the drill has none. */
  beat_ms?(cfg: DrillCfg<Name>): number | null;
  /** Valid range of `value`, for checking stored putts. */
  readonly values: Range;
  readonly points_max: number;
  /** Scores a putt. `called_ft`: the called distance; 0 for none. */
  score(putt: Putt, called_ft: number, cfg: DrillCfg<Name>): DrillPutt;
  remark(putt: DrillPutt, cfg: DrillCfg<Name>): Remark;
  standing(putts: readonly DrillPutt[]): string;
  headline(putts: readonly DrillPutt[]): string;
  figures(putts: readonly DrillPutt[]): readonly SetFigure[];
  /** Returns the value for the trend; null if there are too few putts. */
  trendValue(putts: readonly DrillPutt[]): number | null;
}

export interface DrillState<Id extends string = string, Name extends string = string> {
  readonly game: Id;
  readonly cfg: DrillCfg<Name>;
  readonly stations_ft: readonly number[];
  readonly seats: readonly { readonly player_id: number; readonly putts: readonly DrillPutt[] }[];
  readonly turn: number;
}

type Drill<Id extends string, Name extends string> = SetExperience<
  Id,
  DrillState<Id, Name>,
  CfgSpec<Id, Name | 'shots'>,
  true
>;

/** Builds the experience of a drill; its settings are stored under its own id. */
export function drill<const Id extends string, Name extends string>(spec: DrillSpec<Id, Name>): Drill<Id, Name> {
  const { id, mode, name, icon, about, trend, fields, ordered, shown } = spec;
  const cfg: CfgSpec<Id, Name | 'shots'> = defineCfg({ key: id, fields, shown, ...(ordered ? { ordered } : {}) });
  return defineSet({
    id,
    mode,
    name,
    icon,
    about,
    cfg,
    trend,
    aimed: false,
    forwarded: null,
    free: false,
    stored: true,
    rules: rulesOfDrill(spec, cfg),
  });
}

/** Returns the putts of a seat. Default: the seat on turn. */
const puttsOf = (state: DrillState, seat = state.turn): readonly DrillPutt[] => state.seats[seat]?.putts ?? [];
const calledFeet = (state: DrillState): number | null => state.stations_ft[puttsOf(state).length] ?? null;

const rulesOfDrill = <Id extends string, Name extends string>(
  spec: DrillSpec<Id, Name>,
  cfg_spec: CfgSpec<Id, Name | 'shots'>,
): SetRules<DrillState<Id, Name>, DrillCfg<Name>> => ({
  start: (cfg, player_ids, random) => ({
    game: spec.id,
    cfg,
    stations_ft: spec.calls?.stations(cfg, random) ?? [],
    seats: player_ids.map((player_id) => ({ player_id, putts: [] })),
    turn: 0,
  }),
  target_ft: () => null,
  called_ft: calledFeet,
  called_within: spec.calls?.within ?? 0,
  beat_ms: ({ cfg }) => spec.beat_ms?.(cfg) ?? null,
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
      count: putts.length,
      headline: spec.headline(putts),
      figures: putts.length === 0 ? [] : spec.figures(putts),
      trendValue: spec.trendValue(putts),
    })),
  restore: (data) => restoreDrill(spec, cfg_spec, data),
});

/** Restores a stored set; null if the data is not a set that can be resumed. */
function restoreDrill<Id extends string, Name extends string>(
  spec: DrillSpec<Id, Name>,
  cfg_spec: CfgSpec<Id, Name | 'shots'>,
  data: Readonly<Record<string, unknown>>,
): DrillState<Id, Name> | null {
  const cfg = isRecord(data['cfg']) ? cfgFrom(cfg_spec, data['cfg']) : null;
  const { stations_ft, seats, turn } = data;
  if (
    !cfg ||
    !isStations(stations_ft, spec.calls?.range ?? null, cfg.shots) ||
    !isListOfRecords(seats) ||
    !areSeats(seats, turn)
  )
    return null;
  if (!seats.every((seat) => isSeat(seat, spec))) return null;
  if (!isInTurn(seats, turn, cfg.shots)) return null;
  const copied = seats.map(({ player_id, putts }) => ({
    player_id,
    putts: putts.map(({ value, points }) => ({ value, points })),
  }));
  return { game: spec.id, cfg, stations_ft, seats: copied, turn };
}

/** Checks for one distance within the range per putt, or an empty list if the drill calls none. */
function isStations(data: unknown, range: Range | null, shots: number): data is readonly number[] {
  if (!Array.isArray(data) || data.length !== (range ? shots : 0)) return false;
  return data.every((feet) => range !== null && isIntegerIn(feet, range));
}

const isSeat = (
  seat: Record<string, unknown>,
  { values, points_max }: Pick<DrillSpec, 'values' | 'points_max'>,
): seat is Record<string, unknown> & DrillState['seats'][number] =>
  isListOfRecords(seat['putts']) &&
  seat['putts'].every(
    ({ value, points }) => isNumberIn(value, values) && isIntegerIn(points, { min: 0, max: points_max }),
  );

export const SHOTS: CfgField = { label: 'Putts', min: 1, max: 50, step: 1, default: 10 };
export const pointsOf = (putts: readonly DrillPutt[]): number => putts.reduce((sum, { points }) => sum + points, 0);
export const shareText = (part: number, of: number): string => `${of === 0 ? 0 : Math.round((100 * part) / of)} %`;

/** Returns the length of the longest run of putts with points. */
export function streakOf(putts: readonly DrillPutt[]): number {
  let [longest, running] = [0, 0];
  for (const { points } of putts) {
    running = points > 0 ? running + 1 : 0;
    longest = Math.max(longest, running);
  }
  return longest;
}
