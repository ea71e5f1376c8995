// Round of course play (Stroke play, Match play, Skins): holes, order, turn and strokes, for local and shared rounds
// alike (relay §2.8; R76, R77, R82, R85; C4, C5, C77). The state combines the published round with data that only the
// host has.

import type { Round } from '../../../wire/relay/round.ts';
import { FLAT_GREENS, type Greens } from '../../greens/greens.ts';
import type { Surface } from '../../roll/surface.ts';
import { feetOf } from '../../units.ts';
import type { PuttOutcome } from '../../roll/verdict.ts';
import { courseRulesOf, type CourseId } from '../registry.ts';
import { greenFor, greenOnLine, NO_BALLS, withShot, type Balls } from './balls.ts';
import { isDue, length_ft, plays, seatsOf } from './score.ts';

/** C77: strokes on a hole after which a player picks up. */
export const HOLE_STROKES_MAX = 9;

export type Seat = Round['ro'][number];
export type RoundShot = NonNullable<Round['shot']>;

export interface CourseState {
  readonly game: CourseId;
  /** Round including the newest verdict. */
  readonly round: Round;
  /** Round before that verdict, as guests see it while the ball rolls; null before the first putt. */
  readonly before: Round | null;
  /** Whether guests may see the verdict. */
  readonly revealed: boolean;
  /** Number of putts so far; like the number of notes, it never decreases. */
  readonly shots: number;
  readonly notes: number;
  /** Ids of the host's own players in seat order; empty until they are matched. */
  readonly players: readonly number[];
  /** Greens of the round. Default: flat. */
  readonly greens?: Greens;
  /** Balls on a sloped green. */
  readonly balls?: Balls;
}

/** Putt from a local strike or from a guest. */
export interface CoursePutt {
  readonly mps: number;
  readonly face: number;
  readonly aoa: number;
  readonly ratio: number;
}

interface NewRound {
  readonly game: CourseId;
  readonly id: number;
  readonly seats: readonly Seat[];
  /** Distance of each hole, feet. */
  readonly ho: readonly number[];
  /** Default: flat. */
  readonly greens?: Greens;
}

/** Returns a round in its lobby: hole 1, no putts. */
export function newRound({ game, id, seats, ho, greens = FLAT_GREENS }: NewRound): CourseState {
  const n = seats.length;
  const round: Round = {
    id,
    ph: 'lobby',
    hole: 1,
    turn: 0,
    n,
    nh: ho.length,
    ro: seats.map((seat) => ({ ...seat })),
    ho: [...ho],
    sc: seats.map(() => ho.map(() => 0)),
    rem: seats.map(() => length_ft({ ho }, 1)),
    hd: seats.map(() => 0),
    td: seats.map(() => 0),
    ord: seats.map((_, seat) => seat),
    shot: null,
    note: null,
  };
  const state: CourseState = { game, round, before: null, revealed: true, shots: 0, notes: 0, players: [] };
  return greens.slope === 0 ? state : { ...state, greens, balls: NO_BALLS };
}

/** Returns the resumed round: same score, but a new id, since guests may have seen a later state under the old one. */
export const resumed = (state: CourseState, id: number): CourseState => ({
  ...state,
  round: { ...state.round, id, shot: null, note: null },
  before: null,
  revealed: true,
});

/** Returns the newest round that guests may see. */
export const publicRound = ({ round, before, revealed }: CourseState): Round => (revealed || !before ? round : before);

export const withPlay = (state: CourseState): CourseState =>
  state.round.ph === 'lobby' ? withRound(state, settled({ ...state.round, ph: 'play' }, state.game)) : state;

/** Ends the round at the host's request. */
export const withEnd = (state: CourseState): CourseState =>
  withRound(revealedState(state), { ...closed(state.round), ph: 'done' });

export const withRound = (state: CourseState, round: Round): CourseState => ({ ...state, round });

/**
 * Returns the state after a putt of the seat on turn, with its verdict still hidden. `outcome`: the putt's result on
 * this hole.
 */
