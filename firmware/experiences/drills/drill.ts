// What the drills of the club face and of distance have in common: a set of putts for everybody in turn, each putt worth one figure and
// some points. What a drill measures and how it judges is in a file of its own.

import type { Random } from '../../../hal/random/random.ts';
import type { Range } from '../../../wire/limits.ts';
import { isIntegerIn, isListOfRecords, isNumberIn, isRecord } from '../../persisted/fields.ts';
import type { IconPath } from '../../ui/icons.ts';
import { cfgFrom, defineCfg, type CfgField, type CfgSpec } from '../cfg.ts';
import { defineSet, type SetExperience, type Trend } from '../experience.ts';
import type { Putt } from '../putt.ts';
import { areSeats, type Figure, type Remark, type SetRules } from '../set-rules.ts';

export interface DrillPutt {
  /** What the drill measures. */
  readonly value: number;
  readonly points: number;
}

type DrillCfg<Name extends string> = Readonly<Record<Name | 'shots', number>>;

/** Distances that are called, one for each putt of the set. */
interface Calls<Name extends string> {
  /** Feet. */
  stations(cfg: DrillCfg<Name>, random: Random): readonly number[];
  /** Where every one of them lies. */
  readonly range: Range;
  /** How near counts, as a share of the distance. */
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
  /** Settings that mean something beside the others. */
  shown(cfg: DrillCfg<Name>): readonly NoInfer<Name | 'shots'>[];
  /** Without it nothing is called. */
  readonly calls?: Calls<NoInfer<Name>>;
  /** What a putt can measure, for what is stored. */
  readonly values: Range;
  readonly points_max: number;
  /** `called_ft`: the distance that was called; 0 for none. */
  score(putt: Putt, called_ft: number, cfg: DrillCfg<Name>): DrillPutt;
  remark(putt: DrillPutt, cfg: DrillCfg<Name>): Remark;
  standing(putts: readonly DrillPutt[]): string;
  headline(putts: readonly DrillPutt[]): string;
  figures(putts: readonly DrillPutt[]): readonly Figure[];
  /** Null where there is too little to keep. */
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

/** The experience that a drill is; its settings are stored under its own id. */
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

/** The putts of a seat, of the one on turn where no other is named. */
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
      trendValue: spec.trendValue(putts),
    })),
  restore: (data) => restoreDrill(spec, cfg_spec, data),
});

/** A stored set, or null where the data is not a set that can go on. */
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

/** One of the range for each putt; none at all where nothing is called. */
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

/** The longest run of putts with points. */
export function streakOf(putts: readonly DrillPutt[]): number {
  let [longest, running] = [0, 0];
  for (const { points } of putts) {
    running = points > 0 ? running + 1 : 0;
    longest = Math.max(longest, running);
  }
  return longest;
}
