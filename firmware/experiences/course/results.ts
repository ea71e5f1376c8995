// Results of a round: gross and net strokes, holes won and skins (C77), computed once from the score for all games.

import type { Round } from '../../../wire/relay/round.ts';
import { holesPlayed, holesWon, winnerOf } from './score.ts';

export interface CourseResult {
  readonly seat: number;
  /** Holes that the seat has played. */
  readonly played: number;
  readonly gross: number;
  /** Gross strokes less the handicap strokes for the holes played. */
  readonly net: number;
  readonly holes_won: number;
  readonly skins: number;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** A handicap covers 18 holes; its strokes are rounded to whole ones. */
const strokesGiven = (handicap: number, holes: number): number => Math.round((handicap * holes) / 18);

/** Returns the skins of each seat: each hole is worth one, and a tied hole's skin carries over to the next. */
function skinsOf(round: Round): readonly number[] {
  const skins = round.ro.map(() => 0);
  let pot = 0;
  for (let hole = 1; hole <= holesPlayed(round); hole++) {
    pot++;
    const winner = winnerOf(round, hole);
    if (winner === null) continue;
    skins[winner] = (skins[winner] ?? 0) + pot;
    pot = 0;
  }
  return skins;
}

/** Returns each seat's result, in seat order. */
export function resultsOf(round: Round): readonly CourseResult[] {
  const won = holesWon(round);
  const skins = skinsOf(round);
  return round.ro.map(({ h }, seat) => {
    const row = round.sc[seat] ?? [];
    const gross = sum(row);
    const played = row.filter((strokes) => strokes > 0).length;
    return {
      seat,
      played,
      gross,
      net: gross - strokesGiven(h, played),
      holes_won: won[seat] ?? 0,
      skins: skins[seat] ?? 0,
    };
  });
}
