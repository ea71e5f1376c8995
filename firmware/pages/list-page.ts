// Draws a page that is a plain list.

import { HEADER_HEIGHT, createPage, drawParagraph, footer, header, type Page, type PageView } from '../ui/page.ts';
import { listRows, topOfRowsBelow } from '../ui/list.ts';
import type { Row } from './navigation.ts';

interface List {
  readonly title: string;
  readonly rows: readonly Row[];
  readonly focus: number;
  /** Short text at the right end of the title bar. */
  readonly right?: string;
  /** Description in up to three lines above the rows. */
  readonly about?: string;
}

export function drawList({ title, rows, focus, right = '', about = '' }: List): PageView {
  const page = createPage();
  header(page, title, { right });
  listRows(page, rows, focus, about ? drawAbout(page, about) : undefined);
  const choose = rows[focus]?.left === undefined ? 'OK: choose' : '← → change';
  footer(page, `↑ ↓ move · ${choose} · Back`);
  return page.view();
}

/** Draws the description and returns the top of as many rows as fit below it. */
function drawAbout(page: Page, about: string): number {
  const next = drawParagraph(page, about, HEADER_HEIGHT + 24);
  page.say(about);
  return topOfRowsBelow(next - 14);
}
