// What a round comes to: strokes and net strokes, holes won, skins (C77). One reading of the same score for all three games.

import type { CourseId } from '../../../wire/choices.ts';
import type { Round } from '../../../wire/relay/shapes.ts';
import { holesPlayed, holesWon, winnerOf } from './round.ts';

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

/** Where a seat stands, in a word or two. */
export function standingText(game: CourseId, round: Round, seat: number): string {
  const result = resultsOf(round)[seat];
  if (!result) return '';
  if (game === 'match') return result.holes_won === 1 ? '1 hole' : `${result.holes_won} holes`;
  if (game === 'skins') return result.skins === 1 ? '1 skin' : `${result.skins} skins`;
  return result.gross === 1 ? '1 stroke' : `${result.gross} strokes`;
}

/** What decides a game, as a figure. */
export const decisiveFigure = (game: CourseId, { net, holes_won, skins }: CourseResult): number =>
  game === 'match' ? holes_won : game === 'skins' ? skins : net;

/** The seats that have won; several where they are equal. Strokes are compared between those who played the most holes. */
export function winnersOf(game: CourseId, round: Round): readonly number[] {
  const results = resultsOf(round);
  const most = Math.max(...results.map(({ played }) => played));
  const fair = game === 'stroke' ? results.filter(({ played }) => played === most) : results;
  const figures = fair.map((result) => decisiveFigure(game, result));
  const best = game === 'stroke' ? Math.min(...figures) : Math.max(...figures);
  return fair.filter((_, i) => figures[i] === best).map(({ seat }) => seat);
}
