// Queries on the score of a round: the winner of each hole and the number of holes played.

import { assertDefined } from '../../../wire/errors.ts';
import type { Round } from '../../../wire/relay/round.ts';

export const seatsOf = ({ n }: Round): readonly number[] => Array.from({ length: n }, (_, seat) => seat);
export const plays = ({ td }: Round, seat: number): boolean => td[seat] === 0;
export const isDue = (round: Round, seat: number): boolean => plays(round, seat) && round.hd[seat] === 0;

/** Returns the length of a hole in feet; holes count from 1. */
export const length_ft = ({ ho }: { readonly ho: readonly number[] }, hole: number): number =>
  assertDefined(ho[hole - 1], `hole ${hole}`);

/** Returns the seat that won a hole outright; null for a tie or if no seat played it. */
export function winnerOf(round: Round, hole: number): number | null {
  const played = seatsOf(round).filter((seat) => (round.sc[seat]?.[hole - 1] ?? 0) > 0);
  const best = Math.min(...played.map((seat) => round.sc[seat]?.[hole - 1] ?? 0));
  const [winner, ...others] = played.filter((seat) => round.sc[seat]?.[hole - 1] === best);
  return others.length === 0 ? (winner ?? null) : null;
}

/** Number of completed holes. */
export const holesPlayed = (round: Round): number =>
  round.ph === 'done' || seatsOf(round).every((seat) => !isDue(round, seat)) ? round.hole : round.hole - 1;

export const holesWon = (round: Round): readonly number[] => {
  const won = seatsOf(round).map(() => 0);
  for (let hole = 1; hole <= holesPlayed(round); hole++) {
    const winner = winnerOf(round, hole);
    if (winner !== null) won[winner] = (won[winner] ?? 0) + 1;
  }
  return won;
};
