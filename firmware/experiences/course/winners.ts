// Standings and winners of a round, by the rules of its game.

import type { Round } from '../../../wire/relay/round.ts';
import { courseRulesOf, type CourseId } from '../registry.ts';
import { resultsOf } from './results.ts';

/** Returns a seat's standing in a word or two. */
export function standingText(game: CourseId, round: Round, seat: number): string {
  const result = resultsOf(round)[seat];
  return result ? courseRulesOf(game).standing(result) : '';
}

/**
 * Returns the winning seats; several if tied. If less is better, only compares the seats that played the most holes.
 */
export function winnersOf(game: CourseId, round: Round): readonly number[] {
  const { better, figure } = courseRulesOf(game);
  const results = resultsOf(round);
  const most = Math.max(...results.map(({ played }) => played));
  const fair = better === 'low' ? results.filter(({ played }) => played === most) : results;
  const figures = fair.map((result) => figure(result));
  const best = better === 'low' ? Math.min(...figures) : Math.max(...figures);
  return fair.filter((_, i) => figures[i] === best).map(({ seat }) => seat);
}
