// What a round comes to: strokes and net strokes, holes won, skins (C77). One reading of the same score for all three games.

import type { CourseId } from '../../../wire/choices.ts';
import type { Round } from '../../../wire/relay/shapes.ts';
import { holesPlayed, holesWon, winnerOf } from './round.ts';

export interface CourseResult {
  readonly seat: number;
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
      gross,
      net: gross - strokesGiven(h, played),
      holes_won: won[seat] ?? 0,
      skins: skins[seat] ?? 0,
    };
  });
}

/** Where a seat stands, in a word or two. */
export function standingText(game: CourseId, round: Round, seat: number): string {
  const result = resultsOf(round)[seat];
  if (!result) return '';
  if (game === 'match') return result.holes_won === 1 ? '1 hole' : `${result.holes_won} holes`;
  if (game === 'skins') return result.skins === 1 ? '1 skin' : `${result.skins} skins`;
  return result.gross === 1 ? '1 stroke' : `${result.gross} strokes`;
}

/** Seats from best to worst; equals keep the order of seats. Stroke play is decided by net strokes. */
export function ranking(game: CourseId, round: Round): readonly CourseResult[] {
  const better = (a: CourseResult, b: CourseResult): number => {
    if (game === 'match') return b.holes_won - a.holes_won;
    if (game === 'skins') return b.skins - a.skins;
    return a.net - b.net;
  };
  return [...resultsOf(round)].sort((a, b) => better(a, b) || a.seat - b.seat);
}
