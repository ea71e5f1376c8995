// What a round comes to: strokes and net strokes, holes won, skins (C77). One reading of the same score for all games.

import type { Round } from '../../../wire/relay/round.ts';
import { holesPlayed, holesWon, winnerOf } from './score.ts';

export interface CourseResult {
  readonly seat: number;
  /** Holes that the seat has played. */
  readonly played: number;
  readonly gross: number;
  /** Gross less the share of the handicap that the played holes have. */
  readonly net: number;
  readonly holes_won: number;
  readonly skins: number;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** A handicap is for 18 holes; its strokes are rounded to whole ones. */
const strokesGiven = (handicap: number, holes: number): number => Math.round((handicap * holes) / 18);

/** Skins by seat: each hole is worth one, a tied hole's goes to the next. */
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

/** Every seat's result, in the order of seats. */
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
