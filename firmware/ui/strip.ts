// Strip of putts: one mark each, told apart by shape as well as colour.

import type { PuttMark } from '../persisted/putts.ts';
import type { Page } from './page.ts';
import { COLOR } from './theme.ts';

/** Marks point to where the ball stopped, as seen from behind it: up is long, down is short. */
const ARROWS = {
  short: 'M-7 -5 L7 -5 L0 7 Z',
  long: 'M-7 5 L7 5 L0 -7 Z',
  left: 'M5 -7 L5 7 L-7 0 Z',
  right: 'M-5 -7 L-5 7 L7 0 Z',
} as const;

const WORD: Readonly<Record<PuttMark, string>> = {
  '': 'putt',
  holed: 'holed',
  near: 'near',
  short: 'short',
  long: 'long',
  left: 'left',
  right: 'right',
};

const STEP_MAX = 28;

/** Draws as many of the newest marks as fit in `width`, from the left. */
export function drawStrip(page: Page, marks: readonly PuttMark[], x: number, y: number, width: number): void {
  const shown = marks.slice(-Math.floor(width / STEP_MAX));
  shown.forEach((mark, i) => drawMark(page, mark, x + (i + 0.5) * STEP_MAX, y));
}

/** Adds the marks of all putts to the page text. */
export const stripText = (marks: readonly PuttMark[]): string => marks.map((mark) => WORD[mark]).join(', ');

function drawMark(page: Page, mark: PuttMark, x: number, y: number): void {
  switch (mark) {
    case 'holed':
      page.dot(x, y, 10, COLOR.accent);
      return page.path('M-5 0 L-1.5 4 L5 -4', { x, y, stroke: COLOR.ink, width: 2.5 });
    case 'near':
      return page.dot(x, y, 8, COLOR.good);
    case '':
      return page.dot(x, y, 4, COLOR.muted);
    default:
      return page.path(ARROWS[mark], { x, y, fill: COLOR.miss });
  }
}
