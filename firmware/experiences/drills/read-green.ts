// Read the green: a putt with break. The player aims beside the hole, then putts on that line; the read and the stroke
// score apart (C182).

import { drawSlopes, SLOPE_FIELD, slopesFrom } from '../../greens/greens.ts';
import { isIntegerIn, isListOfRecords, isNumberIn, isRecord } from '../../persisted/fields.ts';
import { idealPutt } from '../../roll/aim.ts';
import { outcomeOn } from '../../roll/putt-outcome.ts';
import { FOOT_M } from '../../roll/roll.ts';
import type { PlaneSlope } from '../../roll/surface.ts';
import { startDirection } from '../../roll/verdict.ts';
import type { Units } from '../../units.ts';
import { acrossText, INCH_M } from '../aim.ts';
import { cfgFrom, defineCfg, type CfgOf } from '../cfg.ts';
import { defineSet } from '../experience.ts';
import { mean, type Putt } from '../putt.ts';
import { areSeats, isInTurn, type IdealRoll, type Remark, type SeatResult, type SetRules } from '../set-rules.ts';

/** C182: points for a read, by its error in inches or as a share of the break, and the error of a straight stroke. */
const READ = { two: { inches: 1, share: 0.1 }, one: { inches: 2, share: 0.25 } } as const;
const STRAIGHT_DEG = 0.5;
const POINTS_MAX = 3;
/** C182: the ideal putt would roll a foot past the hole. */
const PAST_M = FOOT_M;

const feet = (label: string, default_ft: number) =>
  ({ label, min: 4, max: 40, step: 1, default: default_ft, unit: 'ft' }) as const;

/** `steep` 0: gentle slopes, 1: championship slopes. */
const CFG = defineCfg({
  key: 'readgreen',
  fields: {
    shots: { label: 'Putts', min: 1, max: 50, step: 1, default: 10 },
    csMin: feet('Shortest', 8),
    csMax: feet('Longest', 20),
    steep: { label: 'Slope', min: 0, max: 1, step: 1, default: 0, words: SLOPE_FIELD.words.slice(1) },
  },
  ordered: ['csMin', 'csMax'],
  shown: () => ['shots', 'csMin', 'csMax', 'steep'],
});
type ReadCfg = CfgOf<typeof CFG>;
const slopeOf = ({ steep }: ReadCfg): number => steep + 1;

/** Smallest fall to a side, as a share of the limit. */
const SIDE_SHARE_MIN = 0.3;

interface ReadPutt {
  /** Aim against the ideal one, inches: positive on the high side of it. */
  readonly read_in: number;
  /** Start direction from the aim, degrees: positive for a push. */
  readonly push_deg: number;
  readonly read_points: number;
  readonly stroke_points: number;
}

interface ReadState {
  readonly game: 'readgreen';
  readonly cfg: ReadCfg;
  readonly stations_ft: readonly number[];
  readonly slopes: readonly PlaneSlope[];
  readonly seats: readonly { readonly player_id: number; readonly putts: readonly ReadPutt[] }[];
  readonly turn: number;
}

const stationNumber = ({ seats, turn }: ReadState): number => seats[turn]?.putts.length ?? 0;

/** Scores a putt against its ideal aim, inches, positive right. */
export function readPutt(putt: Putt, ideal_in: number): ReadPutt {
  const high = (putt.green?.slope?.side_percent ?? 0) > 0 ? -1 : 1;
  const read_in = (putt.aim_in - ideal_in) * high;
  const push_deg = startDirection(putt.player_strike.face_angle_deg);
  const within = ({ inches, share }: { readonly inches: number; readonly share: number }): boolean =>
    Math.abs(read_in) <= Math.max(inches, share * Math.abs(ideal_in));
  const read_points = within(READ.two) ? 2 : within(READ.one) ? 1 : 0;
  return { read_in, push_deg, read_points, stroke_points: Math.abs(push_deg) <= STRAIGHT_DEG ? 1 : 0 };
}

/** Ideal rolls of the latest putts, which are shown as well as scored. */
const ideals = new WeakMap<Putt, IdealRoll | null>();

/** Returns the ideal roll for the slope and distance of a putt; null if there is none. */
function idealFor(putt: Putt): IdealRoll | null {
  const found = ideals.get(putt);
  if (found !== undefined) return found;
  const ideal = computedIdeal(putt);
  ideals.set(putt, ideal);
  return ideal;
}

function computedIdeal({ green, target_ft, stimp_ft, outcome: { roll } }: Putt): IdealRoll | null {
  if (!green || target_ft === null) return null;
  const speed = { stimp_ft, x_factor: roll.x_factor };
  const wish = { hole_m: target_ft * FOOT_M, past_m: PAST_M };
  const ideal = idealPutt({ surface: green.surface, ...speed }, wish);
  if (!ideal) return null;
  const { curve } = outcomeOn(green.surface, ideal, speed, target_ft);
  return { aim_in: ideal.aim_m / INCH_M, ball_speed_mps: ideal.speed_mps, curve: curve ?? null };
}

