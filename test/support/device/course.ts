// Hand-made course play: outcomes, devices of a session, and rounds at various points of play.

import { withRoster, type Roster } from '../../../firmware/experiences/course/roster.ts';
import {
  newRound,
  revealedState,
  withPlay,
  withPutt,
  type CoursePutt,
  type CourseState,
} from '../../../firmware/experiences/course/round.ts';
import { rollOf } from '../../../firmware/roll/roll.ts';
import type { PuttOutcome } from '../../../firmware/roll/verdict.ts';
import type { CourseId } from '../../../firmware/experiences/registry.ts';
import type { ListedDevice } from '../../../wire/relay/state.ts';

const FOOT_M = 0.3048;

export const PUTT: CoursePutt = { mps: 1.5, face: 0.5, aoa: 1, ratio: 1.6 };

const plain = { roll: rollOf(2.4, 10), start_deg: 0, travel_m: 3 };

export const IN: PuttOutcome = { ...plain, verdict: 'holed', x_m: 10 * FOOT_M, y_m: 0, leave_m: 0 };

/** Returns the outcome of a ball that stops this many feet short. */
export const shortBy = (leave_ft: number): PuttOutcome => ({
  ...plain,
  verdict: 'short',
  x_m: (10 - leave_ft) * FOOT_M,
  y_m: 0,
  leave_m: leave_ft * FOOT_M,
});

interface RoundByHand {
  readonly game?: CourseId;
  /** Distance of each hole, feet. */
  readonly ho?: readonly number[];
  /** Handicap of each of the host's players. */
  readonly handicaps: readonly number[];
}

/** Returns a new round of the host's own players `A`, `B`, `C`, `D`. */
export const playOf = ({ game = 'stroke', ho = [10, 20, 8], handicaps }: RoundByHand): CourseState => {
  const seats = handicaps.map((h, c) => ({ n: 'ABCD'[c] ?? '', d: '', c, h }));
  return withPlay(newRound({ game, id: 7, seats, ho }));
};

/** Plays a putt of the seat on turn, and shows its verdict. */
export const putted = (state: CourseState, outcome: PuttOutcome): CourseState =>
  revealedState(withPutt(state, PUTT, outcome));

/** Returns the round after these outcomes, each of the seat on turn at that time. */
export const after = (state: CourseState, ...outcomes: readonly PuttOutcome[]): CourseState =>
  outcomes.reduce(putted, state);

/** Plays the current hole so that each seat needs these strokes; every seat putts once, then the farthest continues. */
export function holePlayed(state: CourseState, strokes: readonly number[]): CourseState {
  const { hole } = state.round;
  let now = state;
  while (now.round.hole === hole && now.round.ph === 'play') {
    const { turn, sc } = now.round;
    const last = (sc[turn]?.[hole - 1] ?? 0) + 1 >= (strokes[turn] ?? 1);
    now = putted(now, last ? IN : shortBy(5));
  }
  return now;
}

/** Returns the round after these holes, given the strokes of every seat for each. */
export const holesPlayed = (state: CourseState, ...holes: readonly (readonly number[])[]): CourseState =>
  holes.reduce(holePlayed, state);

export const guest = (name: string, players: readonly string[], fol = true): ListedDevice => ({
  name,
  host: false,
  fol,
  players: players.map((n) => ({ n, h: 9 })),
});

/** Returns the roster of a host with one player `A`, and these guests. */
export const rosterOf = (
  devices: readonly ListedDevice[],
  away: Roster['away'] = [],
  own: readonly string[] = ['A'],
): Roster => ({
  own: own.map((n) => ({ n, h: 18 })),
  devices: [{ name: 'Host Label', host: true, players: own.map((n) => ({ n, h: 18 })) }, ...devices],
  away,
});

/** Returns a round in play of `A` at the host and these guests' players. */
export function sharedPlay(devices: readonly ListedDevice[], game: CourseId = 'stroke'): CourseState {
  const lobby = newRound({ game, id: 7, seats: [{ n: 'A', d: '', c: 0, h: 18 }], ho: [10, 20, 8] });
  return withPlay(withRoster(lobby, rosterOf(devices)));
}
