// Match play: the player with the most holes won wins. Ends as soon as a player leads by more holes than remain.

import type { Round } from '../../../wire/relay/round.ts';
import { defineCourse } from '../experience.ts';
import { COURSE_CFG } from './cfg.ts';
import { holesWon } from './score.ts';

export const matchPlay = defineCourse({
  id: 'match',
  mode: 12,
  name: 'Match play',
  icon: 'M4 7 L16 7 M12 3 L16 7 L12 11 M20 17 L8 17 M12 13 L8 17 L12 21',
  about: 'Win more holes than the others.',
  cfg: COURSE_CFG,
  rules: {
    decides: 'Won',
    figure: ({ holes_won }) => holes_won,
    better: 'high',
    standing: ({ holes_won }) => (holes_won === 1 ? '1 hole' : `${holes_won} holes`),
    decided,
  },
});

function decided(round: Round): boolean {
  if (round.n < 2) return false;
  const won = holesWon(round).toSorted((a, b) => b - a);
  return (won[0] ?? 0) - (won[1] ?? 0) > round.nh - round.hole;
}