const rules: SetRules<ReadState, ReadCfg> = {
  start(cfg, player_ids, random) {
    const { csMin, csMax, shots } = cfg;
    return {
      game: 'readgreen',
      cfg,
      stations_ft: Array.from({ length: shots }, () => csMin + random.int(csMax - csMin + 1)),
      slopes: drawSlopes(slopeOf(cfg), shots, random, SIDE_SHARE_MIN),
      seats: player_ids.map((player_id) => ({ player_id, putts: [] })),
      turn: 0,
    };
  },
  target_ft: (state) => state.stations_ft[stationNumber(state)] ?? null,
  slope: (state) => state.slopes[stationNumber(state)] ?? null,
  ideal: (putt) => idealFor(putt),
  score(state, putt) {
    const scored = readPutt(putt, idealFor(putt)?.aim_in ?? putt.aim_in);
    const seats = state.seats.map((seat, i) => (i === state.turn ? { ...seat, putts: [...seat.putts, scored] } : seat));
    return { ...state, seats, turn: (state.turn + 1) % state.seats.length };
  },
  remark(state, seat, units) {
    const putt = state.seats[seat]?.putts.at(-1);
    return putt ? remarkOn(putt, units) : null;
  },
  gain(state, seat) {
    const points = pointsOf(state.seats[seat]?.putts.slice(-1) ?? []);
    return points > 0 ? `+${points}` : '';
  },
  over: ({ seats, cfg }) => seats.every(({ putts }) => putts.length >= cfg.shots),
  progress: (state) => `Putt ${Math.min(state.cfg.shots, stationNumber(state) + 1)} of ${state.cfg.shots}`,
  standing: (state, seat) => pointsText(state.seats[seat]?.putts ?? []),
  results: ({ seats }) => seats.map((seat) => resultOf(seat)),
  restore: restoreRead,
};

export const readGreen = defineSet({
  id: 'readgreen',
  mode: 16,
  name: 'Read the green',
  icon: 'M3 8 C8 4 16 12 21 7 M3 14 C8 10 16 18 21 13 M3 20 C8 16 16 24 21 19',
  about: 'Aim for the break: read up to 2, straight stroke 1.',
  cfg: CFG,
  trend: { label: 'Points scored', unit: '%', digits: 0, better: 'high', values: { min: 0, max: 100 } },
  aimed: false,
  forwarded: null,
  free: false,
  stored: true,
  rules,
});

/** A smaller error of a read counts as none, inches. */
const SPOT_ON_IN = 0.5;

/** Describes a putt, such as `Read 2 in low: 0.4° pull`. */
function remarkOn({ read_in, push_deg, read_points }: ReadPutt, units: Units): Remark {
  const off = `${acrossText(read_in, units)} ${read_in > 0 ? 'high' : 'low'}`;
  const read = Math.abs(read_in) < SPOT_ON_IN ? 'spot on' : off;
  const degrees = Math.abs(push_deg).toFixed(1);
  const stroke = degrees === '0.0' ? 'straight' : `${degrees}° ${push_deg > 0 ? 'push' : 'pull'}`;
  return { good: read_points > 0, text: `Read ${read}: ${stroke}` };
}

const pointsOf = (putts: readonly ReadPutt[]): number =>
  putts.reduce((sum, { read_points, stroke_points }) => sum + read_points + stroke_points, 0);

const pointsText = (putts: readonly ReadPutt[]): string => {
  const points = pointsOf(putts);
  return points === 1 ? '1 pt' : `${points} pts`;
};

function resultOf({ player_id, putts }: ReadState['seats'][number]): SeatResult {
  const low = putts.filter(({ read_in }) => read_in <= -SPOT_ON_IN).length;
  const of = Math.max(1, putts.length);
  return {
    player_id,
    count: putts.length,
    headline: `${pointsOf(putts)} of ${POINTS_MAX * putts.length} points`,
    figures: [
      { label: 'Read points', text: String(putts.reduce((sum, { read_points }) => sum + read_points, 0)) },
      { label: 'Read low', text: `${Math.round((100 * low) / of)} %` },
      { label: 'Off the aim', text: `${mean(putts.map(({ push_deg }) => Math.abs(push_deg))).toFixed(1)}°` },
    ],
    trendValue: putts.length > 0 ? (100 * pointsOf(putts)) / (POINTS_MAX * putts.length) : null,
  };
}

/** Restores a stored set; null if the data is not a set that can be resumed. */
function restoreRead(data: Readonly<Record<string, unknown>>): ReadState | null {
  const cfg = isRecord(data['cfg']) ? cfgFrom(CFG, data['cfg']) : null;
  const { stations_ft, seats, turn } = data;
  if (!cfg || !isStations(stations_ft, cfg.shots) || !isListOfRecords(seats) || !areSeats(seats, turn)) return null;
  const slopes = slopesFrom(data['slopes'], slopeOf(cfg), cfg.shots);
  if (!slopes || !seats.every(isSeat) || !isInTurn(seats, turn, cfg.shots)) return null;
  const copied = seats.map(({ player_id, putts }) => ({
    player_id,
    putts: putts.map(({ read_in, push_deg, read_points, stroke_points }) => ({
      read_in,
      push_deg,
      read_points,
      stroke_points,
    })),
  }));
  return { game: 'readgreen', cfg, stations_ft, slopes, seats: copied, turn };
}

const isStations = (data: unknown, shots: number): data is readonly number[] =>
  Array.isArray(data) && data.length === shots && data.every((each) => isIntegerIn(each, CFG.fields.csMin));

const isSeat = (seat: Record<string, unknown>): seat is Record<string, unknown> & ReadState['seats'][number] =>
  isListOfRecords(seat['putts']) &&
  seat['putts'].every(
    ({ read_in, push_deg, read_points, stroke_points }) =>
      isNumberIn(read_in, { min: -1000, max: 1000 }) &&
      isNumberIn(push_deg, { min: -90, max: 90 }) &&
      isIntegerIn(read_points, { min: 0, max: 2 }) &&
      isIntegerIn(stroke_points, { min: 0, max: 1 }),
  );
