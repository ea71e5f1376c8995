// Scorecard: strokes by seat and hole, totals, and the figure that decides the game.

import { resultsOf, type CourseResult } from '../../experiences/course/results.ts';
import { winnersOf } from '../../experiences/course/winners.ts';
import { courseRulesOf, experience } from '../../experiences/registry.ts';
import type { RoundView } from '../../play/round.ts';
import { createPage, footer, header, type Page, type PageView } from '../../ui/page.ts';
import { COLOR, MARGIN, SIZE, WIDTH, seatColor } from '../../ui/theme.ts';

const TOP = 50;
const ROW = 40;
const HOLES_RIGHT = WIDTH - MARGIN - 104;

export function drawCard(course: RoundView, keys: string): PageView {
  const { round, game } = course;
  const page = createPage();
  const done = round.ph === 'done';
  header(page, `${experience(game).name}: ${done ? 'result' : 'scorecard'}`, {
    right: done ? '' : `Hole ${round.hole} of ${round.nh}`,
  });
  columns(page, course);
  resultsOf(round).forEach((result) => seatRow(page, course, result));
  if (done) winnerText(page, course);
  footer(page, keys, { ok: done });
  return page.view();
}

/** Returns the left edge of the holes: with few holes, names get more room. */
const holesLeft = ({ round }: RoundView): number => (round.nh > 12 ? 112 : 180);

/**
 * Number of holes that fit on the card. Another host may play more: the card then shows those up to the current hole.
 */
const HOLES_SHOWN_MAX = 18;
const shownBefore = ({ round: { nh, hole } }: RoundView): number =>
  Math.max(0, Math.min(nh, Math.max(hole, HOLES_SHOWN_MAX)) - HOLES_SHOWN_MAX);
const lastShown = (course: RoundView): number => Math.min(course.round.nh, shownBefore(course) + HOLES_SHOWN_MAX);

const holeX = (course: RoundView, hole: number): number => {
  const left = holesLeft(course);
  const [before, last] = [shownBefore(course), lastShown(course)];
  return left + ((hole - before - 0.5) * (HOLES_RIGHT - left)) / (last - before);
};

interface Column {
  readonly heading: string;
  /** Right edge of the column. */
  readonly x: number;
  readonly figure: (result: CourseResult) => number;
}

/** Returns the total strokes and, if it says more, the deciding figure. The last column is the one that counts. */
function totals({ game, round }: RoundView): readonly Column[] {
  const { decides, figure, isInformative } = courseRulesOf(game);
  const total = (x: number): Column => ({ heading: 'Total', x, figure: ({ gross }) => gross });
  const [outer, inner] = [WIDTH - MARGIN - 6, WIDTH - MARGIN - 58];
  return isInformative?.(round) === false ? [total(outer)] : [total(inner), { heading: decides, x: outer, figure }];
}

function columns(page: Page, course: RoundView): void {
  const style = { size: SIZE.small, color: COLOR.muted } as const;
  page.text(MARGIN + 6, TOP + 18, 'Hole', style);
  // Two-digit numbers need more room: with many holes, only every second one is numbered.
  const step = course.round.nh > 9 ? 2 : 1;
  for (let hole = shownBefore(course) + 1; hole <= lastShown(course); hole += step)
    page.text(holeX(course, hole), TOP + 18, String(hole), { ...style, align: 'center' });
  for (const { heading, x } of totals(course)) page.text(x, TOP + 18, heading, { ...style, align: 'right' });
}

function seatRow(page: Page, course: RoundView, result: CourseResult): void {
  const { seat } = result;
  const { round } = course;
  const entry = round.ro[seat];
  const y = TOP + 28 + seat * ROW;
  const figures = totals(course);
  page.rect(MARGIN, y, WIDTH - 2 * MARGIN, ROW - 4, { fill: COLOR.panel, radius: 6 });
  page.dot(MARGIN + 10, y + 18, 6, seatColor(entry?.c ?? seat));
  page.text(MARGIN + 22, y + 24, entry?.n ?? '', { size: SIZE.small, width: holesLeft(course) - MARGIN - 28 });
  const strokes = round.sc[seat] ?? [];
  for (let hole = shownBefore(course) + 1; hole <= lastShown(course); hole++)
    page.text(holeX(course, hole), y + 24, String(strokes[hole - 1] || '·'), { size: SIZE.small, align: 'center' });
  figures.forEach(({ x, figure }, i) => {
    const color = i === figures.length - 1 ? COLOR.accent : COLOR.text;
    page.text(x, y + 24, String(figure(result)), { size: SIZE.body, align: 'right', color });
  });
  const spoken = figures.map(({ heading, figure }) => `${heading.toLowerCase()} ${figure(result)}`).join(', ');
  const out = round.td[seat] === 1 ? ', sits out' : '';
  page.say(`${entry?.n ?? ''}: ${strokes.map((count) => count || '·').join(' ')}, ${spoken}${out}`);
}

/** Draws the winner, or all winners of a tie. */
function winnerText(page: Page, { round, game }: RoundView): void {
  const best = winnersOf(game, round).map((seat) => round.ro[seat]?.n ?? '');
  const text = best.length === 1 ? `${best[0]} wins` : `Tie: ${best.join(', ')}`;
  page.text(WIDTH / 2, TOP + 64 + round.n * ROW, text, {
    size: SIZE.large,
    color: COLOR.accent,
    align: 'center',
    width: WIDTH - 2 * MARGIN,
  });
  page.say(text);
}
