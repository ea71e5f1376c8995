// Who is ahead in a round, and who has won it, by the rules of its game.

import type { Round } from '../../../wire/relay/round.ts';
import { courseRulesOf, type CourseId } from '../registry.ts';
import { resultsOf } from './results.ts';

/** Where a seat stands, in a word or two. */
export function standingText(game: CourseId, round: Round, seat: number): string {
  const result = resultsOf(round)[seat];
  return result ? courseRulesOf(game).standing(result) : '';
}

/** The seats that have won; several where they are equal. Where less is better, those who played the most holes are compared. */
export function winnersOf(game: CourseId, round: Round): readonly number[] {
  const { better, figure } = courseRulesOf(game);
  const results = resultsOf(round);
  const most = Math.max(...results.map(({ played }) => played));
  const fair = better === 'low' ? results.filter(({ played }) => played === most) : results;
  const figures = fair.map((result) => figure(result));
  const best = better === 'low' ? Math.min(...figures) : Math.max(...figures);
  return fair.filter((_, i) => figures[i] === best).map(({ seat }) => seat);
}
