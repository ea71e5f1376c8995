// Close-in putting: a ladder of short putts. A holed putt moves the player up one station, a miss moves them back one.
// Points are the highest number of stations cleared; the set ends when the last station is holed or the shots are used
// up (C60).

import { isIntegerIn, isListOfRecords, isRecord } from '../persisted/fields.ts';
import { drawSlopes, SLOPE_FIELD, slopesFrom } from '../greens/greens.ts';
import type { PlaneSlope } from '../roll/surface.ts';
import { cfgFrom, defineCfg, type CfgOf } from './cfg.ts';
import { defineSet } from './experience.ts';
import { areSeats, type SeatResult, type SetRules } from './set-rules.ts';
import { assertDefined } from '../../wire/errors.ts';

/** C60: stations, feet. */
export const LADDER_FT: readonly number[] = [3, 4, 5, 6, 7, 8];

const CFG = defineCfg({
  key: 'close',
  fields: { shots: { label: 'Maximum putts', min: 6, max: 60, step: 1, default: 20 }, slope: SLOPE_FIELD },
  shown: () => ['shots', 'slope'],
});
type CloseCfg = CfgOf<typeof CFG>;

interface CloseSeat {
  readonly player_id: number;
  /** Index of the player's current station; the ladder's length once it is completed. */
  readonly rung: number;
  readonly best: number;
  readonly strokes: number;
  readonly holed: number;
}

export interface CloseState {
  readonly game: 'close';
  readonly cfg: CloseCfg;
  /** Slope of each station. Default: flat. */
  readonly slopes?: readonly PlaneSlope[];
  readonly seats: readonly CloseSeat[];
  readonly turn: number;
}

const isDone = (seat: CloseSeat, cfg: CloseCfg): boolean => seat.rung >= LADDER_FT.length || seat.strokes >= cfg.shots;
const isOver = (state: CloseState): boolean => state.seats.every((seat) => isDone(seat, state.cfg));

/** Returns the next seat after `turn` that still plays; `turn` itself if no other does. */
function nextTurn(seats: readonly CloseSeat[], turn: number, cfg: CloseCfg): number {
  for (let step = 1; step <= seats.length; step++) {
    const next = (turn + step) % seats.length;
    if (!isDone(assertDefined(seats[next], 'seat'), cfg)) return next;
  }
  return turn;
}

const rules: SetRules<CloseState, CloseCfg> = {
  start: (cfg, player_ids, random) => ({
    game: 'close',
    cfg,
    ...(cfg.slope > 0 && { slopes: drawSlopes(cfg.slope, LADDER_FT.length, random) }),
    seats: player_ids.map((player_id) => ({ player_id, rung: 0, best: 0, strokes: 0, holed: 0 })),
    turn: 0,
  }),
  target_ft: (state) => LADDER_FT[state.seats[state.turn]?.rung ?? 0] ?? null,
  slope: (state) => state.slopes?.[state.seats[state.turn]?.rung ?? 0] ?? null,
  score(state, putt) {
    const holed = putt.outcome.verdict === 'holed';
    const seats = state.seats.map((seat, i) => {
      if (i !== state.turn) return seat;
      const rung = holed ? seat.rung + 1 : Math.max(0, seat.rung - 1);
      return {
        ...seat,
        rung,
        best: Math.max(seat.best, rung),
        strokes: seat.strokes + 1,
        holed: seat.holed + (holed ? 1 : 0),
      };
    });
    return { ...state, seats, turn: nextTurn(seats, state.turn, state.cfg) };
  },
  over: isOver,
  progress(state) {
    const seat = state.seats[state.turn];
    return `Putt ${Math.min(state.cfg.shots, (seat?.strokes ?? 0) + 1)} of ${state.cfg.shots}`;
  },
  standing: (state, seat) => `${state.seats[seat]?.best ?? 0} of ${LADDER_FT.length}`,
  results: (state) => state.seats.map((seat) => resultOf(seat)),
  restore: restoreClose,
};

export const closeIn = defineSet({
  id: 'close',
  mode: 10,
  name: 'Close-in putting',
  icon: 'M12 3 A9 9 0 1 0 12.1 3 M12 8 A4 4 0 1 0 12.1 8',
  about: 'Holed moves up, missed back: a point per station.',
  cfg: CFG,
  trend: { label: 'Stations cleared', unit: '', digits: 0, better: 'high', values: { min: 0, max: 99 } },
  aimed: false,
  forwarded: 'hole',
  free: false,
  stored: true,
  rules,
});

function resultOf(seat: CloseSeat): SeatResult {
  return {
    player_id: seat.player_id,
    count: seat.strokes,
    headline: `${seat.best} of ${LADDER_FT.length} stations`,
    figures: [
      { label: 'Strokes', text: String(seat.strokes) },
      { label: 'Holed', text: String(seat.holed) },
      { label: 'Make rate', text: `${seat.strokes === 0 ? 0 : Math.round((100 * seat.holed) / seat.strokes)} %` },
    ],
    trendValue: seat.strokes > 0 ? seat.best : null,
  };
}

/** Restores a stored set; null if the data is not a set that can be resumed. */
function restoreClose(data: Readonly<Record<string, unknown>>): CloseState | null {
  const cfg = isRecord(data['cfg']) ? cfgFrom(CFG, data['cfg']) : null;
  const { seats, turn } = data;
  if (!cfg || !isListOfRecords(seats) || !areSeats(seats, turn) || !seats.every((seat) => isSeat(seat, cfg)))
    return null;
  const slopes = slopesFrom(data['slopes'], cfg.slope, LADDER_FT.length);
  if (!slopes) return null;
  const state: CloseState = {
    game: 'close',
    cfg,
    ...(cfg.slope > 0 && { slopes }),
    seats: seats.map(({ player_id, rung, best, strokes, holed }) => ({ player_id, rung, best, strokes, holed })),
    turn,
  };
  return isDone(assertDefined(state.seats[turn], 'seat'), cfg) ? null : state;
}

/** Checks that the rung does not exceed the putts holed, nor the putts holed the putts struck. */
function isSeat(seat: Record<string, unknown>, { shots }: CloseCfg): seat is Record<string, unknown> & CloseSeat {
  const { rung, best, strokes, holed } = seat;
  return (
    isIntegerIn(strokes, { min: 0, max: shots }) &&
    isIntegerIn(holed, { min: 0, max: strokes }) &&
    isIntegerIn(best, { min: 0, max: Math.min(holed, LADDER_FT.length) }) &&
    isIntegerIn(rung, { min: 0, max: best })
  );
}
