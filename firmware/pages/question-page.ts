// Draws a page that asks before something is lost, with the answers as rows.

import { listRows, topOfRowsBelow } from '../ui/list.ts';
import { createPage, drawParagraph, footer, header, type PageView } from '../ui/page.ts';
import type { IconName, IconPath } from '../ui/icons.ts';
import { COLOR, MARGIN, SIZE, WIDTH } from '../ui/theme.ts';
import type { Row } from './navigation.ts';

interface Question {
  readonly header: string;
  readonly icon?: IconName | IconPath;
  readonly title: string;
  /** Consequences of the answers, one paragraph each. */
  readonly paragraphs: readonly string[];
  /** Default: none, for a page that only explains. */
  readonly rows?: readonly Row[];
  readonly focus?: number;
  readonly hints?: string;
  /** Short text at the right end of the title bar. */
  readonly right?: string;
}

const TITLE_Y = 82;

export function drawQuestion({
  header: name,
  icon = 'warn',
  title,
  paragraphs,
  rows = [],
  focus = 0,
  right = '',
  hints = '↑ ↓ move · OK: choose · Back',
}: Question): PageView {
  const page = createPage();
  header(page, name, { right });
  page.icon(icon, MARGIN + 4, TITLE_Y - 22, 28, COLOR.accent);
  page.text(MARGIN + 44, TITLE_Y, title, { size: SIZE.title, width: WIDTH - 2 * MARGIN - 44 });
  page.say(title);
  let y = TITLE_Y + 34;
  for (const text of paragraphs) {
    y = drawParagraph(page, text, y, { lines_max: rows.length > 0 ? 3 : 6 }) + 8;
    page.say(text);
  }
  if (rows.length > 0) listRows(page, rows, focus, topOfRowsBelow(y - 16, rows.length));
  footer(page, hints, { ok: rows.length === 0 });
  return page.view();
}
