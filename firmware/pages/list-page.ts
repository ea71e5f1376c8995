// Draws a page that is a plain list.

import { createPage, footer, header, type Page, type PageView } from '../ui/page.ts';
import { listRows, topOfRows } from '../ui/list.ts';
import { wrapped } from '../ui/text-width.ts';
import { COLOR, MARGIN, SIZE, WIDTH } from '../ui/theme.ts';
import type { Row } from './navigation.ts';

interface List {
  readonly title: string;
  readonly rows: readonly Row[];
  readonly focus: number;
  /** True if Back leads nowhere. */
  readonly top?: boolean;
  /** Short text at the right end of the title bar. */
  readonly right?: string;
  /** Description in up to three lines above the rows. */
  readonly about?: string;
}

/** Top and height of the description lines, and number of rows that fit below two of them. */
const [ABOUT_TOP, ABOUT_LINE, ABOUT_ROWS] = [60, 17, 5];
const ABOUT_LINES_MAX = 3;

export function drawList({ title, rows, focus, top = false, right = '', about = '' }: List): PageView {
  const page = createPage();
  header(page, title, { back: !top, right });
  const lines = about ? aboutText(page, about) : 0;
  listRows(page, rows, focus, lines > 0 ? topOfRows(lines > 2 ? ABOUT_ROWS - 1 : ABOUT_ROWS) : undefined);
  const choose = rows[focus]?.left === undefined ? 'OK: choose' : '← → change';
  footer(page, top ? `↑ ↓ move · ${choose}` : `↑ ↓ move · ${choose} · Back`);
  return page.view();
}

function aboutText(page: Page, about: string): number {
  const all = wrapped(about, SIZE.tiny, WIDTH - 2 * MARGIN - 8);
  const lines = all.slice(0, ABOUT_LINES_MAX);
  if (all.length > lines.length) lines[lines.length - 1] = `${lines.at(-1)} …`;
  lines.forEach((line, i) =>
    page.text(MARGIN + 4, ABOUT_TOP + i * ABOUT_LINE, line, { size: SIZE.tiny, color: COLOR.muted }),
  );
  page.say(about);
  return lines.length;
}