export function withPutt(state: CourseState, putt: CoursePutt, outcome: PuttOutcome): CourseState {
  const { round, game } = revealedState(state);
  const p = round.turn;
  const holed = outcome.verdict === 'holed';
  const shot: RoundShot = {
    seq: state.shots + 1,
    p,
    hole: round.hole,
    ...roundedPutt(putt),
    v: '',
    holed: false,
    x: digits(feetOf(outcome.x_m), 2),
    y: digits(feetOf(outcome.y_m), 2),
    rem: 0,
  };
  const rem = holed ? 0 : Math.max(REM_FT_MIN, digits(feetOf(outcome.leave_m ?? 0), 1));
  const strokes = strokesOn(round, p) + 1;
  const scored: Round = {
    ...round,
    sc: round.sc.map((row, seat) => (seat === p ? row.with(round.hole - 1, strokes) : row)),
    rem: round.rem.with(p, rem),
    hd: round.hd.with(p, holed || strokes >= HOLE_STROKES_MAX ? 1 : 0),
    shot: { ...shot, v: outcome.verdict || 'miss', holed, rem },
  };
  return {
    ...state,
    round: settled(scored, game),
    before: { ...round, shot },
    revealed: false,
    shots: state.shots + 1,
    ...(state.balls && { balls: withShot(state.balls, round, shot) }),
  };
}

/** Returns the green as the ball on turn sees it. */
export function greenOnTurn({ greens, balls = NO_BALLS, round }: CourseState): Surface | null {
  if (!greens) return null;
  const { surface, known } = greenFor(greens, balls, round, round.turn);
  return known ? surface : greenOnLine(greens, round, round.turn);
}

/** Minimum distance left for a ball that is not holed, feet. */
const REM_FT_MIN = 0.1;

export const revealedState = (state: CourseState): CourseState =>
  state.revealed ? state : { ...state, revealed: true };

/** Rounds the putt to the precision that is sent and published. */
export const roundedPutt = ({ mps, face, aoa, ratio }: CoursePutt): CoursePutt => ({
  mps: digits(mps, 3),
  face: digits(face, 2),
  aoa: digits(aoa, 2),
  ratio: digits(ratio, 3),
});

const digits = (value: number, count: number): number => Number(value.toFixed(count)) + 0;

const strokesOn = ({ sc, hole }: Round, seat: number): number => sc[seat]?.[hole - 1] ?? 0;

/** Derives turn, hole and phase from strokes and seats. */
export function settled(round: Round, game: CourseId): Round {
  if (round.ph !== 'play') return withTurn(round);
  if (seatsOf(round).some((seat) => isDue(round, seat))) return withTurn(round);
  const over = closed(round);
  if (over.hole >= over.nh || courseRulesOf(game).decided?.(over)) return { ...withTurn(over), ph: 'done' };
  const hole = over.hole + 1;
  const next: Round = {
    ...over,
    hole,
    rem: seatsOf(round).map(() => length_ft(round, hole)),
    hd: seatsOf(round).map(() => 0),
    ord: honour(over),
  };
  return withTurn(next);
}

/** Clears the strokes of seats that did not finish the hole: it counts as not played. */
const closed = (round: Round): Round => ({
  ...round,
  sc: round.sc.map((row, seat) => (round.hd[seat] === 1 ? row : row.with(round.hole - 1, 0))),
});

/**
 * Gives the turn to the ball farthest from the hole; ties are resolved by this hole's playing order. A seat that sits
 * out never gets the turn.
 */
function withTurn(round: Round): Round {
  const place = (seat: number): number => round.ord.indexOf(seat);
  const rank = (seat: number): number => (isDue(round, seat) ? 0 : plays(round, seat) ? 1 : 2);
  const [turn = 0] = [...seatsOf(round)].sort(
    (a, b) => rank(a) - rank(b) || (round.rem[b] ?? 0) - (round.rem[a] ?? 0) || place(a) - place(b),
  );
  return { ...round, turn };
}

/** Returns the order of the next hole: fewest strokes first, seats that did not play last, ties by seat. */
const honour = (round: Round): number[] => {
  const strokes = (seat: number): number => strokesOn(round, seat) || Number.POSITIVE_INFINITY;
  return [...seatsOf(round)].sort((a, b) => (strokes(a) === strokes(b) ? a - b : strokes(a) - strokes(b)));
};
