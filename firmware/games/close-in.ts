// Close-in putting: a ladder of short putts. Holed: up to the next station; missed: one back. Points are the stations
// cleared, counted at the highest; the set ends with the last station holed or when the shots are used (C60).

import { GAME_MODE, LADDER_FT } from '../../wire/choices.ts';
import { integerOr, isIntegerIn, isListOfRecords, isRecord, type NumberField } from '../facts/fields.ts';
import { areSeats, type GameRules, type SeatResult } from './game.ts';

export interface CloseCfg {
  readonly shots: number;
}

export const CLOSE_FIELDS = {
  shots: { min: 6, max: 60, step: 1, default: 20 },
} as const satisfies Record<string, NumberField>;

interface CloseSeat {
  readonly player_id: number;
  /** Index of the station the player stands at; the ladder's length when it is climbed. */
  readonly rung: number;
  readonly best: number;
  readonly strokes: number;
  readonly holed: number;
}

export interface CloseState {
  readonly game: 'close';
  readonly cfg: CloseCfg;
  readonly seats: readonly CloseSeat[];
  readonly turn: number;
}

export const closeCfgFrom = (data: Readonly<Record<string, unknown>>): CloseCfg => ({
  shots: integerOr(data['shots'], CLOSE_FIELDS.shots),
});

export const startClose = (cfg: CloseCfg, player_ids: readonly number[]): CloseState => ({
  game: 'close',
  cfg,
  seats: player_ids.map((player_id) => ({ player_id, rung: 0, best: 0, strokes: 0, holed: 0 })),
  turn: 0,
});

const isDone = (seat: CloseSeat, cfg: CloseCfg): boolean => seat.rung >= LADDER_FT.length || seat.strokes >= cfg.shots;
const isOver = (state: CloseState): boolean => state.seats.every((seat) => isDone(seat, state.cfg));

/** The next seat after `turn` that still plays; `turn` itself when nobody else does. */
function nextTurn(seats: readonly CloseSeat[], turn: number, cfg: CloseCfg): number {
  for (let step = 1; step <= seats.length; step++) {
    const next = (turn + step) % seats.length;
    if (!isDone(seats[next] as CloseSeat, cfg)) return next;
  }
  return turn;
}

export const closeIn: GameRules<CloseState> = {
  id: 'close',
  mode: GAME_MODE.close,
  name: 'Close-in putting',
  trend: { label: 'Stations cleared', unit: '', digits: 0, better: 'high' },
  target_ft: (state) => LADDER_FT[state.seats[state.turn]?.rung ?? 0] ?? null,
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

function resultOf(seat: CloseSeat): SeatResult {
  return {
    player_id: seat.player_id,
    headline: `${seat.best} of ${LADDER_FT.length} stations`,
    figures: [
      { label: 'Strokes', text: String(seat.strokes) },
      { label: 'Holed', text: String(seat.holed) },
      { label: 'Make rate', text: `${seat.strokes === 0 ? 0 : Math.round((100 * seat.holed) / seat.strokes)} %` },
    ],
    trend_value: seat.strokes > 0 ? seat.best : null,
  };
}

/** A stored set, or null where the data is not a set that can go on. */
function restoreClose(data: Readonly<Record<string, unknown>>): CloseState | null {
  const cfg = isRecord(data['cfg']) ? closeCfgFrom(data['cfg']) : null;
  const { seats, turn } = data;
  if (!cfg || !isListOfRecords(seats) || !areSeats(seats, turn) || !seats.every((seat) => isSeat(seat, cfg)))
    return null;
  const state: CloseState = {
    game: 'close',
    cfg,
    seats: seats.map(({ player_id, rung, best, strokes, holed }) => ({ player_id, rung, best, strokes, holed })),
    turn,
  };
  return isDone(state.seats[turn] as CloseSeat, cfg) ? null : state;
}

/** Nobody stands higher than they have holed, nor holed more than they struck. */
function isSeat(seat: Record<string, unknown>, { shots }: CloseCfg): seat is Record<string, unknown> & CloseSeat {
  const { rung, best, strokes, holed } = seat;
  return (
    isIntegerIn(strokes, { min: 0, max: shots }) &&
    isIntegerIn(holed, { min: 0, max: strokes }) &&
    isIntegerIn(best, { min: 0, max: Math.min(holed, LADDER_FT.length) }) &&
    isIntegerIn(rung, { min: 0, max: best })
  );
}
